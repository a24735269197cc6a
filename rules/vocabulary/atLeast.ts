/** A number of which only a lower bound is known, such as a count of events when some events are missing. */
export class AtLeast {
  readonly bound: number;

  constructor(bound: number) {
    this.bound = bound;
  }
}

/** Returns the lowest and the highest possible value of a number. Returns `undefined` if the value is not a number. */
export function rangeOf(value: unknown): { readonly low: number; readonly high: number } | undefined {
  if (value instanceof AtLeast) return { low: value.bound, high: Infinity };
  return typeof value === 'number' ? { low: value, high: value } : undefined;
}
