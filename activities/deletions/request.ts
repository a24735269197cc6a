import { ApplicationFailure } from '@temporalio/common';
import { decisionSentence } from '../../messages/decisions/index.ts';
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

/**
 * Returns the rule version that requests the deletion, and its delete action.
 * @throws ApplicationFailure when that version is not stored or has no delete action
 */
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

/** Returns the time at which an approval request made now expires, according to the action's `expires_after`. */
export function expiryOf(action: DeleteAction, at: Date): Date {
  return new Date(at.getTime() + parseDuration(action.expires_after ?? DEFAULT_EXPIRY) * 1000);
}

/**
 * Records the deletion that a delivery requests. If the trip already has an open deletion, or one that settled this request, that
 * deletion is returned instead.
 */
export async function requestFor(
  deps: ActivityDependencies,
  delivery: Delivery,
  action: DeleteAction,
): Promise<{ id: string; state: Deletion['state'] }> {
  const { fleetId, driverId, tripId, rule, version } = delivery;
  // Reads the content before the decision, so that a deletion is compared with the older content if a new revision comes in
  // between.
  const trip = await getTrip(deps.db, { fleetId, driverId, tripId });
  const decision = await latestDecision(deps.db, { fleetId, driverId, tripId });
  const decided = decision?.rules.find((each) => each.rule === rule);
  const cause = decided && decisionSentence(decided, 'en');
  const at = deps.now();
  return requestDeletion(deps.db, {
    fleetId,
    driverId,
    tripId,
    rule,
    version,
    at,
    deliveryId: delivery.id,
    plannedAt: delivery.plannedAt,
    approval: action.approval ?? 'required',
    expiresAt: expiryOf(action, at),
    ...(cause === undefined ? {} : { cause }),
    ...(trip && { decided: { revision: trip.revision, contentHash: trip.contentHash } }),
  });
}
