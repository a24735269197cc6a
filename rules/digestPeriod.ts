import type { Digest } from './digest.ts';
import { utcDate } from './instant.ts';
import { addDays } from './zonedTime.ts';

const DAY_MILLIS = 86_400_000;

/** Whole UTC dates, `YYYY-MM-DD`, both included. */
export interface DateRange {
  readonly from: string;
  readonly to: string;
}

/** What a digest tells of, and what it compares that with. */
export interface DigestPeriod {
  readonly kind: Digest['period'];
  readonly now: DateRange;
  readonly before: DateRange;
}

/** The last UTC date that is over at an instant. */
export function lastDateOver(instant: Date): string {
  return utcDate(instant.getTime() - DAY_MILLIS);
}

/** The period whose last date is this one; for `month` the last month that is over with it. */
export function periodEnding(date: string, kind: Digest['period']): DigestPeriod {
  const now = rangeEnding(date, kind);
  return { kind, now, before: rangeBefore(now, kind) };
}

/** The range of the same kind that ends the date before: also those further back, one by one. */
export function rangeBefore(range: DateRange, kind: Digest['period']): DateRange {
  return rangeEnding(addDays(range.from, -1), kind);
}

/**
 * The period of a digest that is made at an instant, whenever that is: it ends with the last UTC date over then. What a
 * scheduled one tells of is said by `sendingsBetween`.
 */
export function periodAt(instant: Date, { period }: Pick<Digest, 'period'>): DigestPeriod {
  return periodEnding(lastDateOver(instant), period);
}

function rangeEnding(date: string, kind: Digest['period']): DateRange {
  if (kind === 'day') return { from: date, to: date };
  if (kind === 'week') return { from: addDays(date, -6), to: date };
  // The month is whole when the next date is in another one.
  const to = addDays(`${addDays(date, 1).slice(0, 7)}-01`, -1);
  return { from: `${to.slice(0, 7)}-01`, to };
}
