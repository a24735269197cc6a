import { expect, it } from 'vitest';
import { progressBar } from '../../cli/progressBar.ts';

it.each([
  [0, '░░░░░░░░░░░░░░░░   0%'],
  [0.55, '████████▊░░░░░░░  55%'],
  [0.999, '███████████████▉  99%'],
  [1, '████████████████ 100%'],
  [7, '████████████████ 100%'],
  [Number.NaN, '░░░░░░░░░░░░░░░░   0%'],
])('shows %d', (share, bar) => {
  expect(progressBar(share)).toBe(bar);
});
