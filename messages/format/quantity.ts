const NUMBER = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 });
const ONE_DECIMAL = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 });

/** A number with at most two decimals: `1,234.57`. */
export function formatNumber(value: number): string {
  return NUMBER.format(value);
}

/** `12.4 km`; under a kilometre in metres. */
export function formatDistance(km: number): string {
  const metres = Math.round(km * 1000);
  return Math.abs(metres) < 1000 ? `${metres} m` : `${ONE_DECIMAL.format(km)} km`;
}

/** Under this, seconds matter. */
const SECONDS_SHOWN_UNDER = 600;

/** `45 s`, `1 min 24 s`, `38 min`, `1 h 04 min`. */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return `${formatNumber(seconds)} s`;
  const whole = Math.round(seconds);
  if (whole < SECONDS_SHOWN_UNDER && whole % 60 !== 0) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${formatNumber(Math.floor(minutes / 60))} h ${String(minutes % 60).padStart(2, '0')} min`;
}

/** `62 km/h`. */
export function formatSpeed(kmph: number): string {
  return `${formatNumber(Math.round(kmph))} km/h`;
}

/** `61 of 100`, or that it cannot be rated; undefined when it was not sent. */
export function formatScore(score: number | null | undefined): string | undefined {
  if (score === undefined) return undefined;
  return score === null ? 'cannot be rated' : `${ONE_DECIMAL.format(score)} of 100`;
}

/** A fact's value with its unit, as a person reads it. */
export function formatValue(value: string | number | boolean, unit?: string): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return value;
  switch (unit) {
    case undefined:
    case '':
      return formatNumber(value);
    case 's':
    case 'seconds':
      return formatDuration(value);
    case 'points':
      return `${formatNumber(value)} ${Math.abs(value) === 1 ? 'point' : 'points'}`;
    case 'kmph':
      return `${formatNumber(value)} km/h`;
    default:
      return `${formatNumber(value)} ${unit}`;
  }
}

const NO_BREAK_SPACE = '\u00A0';

/** The space between a number and its unit, and those inside `61 of 100` and `1 h 04 min`. */
const INSIDE_QUANTITY =
  /(?<=\d) (?=(?:km\/h|km|m|miles|Meilen|s|min|Min\.|h|Std\.|points?|alerts?|trips?|Fahrten|%)(?![\p{L}\p{N}]))|(?<=\d) (?=(?:of|von) \d)|(?<=\d (?:of|von)) (?=\d)|(?<=\d (?:h|min|Std\.)) (?=\d\d? (?:s|min|Min\.)(?![\p{L}\p{N}]))/gu;

/** A text in which no line ends between a number and its unit, for where lines break by themselves. */
export function unbroken(text: string): string {
  return text.replace(INSIDE_QUANTITY, NO_BREAK_SPACE);
}
