import { DAY_SECONDS, parseDuration, utcDate } from '../time/index.ts';
import { textParam } from '../vocabulary/index.ts';
import type { FactRequest, FactValue, Json, Trip } from '../vocabulary/index.ts';
import type { FactSources, ReadSpan, ScoreBreak } from './factSources.ts';
import { BECAUSE, known, endMillis, unknown } from './unknown.ts';

/** What is known of a score some days earlier, where nothing may stand in for it. */
const NOTHING_BETWEEN: Baseline = { kind: 'none' };

/**
 * The score on the UTC date of the trip's end minus the one `over` days earlier; unknown when either is missing or
 * cannot be rated. Across a deletion of ours the score right after it takes the earlier one's place.
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
  if (baseline.kind === 'unknown') return unknown(baseline.because);
  if (baseline.kind === 'score')
    return {
      known: true,
      value: difference(now.value, baseline.score),
      sinceDeletion: baseline.date,
    };
  const before = scoreAt(over);
  if (!before.known) {
    const named = before.because.startsWith('the service has no ');
    return named ? before : unknown(`${before.because} on ${readingDate(trip, over)}`);
  }
  return known(difference(now.value, before.value));
}

/** Scores are sent with few decimals: rounding takes out what binary subtraction adds. */
function difference(now: Json, before: Json): number {
  return Math.round((Number(now) - Number(before)) * 1e6) / 1e6;
}

const DAY_MILLIS = DAY_SECONDS * 1000;

/** The UTC date of the trip's end, some days earlier when asked; undefined when the end was not sent, or by a clock that is wrong. */
export function readingDate(trip: Trip, daysEarlier = 0): string | undefined {
  const end = endMillis(trip);
  return end === undefined ? undefined : utcDate(end - daysEarlier * DAY_MILLIS);
}

/** How many whole days a `days` parameter spans. */
export function spanDays(request: FactRequest): number {
  return parseDuration(textParam(request, 'over')) / DAY_SECONDS;
}

/** What a score as of an earlier date is replaced by: nothing, the score right after a deletion, or nothing that is known. */
type Baseline =
  | { readonly kind: 'none' }
  | { readonly kind: 'score'; readonly score: number; readonly date: string }
  | { readonly kind: 'unknown'; readonly because: string };

const NONE: Baseline = { kind: 'none' };

/** Where the readings of an evaluation come from: just now, when nothing else is said. */
const JUST_READ: ReadSpan = { earliest: Infinity, latest: Infinity };

/**
 * What stands in for the driver's score of `daysEarlier`, where a deletion of ours lies between it and the score at the
 * trip's end: a change across it would be one that we made.
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
  if (newest.until === undefined) return unknownBaseline('a trip of the driver is being deleted just now');
  const on = `a trip of the driver was deleted on ${utcDate(newest.until)}`;
  if (across.some((each) => read(end).earliest <= endOf(each)))
    return unknownBaseline(`${on}, and the score on ${end} was read before that`);
  const { baseline } = newest;
  if (baseline === undefined) return unknownBaseline(`${on}, and the score after that is not read yet`);
  if (baseline.endDate > end)
    return unknownBaseline(`${on}, and the trip ended before that day: no score in between can be compared`);
  if (baseline.score === undefined) return unknownBaseline(`${on}, and the service had no score after that`);
  if (baseline.score === null) return unknownBaseline(`${on}, and the score after that ${BECAUSE.notRated}`);
  return { kind: 'score', score: baseline.score, date: utcDate(newest.until) };
}

/** Whether the two scores may differ because of the deletion. */
function liesAcross(
  { tripDate = '', from, until }: ScoreBreak,
  span: { readonly start: string; readonly end: string; readonly read: (date: string) => ReadSpan },
): boolean {
  const { start, end, read } = span;
  // A trip of a later day is in neither; a deletion of an earlier day is in both.
  if (tripDate > end || (until !== undefined && utcDate(until) < start)) return false;
  const isInEnd = read(end).latest >= from;
  const isInStart = tripDate <= start && read(start).latest >= from;
  return isInEnd || isInStart;
}

function endOf({ until }: ScoreBreak): number {
  return until ?? Infinity;
}

function unknownBaseline(because: string): Baseline {
  return { kind: 'unknown', because };
}

/** How long before a trip's end a deletion may lie and still be across a change over so many days, in milliseconds. */
export function breakReachMs(days: number): number {
  return (days + 1) * DAY_SECONDS * 1000;
}
