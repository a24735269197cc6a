/** From here on a number has no two decimals left, and a hundred times as much may be no number any more. */
const WITHOUT_DECIMALS = 2 ** 50;

/** A number as people read it: at most two decimals, more only where two would show nothing. */
export function showNumber(value: number): string {
  if (!Number.isFinite(value)) return 'unknown';
  if (Math.abs(value) >= WITHOUT_DECIMALS) return String(value);
  const rounded = Math.round(value * 100) / 100;
  if (rounded === 0 && value !== 0) return String(Number(value.toPrecision(2)));
  return String(Object.is(rounded, -0) ? 0 : rounded);
}

/** A number that must be told apart from a limit: as many decimals as it takes. */
export function showNumberBeside(value: number, other: number): string {
  const short = showNumber(value);
  return short === showNumber(other) && value !== other ? String(value) : short;
}

/** Seconds as people read them: `95 s`, `20 min`, `2 h 5 min`. */
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
