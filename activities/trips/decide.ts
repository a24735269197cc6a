import { evaluateRules, stillAsks } from '../../rules/evaluation/index.ts';
import type { CompiledRules, Decision, RuleDecision } from '../../rules/evaluation/index.ts';
import { storedSuppression } from '../../rules/admission/index.ts';
import type { StoredSuppression } from '../../rules/admission/index.ts';
import type { RecipientNeeds } from '../../rules/recipients/index.ts';
import { utcDate } from '../../rules/time/index.ts';
import { planFacts, resolveFacts } from '../../rules/facts/index.ts';
import type { Trip } from '../../rules/vocabulary/index.ts';
import { alarmOf } from '../../messages/alerts/index.ts';
import { raiseAlarm } from '../../store/alarms/index.ts';
import { alertsOfTrip, noteSuppressors, requestSuppressed } from '../../store/alerts/index.ts';
import { tripContext, tripDue } from '../../store/assessment/index.ts';
import type { TripContext } from '../../store/assessment/index.ts';
import { withDriverLock } from '../../store/db/index.ts';
import type { Db, Tx } from '../../store/db/index.ts';
import { endUnmatchedDeletions, settleDeletionAsks } from '../../store/deletions/index.ts';
import { keepReleasesWaiting } from '../../store/deliveries/index.ts';
import { keepReading } from '../../store/facts/index.ts';
import { removeTrips } from '../../store/retention/index.ts';
import {
  isClockOftenAhead,
  isOnlyStored,
  keepTrip,
  latestDecision,
  recordDecision,
  rowKey,
  tripEndedAt,
  windowSinceOf,
} from '../../store/trips/index.ts';
import type { TripKey } from '../../workflows/contracts/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import { DriverNeededError, countHistory, fingerprint, readForRecipients } from '../facts/index.ts';
import type { FleetRules, ServiceFacts } from '../facts/index.ts';
import { actionsOf } from './admit.ts';
import { GONE, leftOpen, settledWith } from './assessment.ts';
import type { Settled } from './assessment.ts';
import { raiseAlerts } from './raiseAlerts.ts';

/** Input of a decision: the trip as just read, the current rules, and the other facts from the service. */
export interface DecideInput {
  readonly key: TripKey;
  readonly trip: Trip;
  /** Cause of the decision: the trip's notification, facts that were missing before, or a person's request. */
  readonly trigger: 'notification' | 'completion' | 'replay';
  readonly rules: FleetRules;
  readonly readings: ServiceFacts;
  /** Reason that the trip shows in addition to its decision. */
  readonly reason?: string;
  /**
   * Whether the data that recipients depend on was already requested from the service. Data that is still missing then stays
   * unknown.
   */
  readonly isDriverRead?: boolean;
}

/**
 * Stores the trip, evaluates the rules and plans the deliveries, in one transaction under the driver's lock. If the trip was
 * already decided, keeps that decision, unless the trip's content or a rule's match is new.
 */
export async function decideTrip(deps: ActivityDependencies, input: DecideInput): Promise<Settled> {
  try {
    return await decideOnce(deps, input);
  } catch (error) {
    if (!(error instanceof DriverNeededError)) throw error;
    return decideOnce(deps, await withDriver(deps, input, error.needs));
  }
}

/** Reads the driver's data that recipients depend on, and adds it. Only trips that match a rule with such recipients need it. */
async function withDriver(
  deps: ActivityDependencies,
  input: DecideInput,
  needs: RecipientNeeds,
): Promise<DecideInput> {
  const { key, trip, readings } = input;
  const endDate = utcDate((tripEndedAt(trip) ?? deps.now()).getTime());
  const read = await readForRecipients(deps, { key, needs, endDate });
  return {
    ...input,
    isDriverRead: true,
    readings: {
      ...readings,
      groups: readings.groups ?? read.groups,
      readings: new Map([...read.readings, ...readings.readings]),
    },
  };
}

