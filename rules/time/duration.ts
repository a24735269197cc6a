/** Seconds in one of each unit a duration may be written in. */
const SECONDS_PER_UNIT: ReadonlyMap<string, number> = new Map([
  ['s', 1],
  ['m', 60],
  ['h', 3_600],
  ['d', 86_400],
]);

const UNIT_WORDS: ReadonlyMap<string, string> = new Map([
  ['s', 'second'],
  ['m', 'minute'],
  ['h', 'hour'],
  ['d', 'day'],
]);

/** How a duration is written: a whole number and one unit, such as `30s`, `10m`, `24h` or `7d`. */
export const DURATION_PATTERN = /^(\d{1,6})([smhd])$/;

/** Seconds in one UTC day. */
export const DAY_SECONDS = 86_400;

/** Whether a text is a duration. */
export function isDuration(text: string): boolean {
  return DURATION_PATTERN.test(text);
}

/**
 * A duration such as `7d` in seconds.
 * @throws RangeError when the text is not a duration.
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

function inLargestUnit(seconds: number): { readonly count: number; readonly unit: string } {
  for (const unit of ['d', 'h', 'm']) {
    const size = SECONDS_PER_UNIT.get(unit) ?? 1;
    if (seconds >= size && seconds % size === 0) return { count: seconds / size, unit };
  }
  return { count: seconds, unit: 's' };
}

/** Whole seconds as the shortest duration that says the same: 604800 is `7d`, 5400 is `90m`. */
export function formatDuration(seconds: number): string {
  const { count, unit } = inLargestUnit(seconds);
  return `${count}${unit}`;
}

/** Whole seconds in words: 604800 is `7 days`, 86400 is `24 hours`. */
export function describeDuration(seconds: number): string {
  if (seconds === DAY_SECONDS) return '24 hours';
  const { count, unit } = inLargestUnit(seconds);
  return `${count} ${UNIT_WORDS.get(unit) ?? ''}${count === 1 ? '' : 's'}`;
}
