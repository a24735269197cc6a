import type { RuleDecision } from '../../../rules/evaluation/index.ts';
import type { recordAlert } from '../../../store/alerts/index.ts';
import type { Db } from '../../../store/db/index.ts';
import type { planDelivery } from '../../../store/deliveries/index.ts';
import { publishDocument, saveDraft } from '../../../store/documents/index.ts';
import { claimTrip, keepTrip, recordDecision } from '../../../store/trips/index.ts';
import { storeAlert, storeDelivery } from './records.ts';

/** A quarter to midnight in Berlin. */
export const RULE_TRIP_AT = new Date('2026-01-31T22:45:00Z');
/** The day of the trip in Berlin. */
export const RULE_TRIP_DATE = '2026-01-31';
/** The rule that decides about the trips. */
export const RULE = 'phone-use';
const fleetId = 'north';
const at = RULE_TRIP_AT;

/** The stored stages of a trip and the rule; absent stages were not reached. */
export interface RuleTrip {
  readonly driver: string;
  readonly trip?: string;
  readonly decision?: Partial<RuleDecision>;
  readonly alert?: Partial<Parameters<typeof recordAlert>[1]>;
  readonly delivery?: Partial<Parameters<typeof planDelivery>[1]>;
}

/** A trip of a driver as the worker would leave it. */
export async function storeRuleTrip(
  db: Db,
  { driver, trip = 't-1', decision, alert, delivery }: RuleTrip,
): Promise<void> {
  const key = { fleetId, driverId: driver, tripId: trip };
  await claimTrip(db, { ...key, workflowId: `w-${driver}-${trip}`, at, receivedFrom: 'webhook' });
  if (!decision) return;
  const times = { startTime: '2026-01-31T23:15:00+01:00', endTime: '2026-01-31T23:45:00+01:00' };
  const rest = { ratings: {}, events: [], path: [], extra: {}, problems: [] };
  const content = { driverId: driver, tripId: trip, ...times, ...rest };
  await keepTrip(db, { fleetId, trip: content, contentHash: 'h', revision: 1, at });
  const rule: RuleDecision = {
    rule: RULE,
    name: 'Phone use',
    version: 1,
    severity: 'warning',
    mode: 'live',
    outcome: 'matched',
    reason: 'matched',
    ...decision,
  };
  await recordDecision(db, {
    fleetId,
    decision: {
      fleet: fleetId,
      driver_id: driver,
      trip_id: trip,
      revision: 1,
      decided_at: at.toISOString(),
      rules: [{ ...rule, rule: 'another' }, rule],
      actions: [],
    },
  });
  if (!alert) return;
  const { id: alertId } = await storeAlert(db, { ...key, rule: RULE, at, ...alert });
  if (!delivery) return;
  await storeDelivery(db, {
    ...key,
    alertId,
    rule: RULE,
    at,
    action: 'slack',
    receiver: '#fleet',
    ...delivery,
  });
}

/** Publishes the rule, and saves the draft of another one, `draft-only`. */
export async function publishRule(db: Db): Promise<void> {
  const edit = { fleetId, kind: 'rule', who: 'ed', at: new Date('2026-01-01T00:00:00Z') } as const;
  const conditions = { all: [{ fact: 'trip.distance_km', operator: 'greaterThan', value: 1 }] };
  for (const id of [RULE, 'draft-only'])
    await saveDraft(db, { ...edit, id, body: { id, mode: 'live', conditions, actions: [] } });
  await publishDocument(db, { ...edit, id: RULE });
}