async function decideOnce(deps: ActivityDependencies, input: DecideInput): Promise<Settled> {
  const row = rowKey(input.key);
  const found = await withDriverLock(deps.db, row, async (tx) => {
    const context = await contextUnderLocks(tx, input);
    if (context.isTombstoned) {
      await removeTrips(tx, { ...row, tripIds: [row.tripId], at: deps.now() });
      return 'forgotten';
    }
    const how = await decideUnderLock(deps, tx, { ...input, context });
    // Looks up the due deliveries even after an earlier decision, because an attempt that died after its decision has sent
    // nothing.
    return { how, due: await tripDue(tx, row) };
  });
  if (found === 'forgotten') return GONE;
  if (input.trip.clockAheadSeconds !== undefined) await alarmClock(deps, row);
  const { how, due } = found;
  const state = due.trip?.state === 'deleted' || due.trip?.state === 'gone' ? due.trip.state : 'decided';
  const isOthers = how === 'decided_before' && state === 'decided';
  const asked: string[] = [];
  for (const deletionId of due.unmatchedDeletions)
    if (await settleDeletionAsks(deps.db, { fleetId: row.fleetId, deletionId, at: deps.now() }))
      asked.push(deletionId);
  return {
    ...settledWith({ state, revision: due.trip?.revision ?? 0 }, due),
    ...(isOthers && (await leftOpen(deps, input.key))),
    ...(asked.length > 0 && { asked }),
    ...(input.readings.incomplete && { incomplete: true }),
  };
}

/** Raises an alarm if the device's clock was wrong for several trips of a driver. A single trip raises none. */
async function alarmClock(
  { db, log, now }: ActivityDependencies,
  { fleetId, driverId }: ReturnType<typeof rowKey>,
): Promise<void> {
  if (!(await isClockOftenAhead(db, { fleetId, driverId, at: now() }))) return;
  // Uses the given database connection. A backfill decides within a transaction, which must not wait for another connection.
  const alarm = alarmOf({ kind: 'device_clocks', subject: '' });
  if (await raiseAlarm(db, { fleetId, ...alarm, at: now() }))
    log.error({ fleet: fleetId, alarm: alarm.kind }, alarm.message);
}

/** Returns the trip's stored context, under the locks that prevent changes. */
async function contextUnderLocks(tx: Tx, { key, trip }: DecideInput): Promise<TripContext> {
  const asked = { ...rowKey(key), endedAt: tripEndedAt(trip) };
  const context = await tripContext(tx, asked);
  // Blocks releases, because a release that runs now would end alerts according to the earlier decision. Then reads the context
  // again.
  if (context.isTombstoned || !context.hasHeld) return context;
  await keepReleasesWaiting(tx, key.fleet);
  return tripContext(tx, asked);
}

/** Input of a decision, with the trip's stored context. */
type DecideUnderLock = DecideInput & { readonly context: TripContext };

/**
 * Decides under the driver's lock.
 * @returns `decided_before` if another attempt has already decided; the data that this attempt read is then not used
 */
async function decideUnderLock(
  deps: ActivityDependencies,
  tx: Tx,
  input: DecideUnderLock,
): Promise<'done' | 'decided_before'> {
  const { key, trip, rules, context } = input;
  const present = context.trip;
  if (present?.state === 'deleted') return 'done';
  const isDecided = present?.state === 'decided' && !isOnlyStored(present);
  if (isDecided && input.trigger === 'notification') return 'decided_before';
  const at = deps.now();
  const revision = (present?.revision ?? 0) + 1;
  const contentHash = fingerprint(trip);
  const keep = (): Promise<Date | undefined> =>
    keepTrip(tx, { fleetId: key.fleet, trip, contentHash, revision, at });
  const hasChanged = !isDecided || present.contentHash !== contentHash;
  // Stores the trip before the evaluation, so that the stored history begins with a driver's first trip.
  const windowSince = hasChanged ? await keep() : windowSinceOf(present, trip);
  const decisions = await evaluateTrip(tx, {
    fleet: key.fleet,
    trip,
    compiled: rules.compiled,
    readings: input.readings,
    decidedAt: at,
    windowSince,
  });
  const fresh = await freshMatches(tx, input, decisions);
  if (!hasChanged) {
    if (fresh.matches.length === 0 && !(await settlesOpen(tx, input, decisions))) return 'done';
    await keep();
  }
  for (const [endDate, reading] of input.readings.readings)
    if (reading) await keepReading(tx, { fleetId: key.fleet, endDate, reading, at });
  await keepDecision(tx, { deps, input, decisions, ...fresh, revision, at });
  if (context.hasOpenDeletion || context.hasHeld) {
    const asks = (rule: string): boolean => stillAsks(decisions, rule) !== 'no';
    await endUnmatchedDeletions(tx, { ...rowKey(key), asks, at });
  }
  await requestSuppressed(tx, { fleetId: key.fleet, alertIds: fresh.undecidedSuppressors, at });
  return 'done';
}

/** Matches of a decision that cause alerts, with their suppression. */
interface FreshMatches {
  readonly matches: readonly RuleDecision[];
  readonly suppression: StoredSuppression;
  /**
   * Ids of alerts that no longer suppress others, although the decision does not show whether the suppressed rule still matches.
   */
  readonly undecidedSuppressors: readonly string[];
}

