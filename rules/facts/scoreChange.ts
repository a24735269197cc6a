import { DAY_SECONDS, parseDuration, utcDate } from '../time/index.ts';
import { textParam } from '../vocabulary/index.ts';
import type { FactRequest, FactValue, Json, Reason, ReasonCode, Trip } from '../vocabulary/index.ts';
import type { FactSources, ReadSpan, ScoreBreak } from './factSources.ts';
import { known, endMillis, unknown } from './unknown.ts';

/** Result for a score that no deletion affects. */
const NOTHING_BETWEEN: Baseline = { kind: 'none' };

/**
 * Returns the score on the UTC date of the trip's end minus the score `over` days earlier. The result is unknown if one of the
 * scores is missing or cannot be rated. If Tripline deleted a trip in between, the first score after the deletion replaces the
 * earlier score.
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
    // The score on the date of the trip's end is known, so the trip has a date.
    return because.code === 'noScores'
      ? before
      : unknown('onDate', { because, date: readingDate(trip, over) ?? '' });
  }
  return known(difference(now.value, before.value));
}

/** Subtracts two scores. Rounding removes the error of binary subtraction, because scores have few decimals. */
function difference(now: Json, before: Json): number {
  return Math.round((Number(now) - Number(before)) * 1e6) / 1e6;
}

const DAY_MILLIS = DAY_SECONDS * 1000;

/**
 * Returns the UTC date of the trip's end, or a date some days earlier. Returns `undefined` if the end is missing, or if the
 * device's clock was wrong.
 */
export function readingDate(trip: Trip, daysEarlier = 0): string | undefined {
  const end = endMillis(trip);
  return end === undefined ? undefined : utcDate(end - daysEarlier * DAY_MILLIS);
}

/** Returns the number of whole days in the `over` parameter. */
export function spanDays(request: FactRequest): number {
  return parseDuration(textParam(request, 'over')) / DAY_SECONDS;
}

/**
 * The replacement of an earlier score. `none`: the earlier score is used. `score`: the first score after a deletion is used.
 * `unknown`: the replacement is needed but unknown.
 */
type Baseline =
  | { readonly kind: 'none' }
  | { readonly kind: 'score'; readonly score: number; readonly date: string }
  | { readonly kind: 'unknown'; readonly because: Reason };

const NONE: Baseline = { kind: 'none' };

/** Assumed fetch time of a reading whose time is not given: just now, after all other data. */
const JUST_READ: ReadSpan = { earliest: Infinity, latest: Infinity };

/**
 * Returns the replacement of the driver's score `daysEarlier` if Tripline deleted a trip since then. Without the replacement, a
 * score change could be an effect of the deletion.
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

/** Returns whether a deletion may be the cause of a difference between the two scores. */
function liesAcross(
  { tripDate = '', from, until }: ScoreBreak,
  span: { readonly start: string; readonly end: string; readonly read: (date: string) => ReadSpan },
): boolean {
  const { start, end, read } = span;
  // A trip after the later date is in neither score. A deletion before the earlier date has affected both scores.
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

/**
 * Returns the longest time, in milliseconds, between a deletion and a trip's end for which the deletion can affect a score change
 * over some days.
 */
export function breakReachMs(days: number): number {
  return (days + 1) * DAY_SECONDS * 1000;
}
