import { channelNamedBy, isChannel } from '../../rules/channels/index.ts';
import { OWNER, escalationPolicySchema } from '../../rules/documents/index.ts';
import type { EscalationPolicy } from '../../rules/documents/index.ts';
import { pagesOf } from '../../rules/escalation/index.ts';
import type { Rule } from '../../rules/lint/index.ts';
import { instantMillis, parseDuration } from '../../rules/time/index.ts';
import { alarmOf } from '../../messages/alerts/index.ts';
import { resolveAlarm, raiseAlarm } from '../../store/alarms/index.ts';
import { getAlert } from '../../store/alerts/index.ts';
import { inTransaction } from '../../store/db/index.ts';
import type { Db, Tx } from '../../store/db/index.ts';
import {
  createLedger,
  releaseDeliveries,
  listDeliveries,
  planDelivery,
} from '../../store/deliveries/index.ts';
import type { Delivery } from '../../store/deliveries/index.ts';
import { getVersion, publishedDocuments } from '../../store/documents/index.ts';
import { openOrJoin } from '../../store/incidents/index.ts';
import type { Opened } from '../../store/incidents/index.ts';
import { getTripWithOrigin, wrongClockOf } from '../../store/trips/index.ts';
import type { ActivityDependencies, DeliveryInput } from '../dependencies/index.ts';
import type { DueDelivery } from '../trips/index.ts';

/** Result of escalating an alert. */
export type Escalated =
  | { readonly kind: 'incident'; readonly id: string }
  /** The escalation policy is not published, so these deliveries are sent instead. */
  | { readonly kind: 'instead'; readonly deliveries: readonly DueDelivery[] };

/** Result for a trip that is no longer stored. Nothing is sent. */
const NOBODY = { kind: 'instead', deliveries: [] } as const;

interface PublishedPolicy {
  readonly version: number;
  readonly policy: EscalationPolicy;
}

/**
 * Carries out the `escalate` action of an alert. Claim, incident and confirmation are one transaction, so an attempt that dies
 * leaves no unknown outcome. If the delivery is no longer stored, does nothing, because the trip was removed or its driver
 * erased.
 */
export async function escalate(deps: ActivityDependencies, input: DeliveryInput): Promise<Escalated> {
  const at = deps.now();
  const outcome = await inTransaction(deps.db, (tx) => escalateOnce(tx, { input, at }));
  if (outcome.kind === 'forgotten') return NOBODY;
  if (outcome.kind !== 'incident') return notifyInstead(deps, outcome);
  const { fleetId, receiver: policy } = outcome.delivery;
  await resolveAlarm(deps.db, { fleetId, kind: POLICY_ALARM, subject: policy, at });
  return { kind: 'incident', id: outcome.id };
}

type Outcome =
  | { readonly kind: 'incident'; readonly id: string; readonly delivery: Delivery }
  | { readonly kind: 'no_policy' | 'settled'; readonly delivery: Delivery }
  | { readonly kind: 'forgotten' };

async function escalateOnce(
  tx: Tx,
  { input, at }: { readonly input: DeliveryInput; readonly at: Date },
): Promise<Outcome> {
  const key = { fleetId: input.fleet, id: input.deliveryId };
  const ledger = createLedger(tx);
  const claim = await ledger.claim({ ...key, at });
  const delivery = await tx
    .selectFrom('deliveries')
    .selectAll()
    .where((row) => row.and(key))
    .executeTakeFirst();
  if (claim.kind === 'missing' || !delivery) return { kind: 'forgotten' };
  if (claim.kind !== 'go') {
    const id = incidentIdOf(delivery);
    return id === undefined ? { kind: 'settled', delivery } : { kind: 'incident', id, delivery };
  }
  const mine = { ...key, attempt: claim.attempt, at };
  const published = await publishedPolicy(tx, delivery);
  if (!published) {
    await ledger.fail({ ...mine, reason: whyNot(delivery) });
    return { kind: 'no_policy', delivery };
  }
  const { incident } = await open(tx, { delivery, published, at });
  await ledger.confirm({ ...mine, reference: { incident_id: incident.id } });
  return { kind: 'incident', id: incident.id, delivery };
}

function whyNot({ receiver: policy }: Delivery): string {
  return `The escalation policy "${policy}" is not published: publish it and replay the trip, or name another one in the rule. Nobody was paged.`;
}

function incidentIdOf({ reference }: Delivery): string | undefined {
  if (reference === null || typeof reference !== 'object' || Array.isArray(reference)) return undefined;
  const id = (reference as Readonly<Record<string, unknown>>)['incident_id'];
  return typeof id === 'string' ? id : undefined;
}

