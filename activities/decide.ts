import type { Decision, RuleDecision } from '../rules/decision.ts';
import { stillAsks } from '../rules/stillAsks.ts';
import type { Trip } from '../rules/trip.ts';
import { matchedRules } from '../store/alerts.ts';
import type { Tx } from '../store/database.ts';
import { latestDecision, recordDecision } from '../store/decisions.ts';
import { endUnmatchedDeletions } from '../store/deletionStanding.ts';
import { forgetTrips } from '../store/forgetTrips.ts';
import { isForgotten } from '../store/forgotten.ts';
import { lockRules, withDriverLock } from '../store/locks.ts';
import { keepReading } from '../store/readings.ts';
import { keepReleasesWaiting } from '../store/releases.ts';
import { matchedTrials } from '../store/trialAlerts.ts';
import { recordUndecided } from '../store/trialUndecided.ts';
import { keepTrip } from '../store/tripContent.ts';
import { getTrip, isOnlyKept, setTripState } from '../store/trips.ts';
import { tripEndedAt } from '../store/tripTime.ts';
import { windowSinceOf } from '../store/windowShare.ts';
import type { TripKey } from '../workflows/contract.ts';
import { actionsOf, admitMatches, rulesToLock } from './admitMatches.ts';
import { endedQuestions } from './deletionAsk.ts';
import { connectionsOf } from './dependencies.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { evaluateTrip } from './evaluateTrip.ts';
import { fingerprint } from './fingerprint.ts';
import type { FleetRules } from './publishedRules.ts';
import { recordAlerts } from './recordAlerts.ts';
import type { ServiceFacts } from './serviceFacts.ts';
import { decidedBefore, FORGOTTEN, rowKey, settled } from './settled.ts';
import type { Settled } from './settled.ts';

/** What deciding needs: the trip as it was just read, the rules of this moment, and what else they ask of the service. */
export interface DecideInput {
  readonly key: TripKey;
  readonly trip: Trip;
  /** Its notification, readings that were missing before, or a person who asked. */
  readonly trigger: 'notification' | 'completion' | 'replay';
  readonly rules: FleetRules;
  readonly readings: ServiceFacts;
}

/**
 * Keeps the trip, evaluates the rules and plans the deliveries, in one transaction under the driver's lock.
 * Run twice, it decides once: what was decided meanwhile stands, unless the trip itself or a rule's match is new.
 */
export async function decideTrip(deps: ActivityDependencies, input: DecideInput): Promise<Settled> {
  const row = rowKey(input.key);
  const found = await withDriverLock(deps.db, row, async (tx) => {
    if (await forgetsAgain(deps, tx, input)) return 'forgotten';
    return decideUnderLock(deps, tx, input);
  });
  if (found === 'forgotten') return FORGOTTEN;
  const after = await getTrip(deps.db, row);
  const state = after?.state === 'deleted' || after?.state === 'gone' ? after.state : 'decided';
  const stood = { key: input.key, revision: after?.revision ?? 0 };
  const isOthers = found === 'decided_before' && state === 'decided';
  const result = isOthers ? await decidedBefore(deps, stood) : await settled(deps, { ...stood, state });
  const asked = await endedQuestions(deps, row);
  return {
    ...result,
    ...(asked.length > 0 && { asked }),
    ...(input.readings.incomplete && { incomplete: true }),
  };
}

/** A trip that was forgotten, or ended before its driver was erased, leaves nothing behind, however it came back. */
async function forgetsAgain(
  deps: ActivityDependencies,
  tx: Tx,
  { key, trip }: DecideInput,
): Promise<boolean> {
  const { fleetId, driverId, tripId } = rowKey(key);
  if (!(await isForgotten(tx, { fleetId, driverId, tripId, endedAt: tripEndedAt(trip) }))) return false;
  await forgetTrips(tx, { fleetId, driverId, tripIds: [tripId], at: deps.now() });
  return true;
}

