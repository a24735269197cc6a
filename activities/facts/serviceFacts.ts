import { namedScores, planFacts } from '../../rules/facts/index.ts';
import type { ReadSpan, ScoreBreak } from '../../rules/facts/index.ts';
import type { DriverReading, FleetReading, Trip } from '../../rules/vocabulary/index.ts';
import { fleetMoment } from '../../store/assessment/index.ts';
import type { FleetMoment } from '../../store/assessment/index.ts';
import type { TripKey } from '../../workflows/contracts/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import { readGroups } from './groups.ts';
import type { FleetRules } from './ruleLoader.ts';
import { readScoreBreaks } from './scoreBreaks.ts';
import { readDriver, readScores } from './scoreReadings.ts';
import type { Timing } from './scoreReadings.ts';

/** Facts that the rules need from the service besides the trip itself. */
export interface ServiceFacts {
  /** Readings of the driver by their end date; `undefined` for a date whose reading the service does not have. */
  readonly readings: ReadonlyMap<string, DriverReading | undefined>;
  /** Times at which those were read, by end date. */
  readonly readAt: ReadonlyMap<string, ReadSpan>;
  /** Trips of the driver that we deleted, where a change of score may span the deletion. */
  readonly scoreBreaks: readonly ScoreBreak[];
  /** The driver's groups; undefined when not requested, or not known. */
  readonly groups: readonly string[] | undefined;
  /** Fleet and group readings by `scoreKey`. */
  readonly scores: ReadonlyMap<string, FleetReading | undefined>;
  /** True when something is missing only because the service did not answer: the trip is then re-evaluated later. */
  readonly incomplete: boolean;
}

/**
 * Reads the facts that the fleet's rules need from the service, once a trip, and no others.
 * @throws ApplicationFailure (worth a retry) with `timing: 'wait'` while the service is unavailable
 */
export async function serviceFactsFor(
  deps: ActivityDependencies,
  input: {
    readonly key: TripKey;
    readonly trip: Trip;
    readonly rules: FleetRules;
    readonly timing: Timing;
    /** The moment, when the caller has just read it. */
    readonly moment?: FleetMoment;
  },
): Promise<ServiceFacts> {
  const { key, timing } = input;
  const { compiled } = input.rules;
  const plan = planFacts(compiled.requests, input.trip);
  const moment = input.moment ?? (await fleetMoment(deps.db, { fleetId: key.fleet, at: deps.now() }));
  const needsGroups = plan.needsGroups || compiled.needsGroups || moment.isSilencedByGroup;
  const endDates = plan.readings.map((reading) => reading.endDate);
  const earliest = deps.now().getTime();
  // A collision must not wait for one answer after the other.
  const [driver, groups] = await Promise.all([
    readDriver(deps, key, { endDates, timing }),
    needsGroups ? readGroups(deps, key, timing) : undefined,
  ]);
  const span = { earliest, latest: deps.now().getTime() };
  // Read after the scores, so that a deletion that began meanwhile is seen.
  const breaks = await readScoreBreaks(deps, key, {
    trip: input.trip,
    requests: compiled.requests,
    timing,
  });
  const scores = await readScores(deps, key.fleet, {
    questions: namedScores(plan.scores, groups?.groups),
    timing,
  });
  return {
    readings: driver.readings,
    readAt: new Map([...driver.readings.keys()].map((endDate) => [endDate, span])),
    scoreBreaks: breaks.scoreBreaks,
    groups: groups?.groups,
    scores: scores.scores,
    incomplete: driver.incomplete || breaks.incomplete || groups?.incomplete === true || scores.incomplete,
  };
}
