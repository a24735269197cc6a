import type { RoundupMessage } from '../messages/roundup.ts';
import type { Delivery } from '../store/deliveries.ts';
import { getIncident } from '../store/incidents.ts';
import type { Tellable } from './alertMessage.ts';
import { connectionsOf } from './dependencies.ts';
import type { ActivityDependencies } from './dependencies.ts';

/** Activities around the messages of an incident. */
export function createIncidentMessages(_deps: ActivityDependencies) {
  return {
    /** Brings every message of an incident up to date. */
    async refreshIncidentMessages(_input: { fleet: string; incidentId: string }): Promise<void> {
      await Promise.resolve();
    },
  };
}

/** Puts together what a page or a note of an incident says. */
export async function tellIncident(
  deps: ActivityDependencies,
  delivery: Delivery,
): Promise<Tellable<RoundupMessage>> {
  const { fleetId, incidentId, driverId, tripId, rule, deliveryKey } = delivery;
  const { name, timezone } = connectionsOf(deps, fleetId);
  const incident = await getIncident(deps.db, { fleetId, id: incidentId ?? '' });
  if (!incident) throw new Error(`Delivery ${delivery.id} refers to an incident that is not kept.`);
  const message = {
    fleet: { id: fleetId, name, timezone },
    severity: incident.severity,
    title: `Incident ${incident.id}: ${incident.state}`,
    intro: `Rule ${rule}, driver ${driverId}, trip ${tripId}.`,
    ...{ items: [], more: 0, why: `because of the escalation policy ${incident.policy}`, deliveryKey },
  };
  return { told: (possibleRepeat) => ({ message: { ...message, possibleRepeat } }) };
}
