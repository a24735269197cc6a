/** Rounds a number to some decimals. A number that is too large to be rounded is returned unchanged. */
export function rounded(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  const cut = Math.round(value * factor) / factor;
  return Number.isFinite(cut) ? cut : value;
}

/** Rounds a number to two decimals for display. If that would show zero, rounds it to two significant digits. */
export function shortened(value: number): number {
  const short = rounded(value, 2);
  if (short !== 0) return short;
  return value === 0 ? 0 : Number(value.toPrecision(2));
}

/** Formats a number for display, rounded by `shortened`. */
export function showNumber(value: number): string {
  return Number.isFinite(value) ? String(shortened(value)) : 'unknown';
}
