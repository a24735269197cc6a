import { evaluateRules, stillAsks } from '../../rules/evaluation/index.ts';
import type { CompiledRules, Decision, RuleDecision } from '../../rules/evaluation/index.ts';
import type { ResolveRecipients } from '../../rules/admission/index.ts';
import type { RecipientNeeds } from '../../rules/recipients/index.ts';
import { utcDate } from '../../rules/time/index.ts';
import { planFacts, resolveFacts } from '../../rules/facts/index.ts';
import type { Trip } from '../../rules/vocabulary/index.ts';
import { recordUndecided } from '../../store/alerts/index.ts';
import { tripContext, tripDue } from '../../store/assessment/index.ts';
import type { TripContext } from '../../store/assessment/index.ts';
import { lockRules, withDriverLock } from '../../store/db/index.ts';
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
import { connectionsOf } from '../dependencies/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import {
  DriverNeededError,
  countHistory,
  fingerprint,
  needsOf,
  readForRecipients,
  resolverOf,
  storedDriver,
} from '../facts/index.ts';
import type { FleetRules, ServiceFacts } from '../facts/index.ts';
import { actionsOf, admitMatches, alarmUnreachedIn, messagesOf, rulesToLock } from './admit.ts';
import { GONE, leftOpen, settledWith } from './assessment.ts';
import type { Settled } from './assessment.ts';
import { recordAlerts } from './recordAlerts.ts';

/** What deciding needs: the trip as it was just read, the rules of this moment, and what else they ask of the service. */
export interface DecideInput {
  readonly key: TripKey;
  readonly trip: Trip;
  /** Its notification, readings that were missing before, or a person who asked. */
  readonly trigger: 'notification' | 'completion' | 'replay';
  readonly rules: FleetRules;
  readonly readings: ServiceFacts;
  /** What the trip says beside being decided. */
  readonly reason?: string;
  /** What recipients hang on was asked of the service: what is missing of it now stays so. */
  readonly isDriverRead?: boolean;
}

/**
 * Keeps the trip, evaluates the rules and plans the deliveries, in one transaction under the driver's lock.
 * Run twice, it decides once: what was decided meanwhile stands, unless the trip itself or a rule's match is new.
 */
export async function decideTrip(deps: ActivityDependencies, input: DecideInput): Promise<Settled> {
  try {
    return await decideOnce(deps, input);
  } catch (error) {
    if (!(error instanceof DriverNeededError)) throw error;
    return decideOnce(deps, await withDriver(deps, input, error.needs));
  }
}

/** The same with what recipients hang on: only a trip that matches a rule which names such recipients waits for it. */
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
    // Looked up again each time: whoever died after deciding has notified nobody.
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

/** One trip of a wrong clock is a mishap; several of a driver are for a person to end. */
async function alarmClock(
  deps: ActivityDependencies,
  { fleetId, driverId }: ReturnType<typeof rowKey>,
): Promise<void> {
  if (await isClockOftenAhead(deps.db, { fleetId, driverId, at: deps.now() }))
    await deps.alarms.raise(fleetId, 'device_clocks');
}

/** What is known of the trip, the locks held that keep it so. */
async function contextUnderLocks(tx: Tx, { key, trip }: DecideInput): Promise<TripContext> {
  const asked = { ...rowKey(key), endedAt: tripEndedAt(trip) };
  const context = await tripContext(tx, asked);
  // What a release leaves out because of the decision before must not escape the one that is made now.
  if (context.isTombstoned || !context.hasHeld) return context;
  await keepReleasesWaiting(tx, key.fleet);
  return tripContext(tx, asked);
}

/** What deciding needs, and what is known of the trip. */
type DecideUnderLock = DecideInput & { readonly context: TripContext };

