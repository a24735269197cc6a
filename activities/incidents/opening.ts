import { instantMillis, parseDuration } from '../../rules/time/index.ts';
import { pagesOf } from '../../rules/escalation/index.ts';
import { escalationPolicySchema } from '../../rules/documents/index.ts';
import type { EscalationPolicy } from '../../rules/documents/index.ts';
import { clearAlarm } from '../../store/alarms/index.ts';
import { getAlert } from '../../store/alerts/index.ts';
import { inTransaction } from '../../store/db/index.ts';
import type { Db, Tx } from '../../store/db/index.ts';
import { createLedger } from '../../store/deliveries/index.ts';
import type { Delivery } from '../../store/deliveries/index.ts';
import { publishedDocuments } from '../../store/documents/index.ts';
import { openOrJoin } from '../../store/incidents/index.ts';
import type { Opened } from '../../store/incidents/index.ts';
import { getStoredTrip } from '../../store/trips/index.ts';
import type { DeliveryInput } from '../deliveries/index.ts';
import type { ActivityDependencies } from '../connections/index.ts';
import { POLICY_ALARM, notifyInstead } from './instead.ts';
import type { DueDelivery } from '../trips/index.ts';

/** What came of an `escalate`. */
export type Escalated =
  | { readonly kind: 'incident'; readonly id: string }
  /** There is no policy to run it: these are told instead. */
  | { readonly kind: 'instead'; readonly deliveries: readonly DueDelivery[] };

/** Its trip is no longer kept: nobody is told anything. */
const NOBODY = { kind: 'instead', deliveries: [] } as const;

interface PublishedPolicy {
  readonly version: number;
  readonly policy: EscalationPolicy;
}

/**
 * Carries out the `escalate` of an alert. Claim, incident and confirmation are one transaction, so that whoever dies here has
 * done all of it or nothing, and leaves no doubt that somebody would have to wait for.
 * A delivery that is no longer in the ledger tells nobody: its trip was forgotten, or its driver erased, meanwhile.
 */
export async function escalate(deps: ActivityDependencies, input: DeliveryInput): Promise<Escalated> {
  const at = deps.now();
  const outcome = await inTransaction(deps.db, (tx) => escalateOnce(tx, { input, at }));
  if (outcome.kind === 'forgotten') return NOBODY;
  if (outcome.kind !== 'incident') return notifyInstead(deps, outcome);
  const { fleetId, receiver: policy } = outcome.delivery;
  await clearAlarm(deps.db, { fleetId, kind: POLICY_ALARM, subject: policy, at });
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
  if (!alert) throw new Error(`Delivery ${delivery.id} refers to an alert that is not kept.`);
  const trip = await getStoredTrip(tx, { fleetId, driverId, tripId });
  const endedAt = trip?.endTime === undefined ? undefined : instantMillis(trip.endTime);
  const late =
    policy.late !== undefined &&
    endedAt !== undefined &&
    at.getTime() - endedAt > parseDuration(policy.late.after) * 1000;
  const [first] = pagesOf(policy, { late });
  return openOrJoin(tx, {
    ...{ delivery, severity: alert.severity, policyVersion, late, at },
    joinsSince:
      policy.join_within === undefined
        ? undefined
        : new Date(at.getTime() - parseDuration(policy.join_within) * 1000),
    tripEndedAt: endedAt === undefined ? undefined : new Date(endedAt),
    dueAt: new Date(at.getTime() + (first?.gapSeconds ?? 0) * 1000),
  });
}
