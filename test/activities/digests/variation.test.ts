import { describe, expect, it } from 'vitest';
import { usualVariation, withUsual } from '../../../activities/digests/index.ts';

describe('the usual variation of a figure', () => {
  it('is how far it moves from one period to the next', () => {
    expect(usualVariation([70, 72, 70, 72])).toBe(2);
    expect(usualVariation([70, 71, 72, 73])).toBe(1);
    expect(usualVariation([70, 70, 70, 73])).toBeCloseTo(Math.sqrt(3));
  });

  it('is not known before three changes between neighbours are', () => {
    expect(usualVariation([])).toBeUndefined();
    expect(usualVariation([70, 71, 72])).toBeUndefined();
    expect(usualVariation([70, null, 72, 73, null, 74, 75])).toBeUndefined();
    expect(usualVariation([70, null, 72, 73, 72, 73])).toBe(1);
  });

  it('stands with the figure only where it is known', () => {
    const figure = { change: 3 };
    expect(withUsual(figure, [1, 2])).toEqual({ change: 3 });
    expect(withUsual(figure, [1, 2, 3, 4])).toEqual({ change: 3, usual: 1 });
  });
});
