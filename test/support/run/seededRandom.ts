/** Draws that are the same each time. */
export interface SeededRandom {
  /** From 0 up to 1. */
  readonly next: () => number;
  /** From 0 up to, and without, a number. */
  readonly below: (count: number) => number;
  readonly pick: <T>(list: readonly T[]) => T;
}

/** Draws from a seed (a linear congruential generator: good enough to spread test data). */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return { next, below, pick: (list) => list[below(list.length)]! };
}
