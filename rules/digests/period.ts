import { sentence } from '../documents/index.ts';
import type { Digest, Sentence } from '../documents/index.ts';
import { addDays, utcDate } from '../time/index.ts';

const DAY_MILLIS = 86_400_000;

/** Whole UTC dates, `YYYY-MM-DD`, both included. */
export interface DateRange {
  readonly from: string;
  readonly to: string;
}

/** The period that a digest covers, and the one that it is compared with. */
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

/** The range of the same kind that ends the date before. */
function rangeBefore(range: DateRange, kind: Digest['period']): DateRange {
  return rangeEnding(addDays(range.from, -1), kind);
}

function rangeEnding(date: string, kind: Digest['period']): DateRange {
  if (kind === 'day') return { from: date, to: date };
  if (kind === 'week') return { from: addDays(date, -6), to: date };
  // The month is whole when the next date is in another one.
  const to = addDays(`${addDays(date, 1).slice(0, 7)}-01`, -1);
  return { from: `${to.slice(0, 7)}-01`, to };
}

/** The ranges that end with a period, one directly behind the other, the oldest first. */
export function periodsEndingWith(
  { kind, now }: Omit<DigestPeriod, 'before'>,
  count: number,
): readonly DateRange[] {
  const ranges: DateRange[] = [];
  for (let range = now; ranges.length < count; range = rangeBefore(range, kind)) ranges.unshift(range);
  return ranges;
}

/** Which period a caller asks for, each named by its last date, `YYYY-MM-DD`. */
export interface ChosenDates {
  /** The last one that is over when absent. */
  readonly period?: string;
  /** What it is compared with; the one before it when absent. */
  readonly compare?: string;
}

/** A period that a caller asked for, or which of the dates is wrong and why. */
export type ChosenPeriod =
  | { readonly ok: true; readonly period: DigestPeriod }
  | { readonly ok: false; readonly field: keyof ChosenDates; readonly said: Sentence };

/** The service has no earlier data of any fleet. */
const EARLIEST = '2000-01-01';

/** The period that a caller asks for at an instant: any that is over. */
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
      said: sentence('compareLate')`does not end before ${{ date: chosen.now.from }}, when the period begins`,
    };
  return { ok: true, period: { ...chosen, before } };
}

function wrongEnd(date: string, end: string, lastOver: string): Sentence | undefined {
  if (date > lastOver)
    return sentence('dateNotOver')`is not over: the last UTC date that is over is ${{ date: lastOver }}`;
  if (date < EARLIEST) return sentence('dateEarly')`is before ${{ date: EARLIEST }}`;
  return date === end
    ? undefined
    : sentence('dateInMonth')`is not the last date of a month: ${{ date: end }} is the one before it`;
}
