import type { SummaryItem, SummaryMessage } from '../../messages/alerts/index.ts';
import { formatNumber } from '../../messages/format/index.ts';
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

/** Alerts put into one message; it says how many more there are. */
const MOST_ALERTS = 40;

/**
 * Puts together what a delivery tells: its alert with the others of its trip that it carries, the alerts of several trips
 * that quiet hours or a batch held, what there is to say about a rule's budget, an incident, a deletion that waits for a person, or
 * an alarm of the whole fleet.
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

/** What is removed meanwhile, an erased driver's trip perhaps, goes with its delivery: either both are seen, or neither is. */
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
  const count = `${formatNumber(total)} alerts of ${counted(grouped.trips, 'trip')} and ${counted(grouped.drivers, 'driver')}`;
  const all = [delivery, ...grouped.items];
  const isHeld = all.every(({ releaseAt }) => releaseAt !== null);
  const message = {
    fleet: first.fleet,
    severity: alerts[0]?.rule.severity ?? first.rule.severity,
    ...wordsFor(delivery, isHeld ? await holdsOf(deps, all) : [])(total, count),
    items: alerts.map(asItem),
    more: total - alerts.length,
    deliveryKey: delivery.deliveryKey,
  };
  return { marked: (possibleRepeat) => ({ message: { ...message, possibleRepeat } }) };
}

function counted(count: number, one: string): string {
  return `${formatNumber(count)} ${one}${count === 1 ? '' : 's'}`;
}

type Words = Pick<SummaryMessage, 'title' | 'intro' | 'why'>;

/** What held alerts until they went out together. */
type Hold = 'batch' | 'quiet_hours';

/** What held some deliveries, as the rules say that planned them: their actions have a batch, or only quiet hours. */
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

/** @param holds what held the alerts; none: they met at the recipient's rate limit */
function wordsFor(
  { action }: Pick<Delivery, 'action'>,
  holds: readonly Hold[],
): (total: number, count: string) => Words {
  if (holds.length > 1) return heldWords;
  if (holds[0] === 'batch') return batchWords;
  if (holds[0] === 'quiet_hours') return quietWords;
  return action === 'email' ? floodWords : summaryWords;
}

function quietWords(total: number, count: string): Words {
  return {
    title: `${formatNumber(total)} alerts from quiet hours`,
    intro: `${count} were held during quiet hours, which have ended. Alerts resolved meanwhile are left out.`,
    why: 'because rules with quiet hours name this recipient',
  };
}

function batchWords(total: number, count: string): Words {
  return {
    title: `Summary: ${formatNumber(total)} alerts`,
    intro: `${count} were batched into this summary. Alerts resolved meanwhile are left out.`,
    why: 'because rules with a batch name this recipient',
  };
}

function heldWords(total: number, count: string): Words {
  return {
    title: `Summary: ${formatNumber(total)} alerts`,
    intro: `${count} were batched into this summary, or held during quiet hours, which have ended. Alerts resolved meanwhile are left out.`,
    why: 'because rules with a batch or quiet hours name this recipient',
  };
}

function summaryWords(total: number, count: string): Words {
  return {
    title: `${formatNumber(total)} alerts at once`,
    intro: `${count} exceeded the rate limit of this channel, so they are grouped here. None is left out.`,
    why: 'because the rules name this recipient',
  };
}

function floodWords(total: number, count: string): Words {
  return {
    title: `${formatNumber(total)} alerts that had to wait`,
    intro: `${count} came while e-mails to this address had to wait, so they are grouped here. None is left out.`,
    why: 'because the rules name this recipient',
  };
}

/** An alert as one of several. */
function asItem({ rule, driver, trip, sentence, link }: Omit<AlertMessage, 'possibleRepeat'>): SummaryItem {
  return { rule, driver, trip, sentence, link };
}