const NOTHING_STORED: StoredSuppression = { earlier: [], unsuppressed: new Map(), movedTo: new Map() };

/** Returns the rules that match for the first time, or whose alert was suppressed by an alert that is no longer sent. */
async function freshMatches(
  tx: Tx,
  { key, context }: DecideUnderLock,
  decisions: readonly RuleDecision[],
): Promise<FreshMatches> {
  const isNew = (each: RuleDecision): boolean => !context.matched.has(each.rule);
  const matched = decisions.filter(({ outcome }) => outcome === 'matched');
  if (!context.hasSuppressed && (context.matched.size === 0 || !matched.some(isNew)))
    return { matches: matched.filter(isNew), suppression: NOTHING_STORED, undecidedSuppressors: [] };
  const notMatched = decisions.filter(({ outcome }) => outcome === 'not_matched');
  const alerts = await alertsOfTrip(tx, rowKey(key));
  const suppression = storedSuppression(alerts, new Set(notMatched.map(({ rule }) => rule)));
  await noteSuppressors(tx, { ...rowKey(key), by: suppression.movedTo });
  const { unsuppressed } = suppression;
  const isFresh = (each: RuleDecision): boolean => isNew(each) || unsuppressed.has(each.rule);
  const matches = matched.filter(isFresh);
  const decided = new Set([...matches, ...notMatched].map(({ rule }) => rule));
  const by = new Set([...unsuppressed].flatMap(([rule, each]) => (decided.has(rule) ? [] : [each.by])));
  const undecidedSuppressors = alerts.filter(({ rule }) => by.has(rule)).map(({ id }) => id);
  return { matches, suppression, undecidedSuppressors };
}

/** Returns whether facts that were missing before now decide an undecided rule, so that its record does not stay "not known". */
async function settlesOpen(
  tx: Tx,
  { key, trigger }: DecideInput,
  decisions: readonly RuleDecision[],
): Promise<boolean> {
  if (trigger !== 'completion') return false;
  const latest = await latestDecision(tx, rowKey(key));
  const undecided = latest?.rules.filter((each) => each.outcome === 'unknown');
  const open = new Set(undecided?.map((each) => each.rule));
  return decisions.some((each) => each.outcome !== 'unknown' && open.has(each.rule));
}

/** Records the decision, and an alert with its state for each new match. */
async function keepDecision(
  tx: Tx,
  args: FreshMatches & {
    readonly deps: ActivityDependencies;
    readonly input: DecideUnderLock;
    readonly decisions: readonly RuleDecision[];
    readonly revision: number;
    readonly at: Date;
  },
): Promise<void> {
  const { input, matches, suppression, revision, at } = args;
  const { key, rules, trip, isDriverRead = false } = input;
  const alerts = await raiseAlerts(tx, args.deps, {
    key,
    rules,
    outcomes: matches,
    groups: input.readings.groups,
    endedAt: tripEndedAt(trip),
    revisionOf: () => revision,
    suppression,
    isDriverRead,
  });
  const decision: Decision = {
    fleet: key.fleet,
    driver_id: key.driverId,
    trip_id: key.tripId,
    revision,
    decided_at: at.toISOString(),
    rules: args.decisions,
    actions: actionsOf(alerts),
  };
  await recordDecision(tx, { fleetId: key.fleet, decision, reason: input.reason });
}

/** Input of an evaluation, the same for a live trip, a replay and a simulation. */
interface EvaluationInput {
  readonly fleet: string;
  readonly trip: Trip;
  readonly compiled: CompiledRules;
  readonly readings: ServiceFacts;
  /** Time until which the trip's age is counted. */
  readonly decidedAt: Date;
  /**
   * Time from which on the trip is part of the window counts, on the store's clock. Trips that were stored before it and ended
   * later make this trip a late one. If undefined, all stored trips were stored before it.
   */
  readonly windowSince: Date | undefined;
}

/** Counts the stored history with this trip's own events, and evaluates the rules. Stores nothing. */
export async function evaluateTrip(db: Db, input: EvaluationInput): Promise<RuleDecision[]> {
  const { compiled, trip, readings } = input;
  const counted = await countHistory(db, input, planFacts(compiled.requests, trip));
  const facts = resolveFacts(compiled.requests, {
    trip,
    decidedAt: input.decidedAt.toISOString(),
    readings: readings.readings,
    readAt: readings.readAt,
    scoreBreaks: readings.scoreBreaks,
    groups: readings.groups,
    scores: readings.scores,
    ...counted,
  });
  return evaluateRules(compiled, facts, {
    driverId: trip.driverId,
    tripId: trip.tripId,
    groups: readings.groups,
  });
}
