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

/** Formats a number that must visibly differ from a limit, with as many decimals as needed. */
export function showNumberBeside(value: number, other: number): string {
  const short = showNumber(value);
  return short === showNumber(other) && value !== other ? String(value) : short;
}

/** Formats seconds for people: `95 s`, `20 min`, `2 h 5 min`. */
export function showSeconds(value: number): string {
  const sign = value < 0 ? '-' : '';
  const seconds = Math.abs(value);
  if (seconds < 120) return `${sign}${showNumber(seconds)} s`;
  const whole = Math.round(seconds);
  const parts = [
    { count: Math.floor(whole / 86_400), unit: 'd' },
    { count: Math.floor((whole % 86_400) / 3_600), unit: 'h' },
    { count: Math.floor((whole % 3_600) / 60), unit: 'min' },
    { count: whole % 60, unit: 's' },
  ].filter((part) => part.count > 0);
  return `${sign}${parts.map((part) => `${part.count} ${part.unit}`).join(' ')}`;
}
