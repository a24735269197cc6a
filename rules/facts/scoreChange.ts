import { DAY_SECONDS, parseDuration, utcDate } from '../time/index.ts';
import { textParam } from '../vocabulary/index.ts';
import type { FactRequest, FactValue, Json, Reason, ReasonCode, Trip } from '../vocabulary/index.ts';
import type { FactSources, ReadSpan, ScoreBreak } from './factSources.ts';
import { known, endMillis, unknown } from './unknown.ts';

/** The baseline of a score that no deletion affects. */
const NOTHING_BETWEEN: Baseline = { kind: 'none' };

/**
 * Returns the score on the UTC date of the trip's end minus the one `over` days earlier. Returns unknown when either is missing
 * or cannot be rated. After a deletion by Tripline in between, the score right after it replaces the earlier one.
 */
export function scoreChange(
  request: FactRequest,
  of: {
    readonly trip: Trip;
    readonly scoreAt: (daysEarlier: number) => FactValue;
    readonly baselineOver?: (days: number) => Baseline;
  },
): FactValue {
  const { trip, scoreAt } = of;
  const over = spanDays(request);
  const now = scoreAt(0);
  if (!now.known) return now;
  const baseline = of.baselineOver?.(over) ?? NOTHING_BETWEEN;
  if (baseline.kind === 'unknown') return { known: false, because: baseline.because };
  if (baseline.kind === 'score')
    return {
      known: true,
      value: difference(now.value, baseline.score),
      sinceDeletion: baseline.date,
    };
  const before = scoreAt(over);
  if (!before.known) {
    const { because } = before;
    // The score of the trip's own end is known, so the trip has a date.
    return because.code === 'noScores'
      ? before
      : unknown('onDate', { because, date: readingDate(trip, over) ?? '' });
  }
  return known(difference(now.value, before.value));
}

/** Subtracts two scores. Scores are sent with few decimals, so rounding removes the error of binary subtraction. */
function difference(now: Json, before: Json): number {
  return Math.round((Number(now) - Number(before)) * 1e6) / 1e6;
}

const DAY_MILLIS = DAY_SECONDS * 1000;

/**
 * Returns the UTC date of the trip's end, or of some days earlier. Undefined when the end is missing, or the clock was wrong.
 */
export function readingDate(trip: Trip, daysEarlier = 0): string | undefined {
  const end = endMillis(trip);
  return end === undefined ? undefined : utcDate(end - daysEarlier * DAY_MILLIS);
}

/** Returns the number of whole days in the `over` parameter. */
export function spanDays(request: FactRequest): number {
  return parseDuration(textParam(request, 'over')) / DAY_SECONDS;
}

/** The replacement of a score as of an earlier date: none, the score right after a deletion, or an unknown one. */
type Baseline =
  | { readonly kind: 'none' }
  | { readonly kind: 'score'; readonly score: number; readonly date: string }
  | { readonly kind: 'unknown'; readonly because: Reason };

const NONE: Baseline = { kind: 'none' };

/** The default time of a reading: just now. */
const JUST_READ: ReadSpan = { earliest: Infinity, latest: Infinity };

/**
 * Returns the replacement of the driver's score of `daysEarlier` if Tripline deleted a trip between it and the trip's end. A
 * change across the deletion would be an effect of the deletion.
 */
export function baselineAcross(sources: FactSources, daysEarlier: number): Baseline {
  const { scoreBreaks = [], trip } = sources;
  const [end, start] = [readingDate(trip), readingDate(trip, daysEarlier)];
  if (scoreBreaks.length === 0 || end === undefined || start === undefined) return NONE;
  const read = (date: string): ReadSpan => sources.readAt?.get(date) ?? JUST_READ;
  const across = scoreBreaks.filter((each) => liesAcross(each, { start, end, read }));
  const newest = across.reduce<ScoreBreak | undefined>(
    (last, each) => (last === undefined || endOf(each) >= endOf(last) ? each : last),
    undefined,
  );
  if (newest === undefined) return NONE;
  if (newest.until === undefined) return unknownBaseline('deletingNow');
  const deleted = utcDate(newest.until);
  if (across.some((each) => read(end).earliest <= endOf(each)))
    return unknownBaseline('readBefore', { deleted, date: end });
  const { baseline } = newest;
  if (baseline === undefined) return unknownBaseline('scoreNotRead', { deleted });
  if (baseline.endDate > end) return unknownBaseline('endedBefore', { deleted });
  if (baseline.score === undefined) return unknownBaseline('noScoreAfter', { deleted });
  if (baseline.score === null) return unknownBaseline('notRatedAfter', { deleted });
  return { kind: 'score', score: baseline.score, date: deleted };
}

/** Returns whether the two scores may differ because of the deletion. */
function liesAcross(
  { tripDate = '', from, until }: ScoreBreak,
  span: { readonly start: string; readonly end: string; readonly read: (date: string) => ReadSpan },
): boolean {
  const { start, end, read } = span;
  // A trip of a later day is in neither score; a deletion before the earlier day is in both.
  if (tripDate > end || (until !== undefined && utcDate(until) < start)) return false;
  const isInEnd = read(end).latest >= from;
  const isInStart = tripDate <= start && read(start).latest >= from;
  return isInEnd || isInStart;
}

function endOf({ until }: ScoreBreak): number {
  return until ?? Infinity;
}

function unknownBaseline(code: ReasonCode, values?: Reason['values']): Baseline {
  return { kind: 'unknown', because: values === undefined ? { code } : { code, values } };
}

/** Returns the longest time between a deletion and a trip's end that can affect a change over so many days, in milliseconds. */
export function breakReachMs(days: number): number {
  return (days + 1) * DAY_SECONDS * 1000;
}
