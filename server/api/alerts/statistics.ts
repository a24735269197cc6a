import * as z from 'zod';
import { CHANNEL_NAMES } from '../../../rules/channels/index.ts';
import {
  alertTotalsByDay,
  alertsByDay,
  answerTimes,
  dispositionsByRule,
} from '../../../store/alerts/index.ts';
import { JsonText } from '../../../store/db/index.ts';
import { deliveriesByState } from '../../../store/deliveries/index.ts';
import type { AnswerDoc, Route, ServerDependencies } from '../../http/index.ts';
import { DAYS_QUERY, daysOf, given, textFilter, withMember } from '../http/index.ts';
import type { AnswerOf, RouteMaker } from '../http/index.ts';

const TAG = 'Statistics';
/** Days that statistics cover when the request names no range. */
const USUAL_DAYS = 28;
/**
 * Longest range in days: a year. Statistics of all rules cover a month at most, because each rule and day may
 * be an item.
 */
const MOST_DAYS = 366;
const MOST_DAYS_OF_ALL_RULES = 31;

const count = z.int();
const range = {
  from: z.iso.datetime().meta({ description: 'The first instant that counts.' }),
  to: z.iso.datetime().meta({ description: 'The first instant after the range.' }),
  timezone: z.string().meta({ description: 'Of the days.' }),
};
const listOfCounts = <Item extends z.ZodRawShape>(item: Item) =>
  z.object({ ...range, items: z.array(z.object(item)) });

const countsOfDay = {
  date: z.iso.date(),
  sent: count,
  held: count.meta({ description: 'To be sent later.' }),
  stopped: count.meta({ description: 'Not sent, for whatever reason.' }),
  total: count,
  by_now: count.meta({
    description:
      'Of `total`, those up to the present time of day: what to compare a day with that is not over.',
  }),
};
const alerts = listOfCounts({ rule: z.string(), ...countsOfDay }).meta({ id: 'AlertStatistics' });
const alertDays = listOfCounts(countsOfDay).meta({ id: 'AlertDays' });

const deliveries = listOfCounts({
  channel: z.enum(CHANNEL_NAMES),
  state: z.enum(['pending', 'sent', 'held', 'skipped', 'unconfirmed', 'failed']),
  count,
}).meta({ id: 'DeliveryStatistics' });

const dispositions = listOfCounts({
  rule: z.string(),
  confirmed: count,
  false_alarm: count,
  other: count.meta({ description: '`not_driver` and `other`.' }),
  unresolved: count,
}).meta({ id: 'DispositionStatistics' });

const answers = z
  .object({
    ...range,
    count: count.meta({ description: 'Incidents that a person acknowledged, snoozed or resolved.' }),
    unanswered: count,
    median_seconds: count.optional().meta({ description: 'From the opening to the first answer.' }),
    p90_seconds: count.optional().meta({ description: 'Nine in ten were answered within it.' }),
  })
  .meta({ id: 'AnswerStatistics' });

/** A fleet's range of days, as instants and with its time zone. */
interface FleetDays {
  readonly fleetId: string;
  readonly from: Date;
  readonly to: Date;
  readonly timezone: string;
}

/** Returns the routes of statistics over a range of days. One SQL statement computes each of them. */
export function statisticsRoutes(api: RouteMaker, deps: ServerDependencies): Route[] {
  const { db } = deps.database;

  /** Creates the route of one statistic over a range of days. */
  const counting = <Answer extends z.ZodType, Filters extends z.ZodRawShape = Record<never, never>>(route: {
    readonly name: string;
    readonly id: string;
    readonly summary: string;
    readonly description?: string;
    readonly filters?: Filters;
    /** Returns the longest range in days for these filters. When absent, `MOST_DAYS` applies. */
    readonly mostDays?: (filters: z.output<z.ZodObject<Filters>>) => number;
    readonly answer: AnswerDoc & { readonly schema: Answer };
    readonly read: (
      asked: FleetDays,
      filters: z.output<z.ZodObject<Filters>>,
    ) => Promise<Omit<AnswerOf<Answer>, 'from' | 'to' | 'timezone'> | JsonText>;
  }): Route =>
    api({
      method: 'get',
      path: `/statistics/${route.name}`,
      id: route.id,
      tag: TAG,
      role: 'viewer',
      limit: { aMinute: 120, atOnce: 4 },
      summary: route.summary,
      description: `${route.description ? `${route.description} ` : ''}Whole days in the fleet’s time zone; without a range the last ${USUAL_DAYS} days. At most ${MOST_DAYS} days.`,
      query: z.strictObject({ ...DAYS_QUERY, ...route.filters }),
      answer: route.answer,
      async run({ fleetId, caller, query }) {
        const { timezone } = caller.fleet;
        const filters = query as unknown as z.output<z.ZodObject<Filters>>;
        const mostDays = route.mostDays?.(filters) ?? MOST_DAYS;
        const { from, to } = daysOf(query, { timezone, now: deps.now(), usualDays: USUAL_DAYS, mostDays });
        const counted = await route.read({ fleetId, from, to, timezone }, filters);
        const head = { from, to, timezone };
        return counted instanceof JsonText
          ? withMember(head, 'items', counted.text)
          : ({ ...head, ...counted } as never);
      },
    });

  return [
    counting({
      name: 'alerts',
      id: 'getAlertStatistics',
      summary: 'Count alerts by rule and day',
      filters: { rule: textFilter('Of this rule.') },
      description: `Without \`rule\`, at most ${MOST_DAYS_OF_ALL_RULES} days.`,
      mostDays: ({ rule }) => (rule === undefined ? MOST_DAYS_OF_ALL_RULES : MOST_DAYS),
      answer: { description: 'The newest day first; days without alerts left out.', schema: alerts },
      read: (asked, { rule }) => alertsByDay(db, { ...asked, rule, now: deps.now() }),
    }),
    counting({
      name: 'alerts-by-day',
      id: 'getAlertDays',
      summary: 'Count the alerts of all rules together by day',
      answer: { description: 'The newest day first; days without alerts left out.', schema: alertDays },
      read: async (asked) => ({
        items: (await alertTotalsByDay(db, { ...asked, now: deps.now() })).map(({ byNow, ...day }) => ({
          ...day,
          by_now: byNow,
        })),
      }),
    }),
    counting({
      name: 'deliveries',
      id: 'getDeliveryStatistics',
      summary: 'Count messages by channel and state',
      description: 'A message counts on the day on which it was planned.',
      answer: { description: 'Channels and states that there are.', schema: deliveries },
      read: async (asked) => ({ items: await deliveriesByState(db, asked) }),
    }),
    counting({
      name: 'answers',
      id: 'getAnswerStatistics',
      summary: 'Show how fast incidents were answered',
      description: 'An incident counts on the day on which it opened.',
      answer: { description: 'The times.', schema: answers },
      async read(asked) {
        const { median, p90, ...counts } = await answerTimes(db, asked);
        return given({ ...counts, median_seconds: median, p90_seconds: p90 });
      },
    }),
    counting({
      name: 'dispositions',
      id: 'getDispositionStatistics',
      summary: 'Count dispositions of incidents by rule',
      description: 'An incident counts on the day on which it opened.',
      answer: { description: 'Rules with incidents.', schema: dispositions },
      read: async (asked) => ({
        items: (await dispositionsByRule(db, asked)).map(({ falseAlarm, ...rest }) => ({
          ...rest,
          false_alarm: falseAlarm,
        })),
      }),
    }),
  ];
}
