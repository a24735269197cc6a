/** Seconds in each unit of a duration. */
const SECONDS_PER_UNIT: ReadonlyMap<string, number> = new Map([
  ['s', 1],
  ['m', 60],
  ['h', 3_600],
  ['d', 86_400],
]);

/** Syntax of a duration: a whole number and one unit, such as `30s`, `10m`, `24h` or `7d`. */
export const DURATION_PATTERN = /^(\d{1,6})([smhd])$/;

/** Seconds in one UTC day. */
export const DAY_SECONDS = 86_400;

/** The largest number that a duration may contain. */
const MOST_COUNT = 999_999;

/**
 * Returns a pattern that matches durations from 1 second up to a maximum, in any unit.
 * @param seconds the maximum, which is at least a day
 */
export function durationUpTo(seconds: number): RegExp {
  const units = [...SECONDS_PER_UNIT].map(
    ([unit, size]) => `(?:${upTo(Math.min(MOST_COUNT, Math.floor(seconds / size)))})${unit}`,
  );
  return oneOfDurations(units);
}

/** Returns a pattern that matches durations with one of the given numbers of seconds, in any unit. */
export function durationOf(seconds: readonly number[]): RegExp {
  const units = [...SECONDS_PER_UNIT].map(([unit, size]) => {
    const counts = seconds.filter((each) => each % size === 0).map((each) => each / size);
    return `(?:${counts.filter((count) => count <= MOST_COUNT).join('|')})${unit}`;
  });
  return oneOfDurations(units);
}

function oneOfDurations(units: readonly string[]): RegExp {
  return new RegExp(`^(?=\\d{1,6}[smhd]$)0*(?:${units.join('|')})$`);
}

/** Returns a pattern that matches the numbers from 1 to `most`, without leading zeros. */
function upTo(most: number): string {
  const digits = String(most);
  const any = (count: number): string => (count === 0 ? '' : `\\d{${count}}`);
  if (/^9+$/.test(digits)) return `[1-9]\\d{0,${digits.length - 1}}`;
  const shorter = digits.length > 1 ? [`[1-9]\\d{0,${digits.length - 2}}`] : [];
  const sameLength = [...digits].flatMap((digit, index) => {
    const least = index === 0 ? 1 : 0;
    if (Number(digit) <= least) return [];
    return [`${digits.slice(0, index)}[${least}-${Number(digit) - 1}]${any(digits.length - index - 1)}`];
  });
  return [...shorter, ...sameLength, digits].join('|');
}

/** Returns whether a text is a duration. */
export function isDuration(text: string): boolean {
  return DURATION_PATTERN.test(text);
}

/**
 * Returns the seconds of a duration such as `7d`.
 * @throws RangeError if the text is not a duration
 */
export function parseDuration(text: string): number {
  const parts = DURATION_PATTERN.exec(text);
  const unit = SECONDS_PER_UNIT.get(parts?.[2] ?? '');
  if (!parts || unit === undefined)
    throw new RangeError(
      `Not a duration: write a whole number and s, m, h or d, such as 30s, 10m, 24h or 7d.`,
    );
  return Number(parts[1]) * unit;
}

/** A duration as a whole number of one unit. */
interface Span {
  readonly count: number;
  readonly unit: 's' | 'm' | 'h' | 'd';
}

/** Returns a duration in the unit that sentences use: the largest possible unit, except that one day is 24 hours. */
export function spanOf(seconds: number): Span {
  return seconds === DAY_SECONDS ? { count: 24, unit: 'h' } : inLargestUnit(seconds);
}

function inLargestUnit(seconds: number): Span {
  for (const unit of ['d', 'h', 'm'] as const) {
    const size = SECONDS_PER_UNIT.get(unit) ?? 1;
    if (seconds >= size && seconds % size === 0) return { count: seconds / size, unit };
  }
  return { count: seconds, unit: 's' };
}

/** Formats whole seconds as a duration in the largest possible unit. 604800 is `7d`, 5400 is `90m`. */
export function formatDuration(seconds: number): string {
  const { count, unit } = inLargestUnit(seconds);
  return `${count}${unit}`;
}
