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

/** Facts from the service that the rules need in addition to the trip itself. */
export interface ServiceFacts {
  /** Scores of the driver by end date; `undefined` for a date for which the service has none. */
  readonly readings: ReadonlyMap<string, DriverReading | undefined>;
  /** Times at which the driver's scores were read, by end date. */
  readonly readAt: ReadonlyMap<string, ReadSpan>;
  /** Deleted trips of the driver, if the deletion may lie between two scores that a rule compares. */
  readonly scoreBreaks: readonly ScoreBreak[];
  /** The driver's groups; undefined when they were not requested or are not known. */
  readonly groups: readonly string[] | undefined;
  /** Scores of the fleet and its groups, by `scoreKey`. */
  readonly scores: ReadonlyMap<string, FleetReading | undefined>;
  /** True when a fact is missing only because the service did not answer. The trip is then re-evaluated later. */
  readonly incomplete: boolean;
}

/**
 * Reads the facts that the fleet's rules need from the service, each once per trip, and no others.
 * @throws ApplicationFailure (worth a retry) with `timing: 'wait'` while the service is unavailable
 */
export async function serviceFactsFor(
  deps: ActivityDependencies,
  input: {
    readonly key: TripKey;
    readonly trip: Trip;
    readonly rules: FleetRules;
    readonly timing: Timing;
    /** State of the fleet's documents and silences, if the caller has just read it. */
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
  // Reads scores and groups at the same time, so that a collision does not wait for one after the other.
  const [driver, groups] = await Promise.all([
    readDriver(deps, key, { endDates, timing }),
    needsGroups ? readGroups(deps, key, timing) : undefined,
  ]);
  const span = { earliest, latest: deps.now().getTime() };
  // Reads deletions after the scores, so that a deletion that began meanwhile is found.
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
