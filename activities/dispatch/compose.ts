import { summaryWords } from '../../messages/alerts/index.ts';
import type { SummaryCause, SummaryItem, SummaryMessage } from '../../messages/alerts/index.ts';
import type { AlertMessage } from '../../messages/format/index.ts';
import { compareSeverity } from '../../rules/evaluation/index.ts';
import type { Rule } from '../../rules/lint/index.ts';
import { inOneSnapshot } from '../../store/db/index.ts';
import { groupedInto } from '../../store/deliveries/index.ts';
import type { Delivery, GroupedDeliveries } from '../../store/deliveries/index.ts';
import { getVersion } from '../../store/documents/index.ts';
import type { ActivityDependencies, UnmarkedMessage } from '../dependencies/index.ts';
import { composeDeletionRequest } from '../deletions/index.ts';
import { alertOf, composeAlert } from '../deliveries/index.ts';
import type { UnmarkedAlert } from '../deliveries/index.ts';
import { composeIncidentMessage } from '../incidents/index.ts';
import { composeAlarm } from './alarms.ts';
import { composeBudgetMessage } from './budgetSummary.ts';
import { composeCoaching } from './coaching.ts';

/** Largest number of alerts in one message. The message says how many more there are. */
const MOST_ALERTS = 40;

/**
 * Composes the message of a delivery. It is one of these:
 * - an alert, with other alerts of the same trip that are grouped into it;
 * - a summary of alerts of several trips, which quiet hours or a batch held;
 * - a message about a rule's budget, an incident, a deletion that waits for approval, coaching, or an alarm of the whole fleet.
 */
export async function composeDelivery(
  deps: ActivityDependencies,
  delivery: Delivery,
): Promise<UnmarkedMessage> {
  switch (delivery.kind) {
    case 'incident_page':
    case 'incident_note':
      return composeIncidentMessage(deps, delivery);
    case 'deletion_request':
      return composeDeletionRequest(deps, delivery);
    case 'budget_notice':
    case 'budget_summary':
      return composeBudgetMessage(deps, delivery);
    case 'coaching':
      return composeCoaching(deps, delivery);
    case 'alarm':
      return composeAlarm(deps, delivery);
    case 'alert':
      return composeAlerts(deps, delivery);
    case 'digest':
      throw new Error(`Delivery ${delivery.id} is a digest, which is not a message about a trip.`);
  }
}

/**
 * Composes alerts from one snapshot of the database. A trip that is removed meanwhile is removed with its delivery, so the
 * snapshot contains both or neither.
 */
function composeAlerts(deps: ActivityDependencies, delivery: Delivery): Promise<UnmarkedMessage> {
  return inOneSnapshot(deps.db, (db) => composeAlertsOf({ ...deps, db }, delivery));
}

async function composeAlertsOf(deps: ActivityDependencies, delivery: Delivery): Promise<UnmarkedMessage> {
  const { fleetId, id } = delivery;
  const grouped = await groupedInto(deps.db, { fleetId, id, limit: MOST_ALERTS - 1 });
  const isOneTrip =
    grouped.items.length === grouped.total &&
    grouped.items.every((each) => each.driverId === delivery.driverId && each.tripId === delivery.tripId);
  return isOneTrip ? composeAlert(deps, delivery, grouped.items) : composeSummary(deps, delivery, grouped);
}

async function composeSummary(
  deps: ActivityDependencies,
  delivery: Delivery,
  grouped: GroupedDeliveries,
): Promise<UnmarkedMessage<SummaryMessage>> {
  const first = await alertOf(deps, delivery);
  const alerts: UnmarkedAlert[] = [first];
  for (const each of grouped.items) alerts.push(await alertOf(deps, each));
  alerts.sort((a, b) => compareSeverity(b.rule.severity, a.rule.severity));
  const total = grouped.total + 1;
  const counts = { alerts: total, trips: grouped.trips, drivers: grouped.drivers };
  const all = [delivery, ...grouped.items];
  const isHeld = all.every(({ releaseAt }) => releaseAt !== null);
  const cause = causeOf(delivery, isHeld ? await holdsOf(deps, all) : []);
  const message = {
    fleet: first.fleet,
    severity: alerts[0]?.rule.severity ?? first.rule.severity,
    ...summaryWords(cause, counts, first.fleet.language),
    items: alerts.map(asItem),
    more: total - alerts.length,
    deliveryKey: delivery.deliveryKey,
  };
  return { marked: (possibleRepeat) => ({ message: { ...message, possibleRepeat } }) };
}

/** Reason why alerts were held until they were sent together. */
type Hold = 'batch' | 'quiet_hours';

/** Returns why the deliveries were held, according to the actions of their rules: for a batch, or for quiet hours. */
async function holdsOf(
  { db }: ActivityDependencies,
  deliveries: readonly Delivery[],
): Promise<readonly Hold[]> {
  const holds = new Set<Hold>();
  for (const { fleetId, rule: id, version, actionIndex } of deliveries) {
    const document = await getVersion(db, { fleetId, kind: 'rule', id, version });
    const action = (document?.body as Rule | undefined)?.actions[actionIndex];
    holds.add(action?.batch ? 'batch' : 'quiet_hours');
  }
  return [...holds];
}

/**
 * Returns the cause that a summary names.
 * @param holds the reasons why the alerts were held; empty if they were grouped because of the recipient's rate limit
 */
function causeOf({ action }: Pick<Delivery, 'action'>, holds: readonly Hold[]): SummaryCause {
  if (holds.length > 1) return 'held';
  if (holds[0] === 'batch') return 'batch';
  if (holds[0] === 'quiet_hours') return 'quiet';
  return action === 'email' ? 'waited' : 'group';
}

/** Returns an alert as an item of a summary. */
function asItem(alert: Omit<AlertMessage, 'possibleRepeat'>): SummaryItem {
  const { rule, driver, trip, sentence, shownSentence = sentence, pendingDeletion, link } = alert;
  return {
    rule,
    driver,
    trip,
    sentence: shownSentence,
    link,
    ...(pendingDeletion !== undefined && { pendingDeletion }),
  };
}
