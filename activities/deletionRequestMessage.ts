import type { RoundupMessage } from '../messages/roundup.ts';
import type { Delivery } from '../store/deliveries.ts';
import { getDeletion } from '../store/deletions.ts';
import { getStoredTrip } from '../store/tripContent.ts';
import type { DeletionInput } from '../workflows/contract.ts';
import { linkTo, messageTrip } from './alertMessage.ts';
import type { Tellable } from './alertMessage.ts';
import { connectionsOf } from './dependencies.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { deletingRuleOf } from './deletionRequest.ts';

/**
 * Puts together the message that asks whether a trip may be deleted.
 * @throws Error when its deletion is not in the store, which only a mistake of ours can cause
 */
export async function tellDeletionRequest(
  deps: ActivityDependencies,
  delivery: Delivery,
): Promise<Tellable<RoundupMessage>> {
  const { fleetId, deletionId } = delivery;
  const deletion = await getDeletion(deps.db, { fleetId, id: deletionId ?? '' });
  if (!deletion) throw new Error(`Delivery ${delivery.id} refers to a deletion that is not kept.`);
  const { driverId, tripId } = deletion;
  const { rule } = await deletingRuleOf(deps, deletion);
  const trip = await getStoredTrip(deps.db, { fleetId, driverId, tripId });
  const { name, timezone } = connectionsOf(deps, fleetId);
  const message = {
    fleet: { id: fleetId, name, timezone },
    severity: rule.severity,
    title: `Delete this trip? ${rule.name}`,
    intro: `Deletion ${deletion.id} waits for a person until ${deletion.expiresAt.toISOString()}: approve or reject it with the API. Nobody decides: the trip is kept.`,
    items: [
      {
        rule: { id: rule.id, name: rule.name, severity: rule.severity },
        driver: { id: driverId },
        trip: trip ? messageTrip(trip) : { tripId },
        sentence: deletion.cause ?? '',
        link: await linkTo(deps, { fleetId, driverId, tripId, plannedAt: delivery.plannedAt }),
      },
    ],
    more: 0,
    why: `because the rule ${deletion.rule} (version ${deletion.version}) asks before it deletes`,
    deliveryKey: delivery.deliveryKey,
  };
  return { told: (possibleRepeat) => ({ message: { ...message, possibleRepeat } }) };
}

/** Activities that keep the messages about a deletion true. */
export function createDeletionMessages(deps: ActivityDependencies) {
  return {
    /** Updates the messages that asked about a deletion: they show how it stands. */
    async refreshDeletionRequest(input: DeletionInput): Promise<void> {
      const deletion = await getDeletion(deps.db, { fleetId: input.fleet, id: input.deletionId });
      deps.log.info(
        { fleet: input.fleet, deletion: input.deletionId, state: deletion?.state },
        'deletion shown',
      );
    },
  };
}