/** @returns `decided_before`: another attempt decided, and what this one read is not used */
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
  if (!hasChanged) {
    // A rule on trial is no reason to decide an unchanged trip again.
    const isNews = (each: RuleDecision): boolean => !each.trial && !context.matched.has(each.rule);
    const hasNews = decisions.some((each) => each.outcome === 'matched' && isNews(each));
    if (!hasNews && !(await settlesOpen(tx, input, decisions))) return 'done';
    await keep();
  }
  for (const [endDate, reading] of input.readings.readings)
    if (reading) await keepReading(tx, { fleetId: key.fleet, endDate, reading, at });
  await keepDecision(tx, { deps, input, decisions, revision, at });
  if (context.hasOpenDeletion || context.hasHeld) {
    const asks = (rule: string): boolean => stillAsks(decisions, rule) !== 'no';
    await endUnmatchedDeletions(tx, { ...rowKey(key), asks, at });
  }
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
    readonly input: DecideUnderLock;
    readonly decisions: readonly RuleDecision[];
    readonly revision: number;
    readonly at: Date;
  },
): Promise<void> {
  const { input, revision, at } = args;
  const { key, rules, context } = input;
  const { groups } = input.readings;
  const fresh = args.decisions.filter(
    (each) =>
      each.outcome === 'matched' &&
      !(each.trial
        ? context.matchedTrials.some(({ rule, version }) => rule === each.rule && version === each.version)
        : context.matched.has(each.rule)),
  );
  await lockRules(tx, { fleetId: key.fleet, rules: rulesToLock(rules, fresh) });
  // Not before: a day may end while others hold the locks, and an alert of the day before would miss that day's summary.
  const admittedAt = args.deps.now();
  const fleetTimezone = connectionsOf(args.deps, key.fleet).timezone;
  const recipients = await recipientsFor(tx, { ...input, decisions: fresh, at: admittedAt });
  const alerts = await admitMatches(tx, {
    ...{ key, rules, decisions: fresh, groups, at: admittedAt, fleetTimezone, asIfNew: false },
    ...{ endedAt: tripEndedAt(input.trip), recipients },
  });
  const fleetRecipients = resolverOf({ documents: rules.recipients, at: admittedAt });
  await recordAlerts(tx, { key, alerts, groups, revision, at: admittedAt, fleetTimezone, fleetRecipients });
  await alarmUnreachedIn(tx, args.deps, { fleetId: key.fleet, alerts, at: admittedAt });
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
  await recordDecision(tx, { fleetId: key.fleet, decision, reason: input.reason });
}

/**
 * Resolves the recipients of the rules that matched, with what is stored of the driver.
 * @throws DriverNeededError where they hang on what the service was not asked for yet
 */
async function recipientsFor(
  tx: Tx,
  args: Pick<DecideUnderLock, 'key' | 'rules' | 'readings' | 'isDriverRead'> & {
    readonly decisions: readonly RuleDecision[];
    readonly at: Date;
  },
): Promise<ResolveRecipients> {
  const { key, rules, at, readings } = args;
  const needs = needsOf(messagesOf(rules, args.decisions), rules.recipients);
  const { driver, missing } = await storedDriver(tx, { key, needs, groups: readings.groups, at });
  if (!args.isDriverRead && (missing.groups || missing.record)) throw new DriverNeededError(missing);
  return resolverOf({ documents: rules.recipients, at, driver });
}

/** Of rules on trial what both versions came to. */
function sidesOfTrials(decisions: readonly RuleDecision[]): readonly RuleDecision[] {
  const tried = new Set(decisions.filter(({ trial }) => trial).map(({ rule }) => rule));
  return decisions.filter(({ rule }) => tried.has(rule));
}

/** Everything one evaluation needs; the same for a live trip, a replay and a simulation. */
interface EvaluationInput {
  readonly fleet: string;
  readonly trip: Trip;
  readonly compiled: CompiledRules;
  readonly readings: ServiceFacts;
  /** Until when the trip's age is counted. */
  readonly decidedAt: Date;
  /**
   * Since when the trip adds to windows what it adds: what was stored before it and ended later makes it a late trip. On the
   * store's clock; undefined: it is not stored so, and all that is stored was before it.
   */
  readonly windowSince: Date | undefined;
}

/** Counts the stored history, this trip's own events included, and evaluates. Nothing is written. */
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
