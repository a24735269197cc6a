import type { AlertMessage } from '../messages/alert.ts';
import type { RoundupItem, RoundupMessage } from '../messages/roundup.ts';
import { compareSeverity } from '../rules/severityOrder.ts';
import type { Delivery } from '../store/deliveries.ts';
import { carriedBy } from '../store/releases.ts';
import { alertOf, tellAlert } from './alertMessage.ts';
import type { Tellable, UnmarkedAlert } from './alertMessage.ts';
import { tellBudget } from './budgetMessage.ts';
import { tellDeletionRequest } from './deletionMessage.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { tellIncident } from './incidentMessage.ts';

/** Alerts put into one message; it says how many more there are. */
const MOST_ALERTS = 40;

/**
 * Puts together what a delivery tells: its alert with the others of its trip that it carries, the alerts of several trips
 * that quiet hours held, what there is to say about a rule's budget, an incident, or a deletion that waits for a person.
 */
export async function tellDelivery(deps: ActivityDependencies, delivery: Delivery): Promise<Tellable> {
  switch (delivery.kind) {
    case 'incident_page':
    case 'incident_note':
      return tellIncident(deps, delivery);
    case 'deletion_request':
      return tellDeletionRequest(deps, delivery);
    case 'budget_notice':
    case 'budget_summary':
      return tellBudget(deps, delivery);
    case 'alert':
      return tellAlerts(deps, delivery);
  }
}

async function tellAlerts(deps: ActivityDependencies, delivery: Delivery): Promise<Tellable> {
  const { fleetId, id } = delivery;
  const carried = await carriedBy(deps.db, { fleetId, id, limit: MOST_ALERTS - 1 });
  const isOneTrip = carried.items.every(
    (each) => each.driverId === delivery.driverId && each.tripId === delivery.tripId,
  );
  if (isOneTrip) return tellAlert(deps, delivery, carried.items);
  return tellSeveral(deps, [delivery, ...carried.items], carried.total + 1);
}

async function tellSeveral(
  deps: ActivityDependencies,
  deliveries: readonly [Delivery, ...Delivery[]],
  total: number,
): Promise<Tellable<RoundupMessage>> {
  const first = await alertOf(deps, deliveries[0]);
  const alerts: UnmarkedAlert[] = [first];
  for (const each of deliveries.slice(1)) alerts.push(await alertOf(deps, each));
  alerts.sort((a, b) => compareSeverity(b.rule.severity, a.rule.severity));
  const trips = new Set(deliveries.map(({ driverId, tripId }) => JSON.stringify([driverId, tripId]))).size;
  const message = {
    fleet: first.fleet,
    severity: alerts[0]?.rule.severity ?? first.rule.severity,
    title: `${total} alerts from quiet hours`,
    intro: `${total} alerts${total === alerts.length ? ` of ${trips} trips` : ''} were held during quiet hours, which are over now. What was resolved meanwhile is left out.`,
    items: alerts.map(asItem),
    more: total - alerts.length,
    why: 'because rules with quiet hours name this receiver',
    deliveryKey: deliveries[0].deliveryKey,
  };
  return { told: (possibleRepeat) => ({ message: { ...message, possibleRepeat } }) };
}

/** An alert as one of several. */
function asItem({ rule, driver, trip, sentence, link }: Omit<AlertMessage, 'possibleRepeat'>): RoundupItem {
  return { rule, driver, trip, sentence, link };
}
