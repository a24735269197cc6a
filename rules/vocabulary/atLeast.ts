/** A number of which only the least it can be is known: a count of which some part did not arrive. */
export class AtLeast {
  readonly bound: number;

  constructor(bound: number) {
    this.bound = bound;
  }
}

/** What a number can be at the least and at the most; undefined for what is no number. */
export function rangeOf(value: unknown): { readonly low: number; readonly high: number } | undefined {
  if (value instanceof AtLeast) return { low: value.bound, high: Infinity };
  return typeof value === 'number' ? { low: value, high: value } : undefined;
}
