import * as z from 'zod';
import { firstInstantFrom } from '../../../rules/time/index.ts';
import { feedbackByRule } from '../../../store/alerts/index.ts';
import type { RuleWeek, Spread } from '../../../store/alerts/index.ts';
import { Problem } from '../../http/index.ts';
import type { Route, ServerDependencies } from '../../http/index.ts';
import { fields, textFilter } from '../http/index.ts';
import type { RouteMaker } from '../http/index.ts';

const DAY_MS = 86_400_000;
/** Weeks shown when no range is asked for. */
const USUAL_WEEKS = 8;
/** The longest range that is answered: two years. */
const MOST_DAYS = 731;

const spread = z.object({ median: z.number(), p90: z.number() }).optional();
const ruleWeek = z
  .object({
    week: z.iso.date().meta({ description: "The week's Monday in the fleet's time zone." }),
    rule: z.string(),
    alerts: z.int().meta({ description: 'Alerts that were sent.' }),
    stopped: z
      .int()
      .meta({ description: 'Alerts that were not sent: silenced, throttled, in shadow and so on.' }),
    incidents: z.int().meta({ description: 'Incidents that its alerts opened.' }),
    confirmed: z.int(),
    false_alarm: z.int(),
    not_driver: z.int(),
    other: z.int(),
    unresolved: z.int(),
    unanswered: z.int().meta({ description: 'All steps ran and nobody had acknowledged.' }),
    answer_seconds: spread.meta({ description: 'From the opening to the first answer.' }),
    resolve_seconds: spread.meta({ description: 'From the opening to the end.' }),
  })
  .meta({ id: 'RuleWeek' });

/** What people said about the alerts of each rule, week by week. */
export function feedbackRoutes(api: RouteMaker, deps: ServerDependencies): Route[] {
  return [
    api({
      ...{ method: 'get', path: '/feedback', id: 'getFeedback', tag: 'Incidents', role: 'viewer' },
      summary: 'Show feedback by rule and week: confirmed, false and unanswered alerts, and response times',
      description:
        'An item counts in the week in which it began. Without a range: the last eight weeks. Dates are whole days in the fleet’s time zone.',
      query: z.strictObject({
        from: z.iso.date().optional().meta({ description: 'First day.', example: '2026-01-05' }),
        to: z.iso.date().optional().meta({ description: 'Last day.', example: '2026-02-01' }),
        rule: textFilter('Of this rule.'),
      }),
      answer: {
        description: 'One entry a rule and week, the newest week first.',
        schema: z.object({ timezone: z.string(), items: z.array(ruleWeek) }),
      },
      async run({ fleetId, query }) {
        const timezone = deps.config.fleets.find(({ id }) => id === fleetId)?.timezone ?? 'UTC';
        const range = rangeOf(query, { timezone, now: deps.now() });
        const weeks = await feedbackByRule(deps.database.db, {
          ...{ fleetId, timezone, ...range },
          ...(query.rule !== undefined && { rule: query.rule }),
        });
        return { timezone, items: weeks.map(weekOnWire) };
      },
    }),
  ];
}

function rangeOf(
  query: { readonly from?: string | undefined; readonly to?: string | undefined },
  { timezone, now }: { readonly timezone: string; readonly now: Date },
): { from: Date; to: Date } {
  const midnight = (date: string): Date => firstInstantFrom({ date, minutes: 0 }, timezone);
  const dayAfter = (date: string): string =>
    new Date(Date.parse(`${date}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
  const to = query.to === undefined ? new Date(now.getTime() + 1) : midnight(dayAfter(query.to));
  const from =
    query.from === undefined ? new Date(to.getTime() - USUAL_WEEKS * 7 * DAY_MS) : midnight(query.from);
  if (from >= to) throw new Problem(400, '"from" is after "to": write the first day, then the last.');
  if (to.getTime() - from.getTime() > MOST_DAYS * DAY_MS)
    throw new Problem(400, `The range is longer than ${MOST_DAYS} days: ask for a part of it.`);
  return { from, to };
}

function weekOnWire(week: RuleWeek): Record<string, unknown> {
  return fields({
    ...{ week: week.week, rule: week.rule, alerts: week.alerts, stopped: week.stopped },
    ...{ incidents: week.incidents, confirmed: week.confirmed, false_alarm: week.falseAlarm },
    ...{ not_driver: week.notDriver, other: week.other, unresolved: week.unresolved },
    unanswered: week.unanswered,
    answer_seconds: week.answerSeconds satisfies Spread | undefined,
    resolve_seconds: week.resolveSeconds satisfies Spread | undefined,
  });
}
