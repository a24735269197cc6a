import { zonedClock } from './zonedTime.ts';

/** What summer time adds at most; the crossing of the date line is no summer time. */
const MOST_SUMMER_MINUTES = 120;
/** Months looked at before and after: every zone's year of summer and winter. */
const MONTHS = 12;
const KEPT = 2_000;

const YEARS = new Map<string, readonly number[]>();

function offsetMinutes(at: Date, zone: string): number {
  const { date, minutes } = zonedClock(at, zone);
  return (Date.parse(`${date}T00:00:00Z`) - Math.floor(at.getTime() / 60_000) * 60_000) / 60_000 + minutes;
}

/** The offsets from UTC that a zone has in the year around a month, in minutes. */
function offsetsAround(zone: string, month: string): readonly number[] {
  const key = `${zone} ${month}`;
  const known = YEARS.get(key);
  if (known) return known;
  const [year = 0, index = 1] = month.split('-').map(Number);
  const offsets = new Set<number>();
  for (let month = -MONTHS; month <= MONTHS; month += 1)
    for (const day of [1, 15])
      offsets.add(offsetMinutes(new Date(Date.UTC(year, index - 1 + month, day)), zone));
  if (YEARS.size >= KEPT) YEARS.clear();
  YEARS.set(key, [...offsets]);
  return [...offsets];
}

/**
 * The greatest offset from UTC that a zone's clock has in the year around an instant: the one of its summer.
 * @param now the instant, and the offset there, in minutes
 */
export function greatestOffset(zone: string, now: { readonly at: Date; readonly minutes: number }): number {
  const around = offsetsAround(zone, now.at.toISOString().slice(0, 7));
  const likely = around.filter(
    (offset) => offset >= now.minutes && offset <= now.minutes + MOST_SUMMER_MINUTES,
  );
  return Math.max(now.minutes, ...likely);
}
