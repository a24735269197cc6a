import { sentence } from '../documents/index.ts';
import type { Digest, Sentence } from '../documents/index.ts';
import { addDays, utcDate } from '../time/index.ts';

const DAY_MILLIS = 86_400_000;

/** A range of UTC dates, `YYYY-MM-DD`, both included. */
export interface DateRange {
  readonly from: string;
  readonly to: string;
}

/** The period that a digest covers, and the earlier period with which it is compared. */
export interface DigestPeriod {
  readonly kind: Digest['period'];
  readonly now: DateRange;
  readonly before: DateRange;
}

/** Returns the last UTC date that is over at an instant. */
export function lastDateOver(instant: Date): string {
  return utcDate(instant.getTime() - DAY_MILLIS);
}

/** Returns the period that ends on a date. For `month`, returns the last month that is over at the end of that date. */
export function periodEnding(date: string, kind: Digest['period']): DigestPeriod {
  const now = rangeEnding(date, kind);
  return { kind, now, before: rangeBefore(now, kind) };
}

/** Returns the preceding range of the same kind. */
function rangeBefore(range: DateRange, kind: Digest['period']): DateRange {
  return rangeEnding(addDays(range.from, -1), kind);
}

function rangeEnding(date: string, kind: Digest['period']): DateRange {
  if (kind === 'day') return { from: date, to: date };
  if (kind === 'week') return { from: addDays(date, -6), to: date };
  // The month is complete when the next date is in another month.
  const to = addDays(`${addDays(date, 1).slice(0, 7)}-01`, -1);
  return { from: `${to.slice(0, 7)}-01`, to };
}

/** Returns `count` consecutive ranges, oldest first. The last one is the given period. */
export function periodsEndingWith(
  { kind, now }: Omit<DigestPeriod, 'before'>,
  count: number,
): readonly DateRange[] {
  const ranges: DateRange[] = [];
  for (let range = now; ranges.length < count; range = rangeBefore(range, kind)) ranges.unshift(range);
  return ranges;
}

/** The periods that a caller requests. Each is given by its last date, `YYYY-MM-DD`. */
export interface ChosenDates {
  /** Absent: the last period that is over. */
  readonly period?: string;
  /** The period to compare with. Absent: the preceding period. */
  readonly compare?: string;
}

/** The requested period, or the name of the wrong field with the reason. */
export type ChosenPeriod =
  | { readonly ok: true; readonly period: DigestPeriod }
  | { readonly ok: false; readonly field: keyof ChosenDates; readonly said: Sentence };

/** The earliest date that may be requested. The service has no earlier data of any fleet. */
const EARLIEST = '2000-01-01';

/** Returns the requested period, or the reason why it is not allowed. The period must be over at the instant `now`. */
export function chosenPeriod(
  { period, compare }: ChosenDates,
  { kind, now }: { readonly kind: Digest['period']; readonly now: Date },
): ChosenPeriod {
  const lastOver = lastDateOver(now);
  const chosen = periodEnding(period ?? lastOver, kind);
  if (period !== undefined) {
    const wrong = wrongEnd(period, chosen.now.to, lastOver);
    if (wrong !== undefined) return { ok: false, field: 'period', said: wrong };
  }
  if (compare === undefined) return { ok: true, period: chosen };
  const before = rangeEnding(compare, kind);
  const wrong = wrongEnd(compare, before.to, lastOver);
  if (wrong !== undefined) return { ok: false, field: 'compare', said: wrong };
  if (before.to >= chosen.now.from)
    return {
      ok: false,
      field: 'compare',
      said: sentence('compareLate', { date: chosen.now.from }),
    };
  return { ok: true, period: { ...chosen, before } };
}

function wrongEnd(date: string, end: string, lastOver: string): Sentence | undefined {
  if (date > lastOver) return sentence('dateNotOver', { date: lastOver });
  if (date < EARLIEST) return sentence('dateEarly', { date: EARLIEST });
  return date === end ? undefined : sentence('dateInMonth', { date: end });
}
