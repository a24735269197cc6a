import { expect, it } from 'vitest';
import { bar, progressBar, sparkline } from '../../../cli/terminal/index.ts';

it('a bar is as long as its share, in eighths, and never vanishes', () => {
  expect(bar(10, 10, 4)).toBe('████');
  expect(bar(5, 10, 4)).toBe('██');
  expect(bar(3, 10, 4)).toBe('█▎');
  expect(bar(1, 10_000, 4)).toBe('▏');
  expect(bar(0, 10, 4)).toBe('');
  expect(bar(0, 0, 4)).toBe('');
});

it.each([
  [0, '░░░░░░░░░░░░░░░░   0%'],
  [0.55, '████████▊░░░░░░░  55%'],
  [0.999, '███████████████▉  99%'],
  [1, '████████████████ 100%'],
  [7, '████████████████ 100%'],
  [Number.NaN, '░░░░░░░░░░░░░░░░   0%'],
])('a progress bar shows a share of %d', (share, bar) => {
  expect(progressBar(share)).toBe(bar);
});

it('a sparkline shows the largest as the highest and nothing as a dot', () => {
  expect(sparkline([0, 1, 4, 8])).toBe('·▁▄█');
  expect(sparkline([0, 0])).toBe('··');
});