async function publishedPolicy(
  db: Db,
  { fleetId, receiver }: Delivery,
): Promise<PublishedPolicy | undefined> {
  const documents = await publishedDocuments(db, { fleetId, kind: 'escalation-policy' });
  const found = documents.find(({ id }) => id === receiver);
  const read = found && escalationPolicySchema.safeParse(found.body);
  return read?.success ? { version: found!.version, policy: read.data } : undefined;
}

async function open(
  tx: Tx,
  args: { readonly delivery: Delivery; readonly published: PublishedPolicy; readonly at: Date },
): Promise<Opened> {
  const { delivery, at } = args;
  const { version: policyVersion, policy } = args.published;
  const { fleetId, driverId, tripId } = delivery;
  const alert = await getAlert(tx, { fleetId, id: delivery.alertId ?? '' });
  if (!alert) throw new Error(`Delivery ${delivery.id} refers to an alert that is no longer stored.`);
  const key = { fleetId, driverId, tripId };
  const stored = await getTripWithOrigin(tx, key);
  const clock = stored && (await wrongClockOf(tx, key, stored));
  // A trip without a known end time is not late, because it may have ended just now.
  const endedAt = clock === undefined ? instantMillis(stored?.trip.endTime ?? '') : undefined;
  const late =
    policy.late !== undefined &&
    endedAt !== undefined &&
    at.getTime() - endedAt > parseDuration(policy.late.after) * 1000;
  const [first] = pagesOf(policy, { late });
  return openOrJoin(tx, {
    delivery,
    severity: alert.severity,
    policyVersion,
    late,
    clock,
    at,
    joinsSince:
      policy.join_within === undefined
        ? undefined
        : new Date(at.getTime() - parseDuration(policy.join_within) * 1000),
    tripEndedAt: endedAt === undefined ? undefined : new Date(endedAt),
    dueAt: new Date(at.getTime() + (first?.gapSeconds ?? 0) * 1000),
  });
}

/** Kind of the alarm that a rule escalates to a policy that is not published. Its subject is the policy. */
const POLICY_ALARM = 'escalation_policy' as const;

/**
 * Raises the fleet's alarm for an alert whose escalation policy is not published. Notifies the rule's other recipients at once,
 * even in quiet hours. If there are none, notifies the rule's owner, if it has one. Safe to repeat.
 */
async function notifyInstead(
  deps: ActivityDependencies,
  { kind, delivery }: { readonly kind: 'no_policy' | 'settled'; readonly delivery: Delivery },
): Promise<{ readonly kind: 'instead'; readonly deliveries: readonly DueDelivery[] }> {
  if (kind === 'settled' && delivery.state !== 'failed') return { kind: 'instead', deliveries: [] };
  const { fleetId, rule, receiver: policy } = delivery;
  const alarm = alarmOf({ kind: POLICY_ALARM, subject: policy, details: { rule } });
  if (await raiseAlarm(deps.db, { fleetId, ...alarm, at: deps.now() }))
    deps.log.error({ fleet: fleetId, alarm: POLICY_ALARM, policy }, alarm.message);
  const deliveries = await inTransaction(deps.db, (tx) => othersOf(tx, delivery, deps.now()));
  return { kind: 'instead', deliveries };
}

async function othersOf(tx: Tx, delivery: Delivery, at: Date): Promise<DueDelivery[]> {
  const { fleetId, alertId } = delivery;
  if (alertId === null) return [];
  const { items } = await listDeliveries(tx, { fleetId, alertId, limit: 200 });
  const others = items.filter(({ kind, action }) => kind === 'alert' && isChannel(action));
  if (others.length === 0) return toOwner(tx, delivery, at);
  const held = others.filter(({ state }) => state === 'held');
  await releaseDeliveries(tx, { fleetId, ids: held.map(({ id }) => id) });
  // Includes deliveries that an earlier, dead attempt released. Omits deliveries that were never held, because another workflow
  // sends them.
  return others
    .filter(({ state, releaseAt }) => releaseAt !== null && (state === 'held' || state === 'pending'))
    .map(({ id, action }) => ({ id, action }));
}

async function toOwner(tx: Tx, delivery: Delivery, at: Date): Promise<DueDelivery[]> {
  const { fleetId, driverId, tripId, rule, version, actionIndex, revision, alertId } = delivery;
  const document = await getVersion(tx, { fleetId, kind: 'rule', id: rule, version });
  const owner = (document?.body as Rule | undefined)?.owner;
  if (owner === undefined || !OWNER.test(owner)) return [];
  const action = channelNamedBy(owner);
  const planned = await planDelivery(tx, {
    fleetId,
    driverId,
    tripId,
    rule,
    version,
    action,
    actionIndex,
    revision,
    receiver: owner,
    at,
    ...(alertId !== null && { alertId }),
  });
  return planned.state === 'pending' ? [{ id: planned.id, action }] : [];
}
