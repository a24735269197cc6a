/** Rounds a number to some decimals. Returns a number that is too large for decimals unchanged. */
export function rounded(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  const cut = Math.round(value * factor) / factor;
  return Number.isFinite(cut) ? cut : value;
}

/** Rounds a number for people: to two decimals, or to two digits where two decimals would show zero. */
export function shortened(value: number): number {
  const short = rounded(value, 2);
  if (short !== 0) return short;
  return value === 0 ? 0 : Number(value.toPrecision(2));
}

/** Formats a number for people, as `shortened` rounds it. */
export function showNumber(value: number): string {
  return Number.isFinite(value) ? String(shortened(value)) : 'unknown';
}