/** @returns `decided_before`: another attempt decided, and what this one read is not used */
async function decideUnderLock(
  deps: ActivityDependencies,
  tx: Tx,
  input: DecideInput,
): Promise<'done' | 'decided_before'> {
  const { key, trip, rules } = input;
  const row = rowKey(key);
  const present = await getTrip(tx, row);
  if (present?.state === 'deleted') return 'done';
  const isDecided = present?.state === 'decided' && !isOnlyKept(present);
  if (isDecided && input.trigger === 'notification') return 'decided_before';
  const at = deps.now();
  const revision = (present?.revision ?? 0) + 1;
  const contentHash = fingerprint(trip);
  const keep = (): Promise<Date | undefined> =>
    keepTrip(tx, { fleetId: key.fleet, trip, contentHash, revision, at });
  const hasChanged = !isDecided || present.contentHash !== contentHash;
  // Kept before it is evaluated, so that a driver's first trip is where the stored history begins.
  const windowSince = hasChanged ? await keep() : windowSinceOf(present, trip);
  const decisions = await evaluateTrip(tx, {
    fleet: key.fleet,
    trip,
    compiled: rules.compiled,
    readings: input.readings,
    decidedAt: at,
    windowSince,
  });
  await keepReleasesWaiting(tx, row);
  const before = await matchedRules(tx, row);
  if (!hasChanged) {
    // A rule on trial is no reason to decide an unchanged trip again.
    const isNews = (each: RuleDecision): boolean => !each.trial && !before.has(each.rule);
    const hasNews = decisions.some((each) => each.outcome === 'matched' && isNews(each));
    if (!hasNews && !(await settlesOpen(tx, input, decisions))) return 'done';
    await keep();
  }
  for (const [endDate, reading] of input.readings.readings)
    if (reading) await keepReading(tx, { fleetId: key.fleet, endDate, reading, at });
  await keepDecision(tx, { deps, input, decisions, before, revision, at });
  const asks = (rule: string): boolean => stillAsks(decisions, rule) !== 'no';
  await endUnmatchedDeletions(tx, { ...row, asks, at });
  await setTripState(tx, { ...row, state: 'decided', at });
  return 'done';
}

/** Whether readings that were missing before now decide a rule that could not be: its record must not stay "not known". */
async function settlesOpen(
  tx: Tx,
  { key, trigger }: DecideInput,
  decisions: readonly RuleDecision[],
): Promise<boolean> {
  if (trigger !== 'completion') return false;
  const latest = await latestDecision(tx, rowKey(key));
  const counting = (each: RuleDecision): boolean => !each.trial;
  const undecided = latest?.rules.filter(counting).filter((each) => each.outcome === 'unknown');
  const open = new Set(undecided?.map((each) => each.rule));
  return decisions.filter(counting).some((each) => each.outcome !== 'unknown' && open.has(each.rule));
}

/** Records the decision, and an alert for each rule that matched for the first time with what becomes of it. */
async function keepDecision(
  tx: Tx,
  args: {
    readonly deps: ActivityDependencies;
    readonly input: DecideInput;
    readonly decisions: readonly RuleDecision[];
    readonly before: ReadonlySet<string>;
    readonly revision: number;
    readonly at: Date;
  },
): Promise<void> {
  const { input, revision, at } = args;
  const { key, rules } = input;
  const { groups } = input.readings;
  const tried = await matchedTrials(tx, rowKey(key));
  const fresh = args.decisions.filter(
    (each) =>
      each.outcome === 'matched' &&
      !(each.trial
        ? tried.some(({ rule, version }) => rule === each.rule && version === each.version)
        : args.before.has(each.rule)),
  );
  await lockRules(tx, { fleetId: key.fleet, rules: rulesToLock(rules, fresh) });
  // Not before: a day may end while others hold the locks, and an alert of the day before would miss that day's summary.
  const admittedAt = args.deps.now();
  const fleetTimezone = connectionsOf(args.deps, key.fleet).timezone;
  const alerts = await admitMatches(tx, {
    ...{ key, rules, decisions: fresh, groups, at: admittedAt, fleetTimezone, asIfNew: false },
  });
  await recordAlerts(tx, { key, alerts, groups, revision, at: admittedAt, fleetTimezone });
  await recordUndecided(tx, { ...rowKey(key), outcomes: sidesOfTrials(args.decisions), at });
  const decision: Decision = {
    fleet: key.fleet,
    driver_id: key.driverId,
    trip_id: key.tripId,
    revision,
    decided_at: at.toISOString(),
    rules: args.decisions,
    actions: actionsOf(alerts),
  };
  await recordDecision(tx, { fleetId: key.fleet, decision });
}

/** Of rules on trial what both versions came to. */
function sidesOfTrials(decisions: readonly RuleDecision[]): readonly RuleDecision[] {
  const tried = new Set(decisions.filter(({ trial }) => trial).map(({ rule }) => rule));
  return decisions.filter(({ rule }) => tried.has(rule));
}
