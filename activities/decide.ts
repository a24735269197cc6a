import type { Decision, RuleDecision } from '../rules/decision.ts';
import { planDeliveries } from '../rules/deliveries.ts';
import { planFacts } from '../rules/facts.ts';
import type { Trip } from '../rules/trip.ts';
import { matchedRules, recordAlert } from '../store/alerts.ts';
import type { Tx } from '../store/database.ts';
import { recordDecision } from '../store/decisions.ts';
import { planDelivery } from '../store/deliveries.ts';
import { withDriverLock } from '../store/locks.ts';
import { keepReading } from '../store/readings.ts';
import { keepTrip } from '../store/tripContent.ts';
import { getTrip, isOnlyKept, setTripState } from '../store/trips.ts';
import type { TripKey } from '../workflows/contract.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { readDriver } from './driverReadings.ts';
import type { DriverReadings } from './driverReadings.ts';
import { evaluateTrip } from './evaluateTrip.ts';
import { fingerprint } from './fingerprint.ts';
import type { FleetRules } from './publishedRules.ts';
import { rowKey, settled } from './settled.ts';
import type { Settled } from './settled.ts';

/** What deciding needs: the trip as it was just read, the rules of this moment, and the driver's readings. */
export interface DecideInput {
  readonly key: TripKey;
  readonly trip: Trip;
  /** Its notification, readings that were missing before, or a person who asked. */
  readonly trigger: 'notification' | 'completion' | 'replay';
  readonly rules: FleetRules;
  readonly readings: DriverReadings;
}

/** Reads what of the driver the fleet's rules ask for. */
export function readingsFor(
  deps: ActivityDependencies,
  input: {
    readonly key: TripKey;
    readonly trip: Trip;
    readonly rules: FleetRules;
    readonly patience: 'now' | 'wait';
  },
): Promise<DriverReadings> {
  const endDates = planFacts(input.rules.compiled.requests, input.trip).readings.map(
    (reading) => reading.endDate,
  );
  return readDriver(deps, input.key, { endDates, patience: input.patience });
}

/**
 * Keeps the trip, evaluates the rules and plans the deliveries, in one transaction under the driver's lock.
 * Run twice, it decides once: what was decided meanwhile stands, unless the trip itself or a rule's match is new.
 */
export async function decideTrip(deps: ActivityDependencies, input: DecideInput): Promise<Settled> {
  const row = rowKey(input.key);
  await withDriverLock(deps.db, row, (tx) => decideUnderLock(deps, tx, input));
  const after = await getTrip(deps.db, row);
  const state = after?.state === 'deleted' || after?.state === 'gone' ? after.state : 'decided';
  const result = await settled(deps, { key: input.key, state, revision: after?.revision ?? 0 });
  return input.readings.incomplete ? { ...result, incomplete: true } : result;
}

async function decideUnderLock(deps: ActivityDependencies, tx: Tx, input: DecideInput): Promise<void> {
  const { key, trip, rules } = input;
  const row = rowKey(key);
  const present = await getTrip(tx, row);
  if (present?.state === 'deleted') return;
  const isDecided = present?.state === 'decided' && !isOnlyKept(present);
  if (isDecided && input.trigger === 'notification') return;
  const at = deps.now();
  const revision = (present?.revision ?? 0) + 1;
  const contentHash = fingerprint(trip);
  const keep = (): Promise<unknown> => keepTrip(tx, { fleetId: key.fleet, trip, contentHash, revision, at });
  const hasChanged = !isDecided || present.contentHash !== contentHash;
  // Kept before it is evaluated, so that a driver's first trip is where the stored history begins.
  if (hasChanged) await keep();
  const decisions = await evaluateTrip(tx, {
    fleet: key.fleet,
    trip,
    compiled: rules.compiled,
    readings: input.readings,
    decidedAt: at,
  });
  const before = await matchedRules(tx, row);
  if (!hasChanged) {
    if (!decisions.some((each) => each.outcome === 'matched' && !before.has(each.rule))) return;
    await keep();
  }
  for (const [endDate, reading] of input.readings.readings)
    if (reading) await keepReading(tx, { fleetId: key.fleet, endDate, reading, at });
  await keepDecision(tx, { input, decisions: decisions, before, revision, at });
  await setTripState(tx, { ...row, state: 'decided', at });
}

/** Records the decision, an alert for each rule that matched for the first time, and that alert's deliveries. */
async function keepDecision(
  tx: Tx,
  args: {
    readonly input: DecideInput;
    readonly decisions: readonly RuleDecision[];
    readonly before: ReadonlySet<string>;
    readonly revision: number;
    readonly at: Date;
  },
): Promise<void> {
  const { input, revision, at } = args;
  const row = rowKey(input.key);
  const fresh = args.decisions.filter((each) => each.outcome === 'matched' && !args.before.has(each.rule));
  const planned = planDeliveries(input.rules.published, fresh);
  for (const each of fresh) {
    const isShadow = each.mode === 'shadow';
    const alert = await recordAlert(tx, {
      ...row,
      rule: each.rule,
      version: each.version,
      revision,
      severity: each.severity,
      state: isShadow ? 'stopped' : 'raised',
      ...(isShadow ? { reason: 'shadow' } : {}),
      at,
    });
    for (const { rule, version, action, actionIndex, receiver } of planned.filter(
      (plan) => plan.rule === each.rule,
    ))
      await planDelivery(tx, {
        ...row,
        alertId: alert.id,
        rule,
        version,
        action,
        actionIndex,
        receiver,
        revision,
        at,
      });
  }
  const decision: Decision = {
    fleet: input.key.fleet,
    driver_id: input.key.driverId,
    trip_id: input.key.tripId,
    revision,
    decided_at: at.toISOString(),
    rules: args.decisions,
    actions: [
      ...planned.map(({ rule, action, receiver }) => ({ rule, action, receiver })),
      ...shadowActions(input.rules, fresh),
    ],
  };
  await recordDecision(tx, { fleetId: input.key.fleet, decision });
}

/** What rules in shadow would have done: named with the reason that stopped it. */
export function shadowActions(rules: FleetRules, decisions: readonly RuleDecision[]): Decision['actions'] {
  const asLive = decisions
    .filter((each) => each.mode === 'shadow')
    .map((each): RuleDecision => ({ ...each, mode: 'live' }));
  return planDeliveries(rules.published, asLive).map(({ rule, action, receiver }) => ({
    rule,
    action,
    receiver,
    reason: 'shadow',
  }));
}
