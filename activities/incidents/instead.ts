import { OWNER } from '../../rules/documents/index.ts';
import type { Rule } from '../../rules/lint/index.ts';
import { raiseAlarm } from '../../store/alarms/index.ts';
import { inTransaction } from '../../store/db/index.ts';
import type { Tx } from '../../store/db/index.ts';
import { letGo, listDeliveries, planDelivery } from '../../store/deliveries/index.ts';
import type { Delivery } from '../../store/deliveries/index.ts';
import { getVersion } from '../../store/documents/index.ts';
import type { ActivityDependencies } from '../connections/index.ts';
import type { DueDelivery } from '../trips/index.ts';

/** The alarm of a rule that escalates to a policy that is not there; its subject is the policy. */
export const POLICY_ALARM = 'escalation_policy' as const;

/**
 * An alert that should page people has no policy to do it: the fleet's alarm says so, and whom the rule names beside it is
 * told now, quiet hours or not. A rule that names nobody else has an owner, perhaps. Safe to repeat.
 */
export async function notifyInstead(
  deps: ActivityDependencies,
  { kind, delivery }: { readonly kind: 'no_policy' | 'settled'; readonly delivery: Delivery },
): Promise<{ readonly kind: 'instead'; readonly deliveries: readonly DueDelivery[] }> {
  if (kind === 'settled' && delivery.state !== 'failed') return { kind: 'instead', deliveries: [] };
  const { fleetId, rule, receiver: policy } = delivery;
  const message = `The rule "${rule}" escalates to "${policy}", which is not published: nobody is paged. Publish the escalation policy and replay the trip, or name another one in the rule.`;
  const alarm = { fleetId, kind: POLICY_ALARM, subject: policy, message, at: deps.now() };
  if (await raiseAlarm(deps.db, alarm))
    deps.log.error({ fleet: fleetId, alarm: POLICY_ALARM, policy }, message);
  const deliveries = await inTransaction(deps.db, (tx) => othersOf(tx, delivery, deps.now()));
  return { kind: 'instead', deliveries };
}

async function othersOf(tx: Tx, delivery: Delivery, at: Date): Promise<DueDelivery[]> {
  const { fleetId, alertId } = delivery;
  if (alertId === null) return [];
  const { items } = await listDeliveries(tx, { fleetId, alertId, limit: 200 });
  const others = items.filter(({ kind, action }) => kind === 'alert' && MESSAGES.has(action));
  if (others.length === 0) return toOwner(tx, delivery, at);
  const held = others.filter(({ state }) => state === 'held');
  await letGo(tx, { fleetId, ids: held.map(({ id }) => id) });
  // What was let go by an attempt that died is still to be done; what was never held is under way.
  return others
    .filter(({ state, releaseAt }) => releaseAt !== null && (state === 'held' || state === 'pending'))
    .map(({ id, action }) => ({ id, action }));
}

const MESSAGES: ReadonlySet<string> = new Set(['slack', 'email', 'webhook']);

async function toOwner(tx: Tx, delivery: Delivery, at: Date): Promise<DueDelivery[]> {
  const { fleetId, driverId, tripId, rule, version, actionIndex, revision, alertId } = delivery;
  const document = await getVersion(tx, { fleetId, kind: 'rule', id: rule, version });
  const owner = (document?.body as Rule | undefined)?.owner;
  if (owner === undefined || !OWNER.test(owner)) return [];
  const action = owner.includes('@') ? 'email' : 'slack';
  const planned = await planDelivery(tx, {
    ...{ fleetId, driverId, tripId, rule, version, action, actionIndex, revision, receiver: owner, at },
    ...(alertId !== null && { alertId }),
  });
  return planned.state === 'pending' ? [{ id: planned.id, action }] : [];
}
