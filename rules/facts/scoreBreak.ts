import { DAY_SECONDS, utcDate } from '../time/index.ts';
import { BECAUSE } from './factSources.ts';
import type { FactSources, ReadSpan, ScoreBreak } from './factSources.ts';
import { readingDate } from './readingDate.ts';

/** What a score as of an earlier date is replaced by: nothing, the score right after a deletion, or nothing that is known. */
export type Baseline =
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
  if (newest.until === undefined) return unknown('a trip of the driver is being deleted just now');
  const on = `a trip of the driver was deleted on ${utcDate(newest.until)}`;
  if (across.some((each) => read(end).earliest <= endOf(each)))
    return unknown(`${on}, and the score on ${end} was read before that`);
  const { baseline } = newest;
  if (baseline === undefined) return unknown(`${on}, and the score after that is not read yet`);
  if (baseline.endDate > end)
    return unknown(`${on}, and the trip ended before that day: no score in between can be compared`);
  if (baseline.score === undefined) return unknown(`${on}, and the service had no score after that`);
  if (baseline.score === null) return unknown(`${on}, and the score after that ${BECAUSE.notRated}`);
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

function unknown(because: string): Baseline {
  return { kind: 'unknown', because };
}

/** How long before a trip's end a deletion may lie and still be across a change over so many days, in milliseconds. */
export function breakReachMs(days: number): number {
  return (days + 1) * DAY_SECONDS * 1000;
}
