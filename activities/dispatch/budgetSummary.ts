import { budgetNotice, budgetSummary, budgetWhy } from '../../messages/alerts/index.ts';
import type { SummaryItem, SummaryMessage } from '../../messages/alerts/index.ts';
import { storedSentence } from '../../messages/decisions/index.ts';
import { messageDriver } from '../../messages/format/index.ts';
import type { MessageFleet } from '../../messages/format/index.ts';
import type { Rule } from '../../rules/lint/index.ts';
import { localDay } from '../../rules/time/index.ts';
import { alertsOverBudget } from '../../store/alerts/index.ts';
import type { Alert } from '../../store/alerts/index.ts';
import { inTransaction, lockRules } from '../../store/db/index.ts';
import type { Delivery } from '../../store/deliveries/index.ts';
import { getVersion } from '../../store/documents/index.ts';
import { getStoredTrip, listDecisions } from '../../store/trips/index.ts';
import type { ActivityDependencies, UnmarkedMessage } from '../dependencies/index.ts';
import { NotStoredError, driverToShow, linkTo, messageFleet, messageTrip } from '../deliveries/index.ts';

/** Largest number of alerts that a summary lists. The summary says how many more there are. */
const MOST_ALERTS = 40;

/**
 * Composes the message about a rule's budget: the notice that the budget is used up, or the summary of held alerts at the end of
 * the day.
 * @throws NotStoredError when the rule's version is not stored, which only a defect can cause
 */
export async function composeBudgetMessage(
  deps: ActivityDependencies,
  delivery: Delivery,
): Promise<UnmarkedMessage<SummaryMessage>> {
  const { fleetId, rule: id, version, plannedAt } = delivery;
  const fleet = await messageFleet(deps, fleetId);
  const document = await getVersion(deps.db, { fleetId, kind: 'rule', id, version });
  const rule = document?.body as Rule | undefined;
  if (!rule)
    throw new NotStoredError(`Delivery ${delivery.id} refers to a rule version that is no longer stored.`);
  const day = localDay(plannedAt, fleet.timezone);
  const common = {
    fleet,
    severity: rule.severity,
    why: budgetWhy({ id, version }, fleet.language),
    deliveryKey: delivery.deliveryKey,
  };
  const budget = { name: rule.name, limit: rule.budget?.alerts_per_day ?? 0, date: day.date };
  const message =
    delivery.kind === 'budget_notice'
      ? { ...common, ...budgetNotice(budget, fleet.language), items: [], more: 0 }
      : { ...common, ...(await summary(deps, { delivery, rule, budget, day, language: fleet.language })) };
  return { marked: (possibleRepeat) => ({ message: { ...message, possibleRepeat } }) };
}

type Words = Pick<SummaryMessage, 'title' | 'intro' | 'items' | 'more'>;

async function summary(
  deps: ActivityDependencies,
  args: {
    readonly delivery: Delivery;
    readonly rule: Rule;
    readonly budget: Parameters<typeof budgetSummary>[0];
    readonly language: Parameters<typeof budgetSummary>[2];
    readonly day: { readonly date: string; readonly from: Date; readonly to: Date };
  },
): Promise<Words> {
  const { delivery, rule, budget, language, day } = args;
  const { fleetId } = delivery;
  // Takes and releases the lock under which alerts get their time. So all alerts of the day are stored afterwards.
  await inTransaction(deps.db, (tx) => lockRules(tx, { fleetId, rules: [delivery.rule] }));
  const {
    items: alerts,
    total,
    drivers,
  } = await alertsOverBudget(deps.db, {
    fleetId,
    rule: delivery.rule,
    from: day.from,
    to: day.to,
    limit: MOST_ALERTS,
  });
  const items: SummaryItem[] = [];
  for (const alert of alerts)
    items.push(await itemOf(deps, { alert, rule, plannedAt: delivery.plannedAt, language }));
  return {
    ...budgetSummary(budget, { total, drivers }, language),
    items,
    more: total - items.length,
  };
}

async function itemOf(
  deps: ActivityDependencies,
  args: {
    readonly alert: Alert;
    readonly rule: Rule;
    readonly plannedAt: Date;
    readonly language: MessageFleet['language'];
  },
): Promise<SummaryItem> {
  const { alert, rule, plannedAt, language } = args;
  const { fleetId, driverId, tripId } = alert;
  const key = { fleetId, driverId, tripId };
  const [decisions, trip, driver] = await Promise.all([
    listDecisions(deps.db, key),
    getStoredTrip(deps.db, key),
    driverToShow(deps, key),
  ]);
  return {
    rule: { id: alert.rule, name: rule.name, severity: alert.severity },
    driver: messageDriver(driver),
    trip: trip ? messageTrip(trip) : { tripId },
    sentence: storedSentence(decisions, alert, language) ?? '',
    link: await linkTo(deps, { ...key, plannedAt }),
  };
}
