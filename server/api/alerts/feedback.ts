import * as z from 'zod';
import { feedbackByRule } from '../../../store/alerts/index.ts';
import type { Route, ServerDependencies } from '../../http/index.ts';
import { DAYS_QUERY, daysOf, onWire, textFilter } from '../http/index.ts';
import type { RouteMaker } from '../http/index.ts';

/** Days that the statistics cover when the request names no range. */
const USUAL_DAYS = 8 * 7;
/** Longest range that a request may cover, in days: two years. */
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

/** Returns the route of statistics on people's feedback on alerts, by rule and week. */
export function feedbackRoutes(api: RouteMaker, deps: ServerDependencies): Route[] {
  return [
    api({
      method: 'get',
      path: '/feedback',
      id: 'getFeedback',
      tag: 'Incidents',
      role: 'viewer',
      summary: 'Show feedback by rule and week: confirmed, false and unanswered alerts, and response times',
      description:
        'An item counts in the week in which it began. Without a range: the last eight weeks. Dates are whole days in the fleet’s time zone.',
      query: z.strictObject({
        ...DAYS_QUERY,
        rule: textFilter('Of this rule.'),
      }),
      answer: {
        description: 'One entry a rule and week, the newest week first.',
        schema: z.object({ timezone: z.string(), items: z.array(ruleWeek) }),
      },
      async run({ fleetId, query, caller }) {
        const { timezone } = caller.fleet;
        const range = daysOf(query, {
          timezone,
          now: deps.now(),
          usualDays: USUAL_DAYS,
          mostDays: MOST_DAYS,
        });
        const weeks = await feedbackByRule(deps.database.db, {
          fleetId,
          timezone,
          ...range,
          ...(query.rule !== undefined && { rule: query.rule }),
        });
        return { timezone, items: weeks.map((week) => onWire(ruleWeek, week, {})) };
      },
    }),
  ];
}
