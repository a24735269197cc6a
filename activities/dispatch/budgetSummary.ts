import type { SummaryItem, SummaryMessage } from '../../messages/alerts/index.ts';
import { formatNumber } from '../../messages/format/index.ts';
import type { Rule } from '../../rules/lint/index.ts';
import { localDay } from '../../rules/time/index.ts';
import { alertsOverBudget } from '../../store/alerts/index.ts';
import type { Alert } from '../../store/alerts/index.ts';
import { inTransaction, lockRules } from '../../store/db/index.ts';
import type { Delivery } from '../../store/deliveries/index.ts';
import { getVersion } from '../../store/documents/index.ts';
import { getStoredTrip, listDecisions } from '../../store/trips/index.ts';
import { connectionsOf } from '../dependencies/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import { NotStoredError, linkTo, messageTrip } from '../deliveries/index.ts';
import type { UnmarkedMessage } from '../deliveries/index.ts';

/** Alerts listed in a summary; it says how many more there are. */
const MOST_ALERTS = 40;

/**
 * Puts together what is said about a rule's budget: that it is over, or at the end of the day what it kept back.
 * @throws NotKeptError when the rule's version is not in the store, which only a mistake of ours can cause
 */
export async function composeBudgetMessage(
  deps: ActivityDependencies,
  delivery: Delivery,
): Promise<UnmarkedMessage<SummaryMessage>> {
  const { fleetId, rule: id, version, plannedAt } = delivery;
  const { name, timezone } = connectionsOf(deps, fleetId);
  const document = await getVersion(deps.db, { fleetId, kind: 'rule', id, version });
  const rule = document?.body as Rule | undefined;
  if (!rule)
    throw new NotStoredError(`Delivery ${delivery.id} refers to a rule version that is no longer stored.`);
  const day = localDay(plannedAt, timezone);
  const common = {
    fleet: { id: fleetId, name, timezone },
    severity: rule.severity,
    why: `because of the budget of the rule ${id} (version ${version})`,
    deliveryKey: delivery.deliveryKey,
  };
  const limit = rule.budget?.alerts_per_day ?? 0;
  const message =
    delivery.kind === 'budget_notice'
      ? { ...common, ...notice(rule, { limit, date: day.date }) }
      : { ...common, ...(await summary(deps, { delivery, rule, limit, day })) };
  return { marked: (possibleRepeat) => ({ message: { ...message, possibleRepeat } }) };
}

type Words = Pick<SummaryMessage, 'title' | 'intro' | 'items' | 'more'>;

function notice(rule: Rule, { limit, date }: { readonly limit: number; readonly date: string }): Words {
  return {
    title: `Over budget: ${rule.name}`,
    intro:
      `This rule has raised the ${formatNumber(limit)} ${limit === 1 ? 'alert' : 'alerts'} it may raise on one day (${date}). ` +
      'Further alerts are held until midnight and sent in one summary. If that happens often, the rule matches too much, or the budget is too small.',
    items: [],
    more: 0,
  };
}

async function summary(
  deps: ActivityDependencies,
  args: {
    readonly delivery: Delivery;
    readonly rule: Rule;
    readonly limit: number;
    readonly day: { readonly date: string; readonly from: Date; readonly to: Date };
  },
): Promise<Words> {
  const { delivery, rule, limit, day } = args;
  const { fleetId } = delivery;
  // An alert gets its time under this lock: whoever took the day's last ones has written them once the lock is free.
  await inTransaction(deps.db, (tx) => lockRules(tx, { fleetId, rules: [delivery.rule] }));
  const {
    items: alerts,
    total,
    drivers,
  } = await alertsOverBudget(deps.db, {
    ...{ fleetId, rule: delivery.rule, from: day.from, to: day.to, limit: MOST_ALERTS },
  });
  const items: SummaryItem[] = [];
  for (const alert of alerts) items.push(await itemOf(deps, { alert, rule, plannedAt: delivery.plannedAt }));
  return {
    title: `${formatNumber(total)} more ${total === 1 ? 'alert' : 'alerts'} on ${day.date}: ${rule.name}`,
    intro: `Beside the ${formatNumber(limit)} sent on ${day.date}, ${formatNumber(total)} ${total === 1 ? 'alert was' : 'alerts were'} held because the rule was over its budget, about ${formatNumber(drivers)} ${drivers === 1 ? 'driver' : 'drivers'}.`,
    items,
    more: total - items.length,
  };
}

async function itemOf(
  deps: ActivityDependencies,
  args: { readonly alert: Alert; readonly rule: Rule; readonly plannedAt: Date },
): Promise<SummaryItem> {
  const { alert, rule, plannedAt } = args;
  const { fleetId, driverId, tripId } = alert;
  const key = { fleetId, driverId, tripId };
  const [decisions, trip] = await Promise.all([listDecisions(deps.db, key), getStoredTrip(deps.db, key)]);
  const decided = decisions
    .find((each) => each.revision === alert.revision)
    ?.rules.find((each) => each.rule === alert.rule);
  return {
    rule: { id: alert.rule, name: rule.name, severity: alert.severity },
    driver: { id: driverId },
    trip: trip ? messageTrip(trip) : { tripId },
    sentence: decided?.sentence ?? '',
    link: await linkTo(deps, { ...key, plannedAt }),
  };
}
