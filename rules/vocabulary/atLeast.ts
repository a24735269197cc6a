/** A number of which only a lower bound is known: a count of which some part did not arrive. */
export class AtLeast {
  readonly bound: number;

  constructor(bound: number) {
    this.bound = bound;
  }
}

/** Returns the lowest and the highest possible value of a number; undefined for other values. */
export function rangeOf(value: unknown): { readonly low: number; readonly high: number } | undefined {
  if (value instanceof AtLeast) return { low: value.bound, high: Infinity };
  return typeof value === 'number' ? { low: value, high: value } : undefined;
}
