import pLimit from 'p-limit';
import type { Outcome } from '../../analytics/index.ts';
import { DIGEST_RATINGS } from '../../messages/digests/index.ts';
import type {
  ComparedFigure,
  DigestCaveat,
  DigestRating,
  DigestScores,
} from '../../messages/digests/index.ts';
import type { FleetReading } from '../../rules/vocabulary/index.ts';
import type { DigestRunFacts, StoredDates } from '../../store/digests/index.ts';
import { NoAnalyticsError, analyticsOf } from '../dependencies/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import { expectOk } from '../facts/index.ts';
import { NOT_KNOWN, UNAVAILABLE, callSource, compared, linePeriods, mayRetry, valueOf } from './figures.ts';
import type { Value } from './figures.ts';
import { withUsual } from './variation.ts';

/** Number of concurrent requests. It is below the eight that a fleet may have, so that live trips never wait for a digest. */
const AT_ONCE = 3;
const FIELDS = ['info', 'driving_behavior'] as const;

/**
 * Scores of the requested groups in their order (`undefined` is the whole fleet), with a caveat if requests were not answered.
 */
export interface DigestScoresRead {
  readonly scores: readonly DigestScores[];
  readonly caveats: readonly DigestCaveat[];
}

/** Result of a request for a score. `reading` is undefined when the service has no score. */
type Answer = { readonly kind: 'read'; readonly reading: FleetReading | undefined } | Unread;
interface Unread {
  readonly kind: 'unread';
  readonly reason: string;
}

/**
 * Reads the scores of the fleet or its groups over eight periods, with one call per period and group.
 * @throws ApplicationFailure (worth a retry) while the service is unavailable and the run still waits for it
 */
export async function readDigestScores(
  deps: ActivityDependencies,
  run: DigestRunFacts,
  groups: readonly (string | undefined)[],
): Promise<DigestScoresRead> {
  const atOnce = pLimit(AT_ONCE);
  const line = linePeriods(run);
  const isInLine = line.some((dates) => isSame(dates, run.before));
  const ranges = isInLine ? line : [...line, run.before];
  const answers = await Promise.all(
    groups.map((group) =>
      Promise.all(ranges.map((dates) => atOnce(() => readScore(deps, run, { dates, group })))),
    ),
  );
  const unread = answers.flat().filter((answer) => answer.kind === 'unread');
  const scores = answers.map((ofGroup, at) => {
    const answerOf = (dates: StoredDates): Answer =>
      ofGroup[ranges.findIndex((each) => isSame(each, dates))]!;
    return scoresOf(run, { group: groups[at], line, answerOf });
  });
  const [first] = unread;
  const counted = { missing: unread.length, of: answers.flat().length };
  return {
    scores,
    caveats: first ? [{ kind: 'scores_unread', ...counted, reason: first.reason }] : [],
  };
}

function isSame(one: StoredDates, other: StoredDates): boolean {
  return one.from === other.from && one.to === other.to;
}

async function readScore(
  deps: ActivityDependencies,
  run: DigestRunFacts,
  query: { readonly dates: StoredDates; readonly group: string | undefined },
): Promise<Answer> {
  const { dates, group } = query;
  const outcome = await ask(deps, run.fleetId, () =>
    analyticsOf(deps, run.fleetId).fleetScore({
      startDate: dates.from,
      endDate: dates.to,
      fields: FIELDS,
      ...(group === undefined ? {} : { groupId: group }),
    }),
  );
  if (outcome.kind === 'ok') return forDates(outcome.value, dates);
  if (outcome.kind === 'no_such_trip' || (outcome.kind === 'invalid' && outcome.notFound === true))
    return { kind: 'read', reading: undefined };
  if (outcome.kind !== 'invalid' && mayRetry(run, deps.now())) await expectOk(deps, run.fleetId, outcome);
  return { kind: 'unread', reason: reasonOf(outcome) };
}

/** Calls the service. Returns `invalid` for a fleet that has no analytics service. */
async function ask<T>(
  deps: ActivityDependencies,
  fleet: string,
  call: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof NoAnalyticsError)) throw error;
    deps.log.warn({ fleet, err: error }, 'a digest has no analytics service to ask');
    return { kind: 'invalid', reason: error.message };
  }
}

/** Returns the reading, or `unread` if it covers other dates than the requested ones. */
function forDates(reading: FleetReading, dates: StoredDates): Answer {
  const isOther =
    (reading.startDate !== undefined && reading.startDate !== dates.from) ||
    (reading.endDate !== undefined && reading.endDate !== dates.to);
  return isOther ? { kind: 'unread', reason: 'the response covers other dates' } : { kind: 'read', reading };
}

/** Describes in words why a request failed. */
export function reasonOf(outcome: Exclude<Outcome<unknown>, { kind: 'ok' }>): string {
  switch (outcome.kind) {
    case 'unauthorised':
      return 'it refuses the API key';
    case 'limited':
      return 'it is limiting this fleet';
    case 'no_such_trip':
      return 'not found';
    case 'unavailable':
    case 'invalid':
      return outcome.reason;
  }
}

function scoresOf(
  run: DigestRunFacts,
  of: {
    readonly group: string | undefined;
    readonly line: readonly StoredDates[];
    readonly answerOf: (dates: StoredDates) => Answer;
  },
): DigestScores {
  const { group, answerOf } = of;
  const [now, before] = [answerOf(run.now), answerOf(run.before)];
  const call = (dates: StoredDates): string => callSource('/v3/score', { dates, fields: FIELDS, group });
  const source = `${call(run.now)} and ${call(run.before)}`;
  // Shows no usual change if another period was chosen for the comparison, because the usual change applies to consecutive
  // periods.
  const isNeighbour = of.line.at(-2)?.to === run.before.to;
  const earlier = isNeighbour ? of.line.slice(0, -1).map(answerOf) : [];
  const both = (read: (answer: Answer) => Value): ComparedFigure =>
    withUsual(compared(read(now), read(before), source), earlier.map(read).map(numberOf));
  const info = (read: (reading: FleetReading) => number | undefined) =>
    both((answer) =>
      answer.kind === 'unread' ? UNAVAILABLE : answer.reading ? valueOf(read(answer.reading)) : NOT_KNOWN,
    );
  const ratings = DIGEST_RATINGS.map((name) => [name, both((answer) => ratedValue(answer, name))]);
  return {
    group: group ?? null,
    score: both((answer) => ratedValue(answer, 'service_score')),
    ratings: Object.fromEntries(ratings) as Record<DigestRating, ComparedFigure>,
    drivers: info((reading) => reading.driversCount),
    distanceKm: info((reading) => reading.distanceKm),
    durationSeconds: info((reading) => reading.durationSeconds),
    line: of.line.map((dates) => {
      const score = ratedValue(answerOf(dates), 'service_score');
      return { to: dates.to, score: 'value' in score ? score.value : null, source: call(dates) };
    }),
  };
}

function numberOf(value: Value): number | null {
  return 'value' in value ? value.value : null;
}

function ratedValue(answer: Answer, name: 'service_score' | DigestRating): Value {
  if (answer.kind === 'unread') return UNAVAILABLE;
  const { reading } = answer;
  const value = name === 'service_score' ? reading?.score : reading?.ratings[name];
  if (value !== null) return valueOf(value);
  return { missing: reading?.notGiven?.includes(name) ? 'not_known' : 'not_rated' };
}
