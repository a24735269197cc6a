import type { AnalyticsClient, Outcome } from '../../analytics/index.ts';
import { scoreKey } from '../../rules/facts/index.ts';
import type { ScoreQuestion } from '../../rules/facts/index.ts';
import type { DriverReading, FleetReading } from '../../rules/vocabulary/index.ts';
import { getScoreReading, keepScoreReading } from '../../store/facts/index.ts';
import type { StoredScoreReading } from '../../store/facts/index.ts';
import type { TripKey } from '../../workflows/contracts/index.ts';
import { analyticsOf } from '../dependencies/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import { expectOk } from './expectOk.ts';

/**
 * Milliseconds for which a score is fresh if its day was not over when it was read, because every trip of that day changes it.
 */
const TODAY_MS = 15 * 60_000;
/**
 * Milliseconds for which a score is fresh if its day was over when it was read. Late uploads and deletions change such a score
 * only a little.
 */
const PAST_MS = 12 * 3_600_000;
const DAY_MS = 86_400_000;

/** Scores by `scoreKey`, and whether the service was unavailable for some of them. */
export interface Scores {
  readonly scores: ReadonlyMap<string, FleetReading | undefined>;
  readonly incomplete: boolean;
}

/** A score, `undefined` if the service has none, or the failure of the request. */
type Answer = Outcome<FleetReading | undefined>;

/**
 * Returns the scores of the fleet and its groups. Uses stored scores while they are fresh, because they are the same for every
 * trip of the fleet.
 * @throws ApplicationFailure (worth a retry) with `timing: 'wait'` while the service is unavailable
 */
export async function readScores(
  deps: ActivityDependencies,
  fleet: string,
  options: { readonly questions: readonly ScoreQuestion[]; readonly timing: Timing },
): Promise<Scores> {
  const scores = new Map<string, FleetReading | undefined>();
  let incomplete = false;
  for (const question of options.questions) {
    const outcome = await once(analyticsOf(deps, fleet), scoreKey(question), () =>
      storedOrAsked(deps, fleet, question),
    );
    if (outcome.kind === 'ok') scores.set(scoreKey(question), outcome.value);
    else if (options.timing === 'wait') await expectOk(deps, fleet, outcome);
    else incomplete = true;
  }
  return { scores, incomplete };
}

/** Returns the stored score while it is fresh. Otherwise reads it from the service and stores it. */
async function storedOrAsked(
  deps: ActivityDependencies,
  fleet: string,
  question: ScoreQuestion,
): Promise<Answer> {
  const key = { fleetId: fleet, endDate: question.endDate, ...groupIdOf(question) };
  const stored = await getScoreReading(deps.db, key);
  if (stored && isFresh(stored, question.endDate, deps.now())) return { kind: 'ok', value: stored.reading };
  const outcome = await analyticsOf(deps, fleet).fleetScore({
    ...rangeEndingOn(question.endDate),
    fields: ['driving_behavior'],
    ...groupIdOf(question),
  });
  if (outcome.kind !== 'ok' && !isMissing(outcome)) return outcome;
  const reading = outcome.kind === 'ok' ? outcome.value : undefined;
  await keepScoreReading(deps.db, { ...key, reading, at: deps.now() });
  return { kind: 'ok', value: reading };
}

function groupIdOf({ group }: ScoreQuestion): { groupId?: string } {
  return group === undefined ? {} : { groupId: group };
}

function isFresh(stored: StoredScoreReading, endDate: string, now: Date): boolean {
  const dayIsOver = stored.readAt.getTime() >= Date.parse(endDate) + DAY_MS;
  return now.getTime() - stored.readAt.getTime() < (dayIsOver ? PAST_MS : TODAY_MS);
}

function isMissing(outcome: Outcome<FleetReading>): boolean {
  return outcome.kind === 'no_such_trip' || (outcome.kind === 'invalid' && outcome.notFound === true);
}

/** Unfinished requests of this process, so that trips that are decided at the same time share one answer. */
const underWay = new WeakMap<AnalyticsClient, Map<string, Promise<Answer>>>();

function once(client: AnalyticsClient, key: string, ask: () => Promise<Answer>): Promise<Answer> {
  const asked = underWay.get(client) ?? new Map<string, Promise<Answer>>();
  underWay.set(client, asked);
  const earlier = asked.get(key);
  if (earlier) return earlier;
  const answer = ask().finally(() => asked.delete(key));
  asked.set(key, answer);
  return answer;
}

/**
 * Handling of facts that the service does not return now. `'now'`: they are omitted and reported as missing. `'wait'`: an error
 * is thrown, so that Temporal retries.
 */
export type Timing = 'now' | 'wait';

/** Scores of a driver by end date; `undefined` for a date for which the service has none. */
type Readings = ReadonlyMap<string, DriverReading | undefined>;

/** Scores of a driver, and whether the service was unavailable for some of them. */
interface DriverReadings {
  readonly readings: Readings;
  /** True when a score is missing only because the service did not answer. The trip is then re-evaluated later. */
  readonly incomplete: boolean;
}

/** Days that one score covers: a week, as in the service's own default. It is the score at the end of those days. */
const RANGE_DAYS = 7;

/** Returns the range of dates of a score that ends on a UTC date. Both dates are included. */
export function rangeEndingOn(endDate: string): { readonly startDate: string; readonly endDate: string } {
  const first = new Date(Date.parse(endDate) - (RANGE_DAYS - 1) * DAY_MS);
  return { startDate: first.toISOString().slice(0, 10), endDate };
}

/**
 * Reads the driver's scores as of each of these UTC dates. While the service is unavailable, `timing: 'wait'` throws. `'now'`
 * omits the score and reports it as missing, because a collision must not wait for a score.
 */
export async function readDriver(
  deps: ActivityDependencies,
  key: TripKey,
  options: { readonly endDates: readonly string[]; readonly timing: Timing },
): Promise<DriverReadings> {
  const readings = new Map<string, DriverReading | undefined>();
  let incomplete = false;
  for (const endDate of new Set(options.endDates)) {
    const outcome = await analyticsOf(deps, key.fleet).driverScore(key.driverId, rangeEndingOn(endDate));
    if (outcome.kind === 'ok') readings.set(endDate, outcome.value);
    else if (outcome.kind === 'no_such_trip' || (outcome.kind === 'invalid' && outcome.notFound))
      readings.set(endDate, undefined);
    else if (options.timing === 'wait') await expectOk(deps, key, outcome);
    else {
      readings.set(endDate, undefined);
      incomplete = true;
    }
  }
  return { readings, incomplete };
}
