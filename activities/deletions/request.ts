import { ApplicationFailure } from '@temporalio/common';
import { parseDuration } from '../../rules/time/index.ts';
import type { Rule } from '../../rules/lint/index.ts';
import { getTrip, latestDecision } from '../../store/trips/index.ts';
import { requestDeletion } from '../../store/deletions/index.ts';
import type { Deletion } from '../../store/deletions/index.ts';
import type { Delivery } from '../../store/deliveries/index.ts';
import { getVersion } from '../../store/documents/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';

type DeleteAction = Extract<Rule['actions'][number], { type: 'delete_trip' }>;

const DEFAULT_EXPIRY = '14d';

/** The rule's version that asks for the deletion, and its action that does. */
export async function deletingRuleOf(
  deps: ActivityDependencies,
  of: { fleetId: string; rule: string; version: number },
): Promise<{ readonly rule: Rule; readonly action: DeleteAction }> {
  const version = await getVersion(deps.db, {
    fleetId: of.fleetId,
    kind: 'rule',
    id: of.rule,
    version: of.version,
  });
  const rule = version?.body as Rule | undefined;
  const action = rule?.actions.find((each) => each.type === 'delete_trip');
  if (!rule || !action)
    throw ApplicationFailure.nonRetryable(
      `Rule ${of.rule} version ${of.version} has no delete action.`,
      'no_such_action',
    );
  return { rule, action };
}

/** When a request that is made now is over, in the action's words `expires_after`. */
export function expiryOf(action: DeleteAction, at: Date): Date {
  return new Date(at.getTime() + parseDuration(action.expires_after ?? DEFAULT_EXPIRY) * 1000);
}

/** Enters the deletion that a delivery asks for. One of the trip that is open, or that has answered it already, stands. */
export async function requestFor(
  deps: ActivityDependencies,
  delivery: Delivery,
  action: DeleteAction,
): Promise<{ id: string; state: Deletion['state'] }> {
  const { fleetId, driverId, tripId, rule, version } = delivery;
  // Content before decision: where a new revision comes in between, the older content is the one that is compared with.
  const trip = await getTrip(deps.db, { fleetId, driverId, tripId });
  const decision = await latestDecision(deps.db, { fleetId, driverId, tripId });
  const cause = decision?.rules.find((each) => each.rule === rule)?.sentence;
  const at = deps.now();
  return requestDeletion(deps.db, {
    ...{ fleetId, driverId, tripId, rule, version, at, deliveryId: delivery.id },
    plannedAt: delivery.plannedAt,
    approval: action.approval ?? 'required',
    expiresAt: expiryOf(action, at),
    ...(cause === undefined ? {} : { cause }),
    ...(trip && { decided: { revision: trip.revision, contentHash: trip.contentHash } }),
  });
}
