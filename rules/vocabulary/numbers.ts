/** Rounds a number to some decimals. Returns a number that is too large for decimals unchanged. */
export function rounded(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  const cut = Math.round(value * factor) / factor;
  return Number.isFinite(cut) ? cut : value;
}

/** Formats a number for people: at most two decimals, and more only where two would show nothing. */
export function showNumber(value: number): string {
  if (!Number.isFinite(value)) return 'unknown';
  const short = rounded(value, 2);
  if (short === 0 && value !== 0) return String(Number(value.toPrecision(2)));
  return String(Object.is(short, -0) ? 0 : short);
}
