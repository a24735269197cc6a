import { expect, it } from 'vitest';
import { bar, progressBar, sparkline } from '../../cli/chart.ts';

it('a bar is as long as its share, in eighths, and never vanishes', () => {
  expect(bar(10, 10, 4)).toBe('████');
  expect(bar(5, 10, 4)).toBe('██');
  expect(bar(3, 10, 4)).toBe('█▎');
  expect(bar(1, 10_000, 4)).toBe('▏');
  expect(bar(0, 10, 4)).toBe('');
  expect(bar(0, 0, 4)).toBe('');
});

it('a progress bar has one length', () => {
  for (const share of [-1, 0, 0.01, 0.5, 0.999, 1, 7]) expect(progressBar(share, 10)).toHaveLength(10);
  expect(progressBar(0.5, 10)).toBe('█████░░░░░');
});

it('a sparkline shows the largest as the highest and nothing as a dot', () => {
  expect(sparkline([0, 1, 4, 8])).toBe('·▁▄█');
  expect(sparkline([0, 0])).toBe('··');
});
