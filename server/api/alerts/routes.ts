import * as z from 'zod';
import { worded } from '../../../messages/language/index.ts';
import { getAlert, listAlerts, unsuppressedOf } from '../../../store/alerts/index.ts';
import type { Alert } from '../../../store/alerts/index.ts';
import { listDeliveries } from '../../../store/deliveries/index.ts';
import { Problem } from '../../http/index.ts';
import type { Route, ServerDependencies } from '../../http/index.ts';
import {
  driverName,
  given,
  listAnswer,
  listOf,
  listQuery,
  namedOne,
  onWire,
  sees,
  textFilter,
  timeFilter,
} from '../http/index.ts';
import type { AnswerOf, RouteMaker } from '../http/index.ts';
import { deliveryOnWire, deliverySchema } from '../deliveries/index.ts';

const TAG = 'Alerts';
const severity = z.enum(['info', 'warning', 'critical']);
const state = z.enum(['raised', 'held', 'stopped']);

const alert = z.object({
  id: z.string(),
  rule: z.string(),
  version: z.int(),
  driver_id: z.string(),
  driver_name: driverName,
  trip_id: z.string(),
  severity,
  state: state.meta({
    description: 'raised: sent; held: sent later; stopped: not sent, see `reason`.',
  }),
  reason: z.string().optional(),
  detail: z.string().optional().meta({
    description:
      'The silence’s id, the rule that suppresses it, the time of the last alert (throttle), the budget, what resolved it.',
  }),
  unsuppressed: z
    .object({
      by: z.string().meta({ description: 'The rule that suppressed it.' }),
      ended: z.string().meta({
        description:
          'How that rule’s alert ended: `not_matched`, a reason such as `silenced`, or the state of its last message.',
      }),
    })
    .optional()
    .meta({
      description:
        'Another rule suppressed it until that rule’s alert ended without being sent. `at` is when.',
    }),
  at: z.iso.datetime(),
});
/** Schema of an alert: one rule that matched one trip. */
export const alertSchema = alert.meta({ id: 'Alert' });
const oneAlert = alert.extend({ deliveries: z.array(deliverySchema) }).meta({ id: 'AlertWithDeliveries' });

/** Returns the routes that list alerts and show one. */
export function alertRoutes(api: RouteMaker, { database: { db } }: ServerDependencies): Route[] {
  return [
    api({
      method: 'get',
      path: '/alerts',
      id: 'listAlerts',
      tag: TAG,
      role: 'viewer',
      isGroupScoped: true,
      summary: 'List alerts',
      query: listQuery({
        driver_id: textFilter('Of this driver.'),
        trip_id: textFilter('Of this trip; name the driver too.'),
        rule: textFilter('Of this rule.'),
        severity: severity.optional(),
        state: state.optional(),
        reason: textFilter('Held or stopped for this reason, such as `throttled`.'),
        from: timeFilter('At or after this time.'),
        to: timeFilter('Before.'),
      }),
      answer: { description: 'Alerts, newest first.', schema: listOf(alertSchema) },
      async run({ fleetId, query, caller: { groups } }) {
        const { driver_id: driverId, trip_id: tripId, ...rest } = query;
        const listed = await listAlerts(db, { fleetId, ...given({ driverId, tripId, groups, ...rest }) });
        return namedOne(db, fleetId, listAnswer(listed, alertOnWire));
      },
    }),
    api({
      method: 'get',
      path: '/alerts/{id}',
      id: 'getAlert',
      tag: TAG,
      role: 'viewer',
      isGroupScoped: true,
      summary: 'Show an alert with its deliveries',
      answer: { description: 'The alert.', schema: oneAlert },
      async run({ fleetId, params, caller }) {
        const row = await getAlert(db, { fleetId, id: params['id']! });
        if (!row || !(await sees(db, caller, row))) throw new Problem(404, worded('problems.noAlert'));
        const { items } = await listDeliveries(db, { fleetId, alertId: row.id, limit: 200 });
        const alertWithName = await namedOne(db, fleetId, alertOnWire(row));
        return { ...alertWithName, deliveries: items.map((each) => deliveryOnWire(each)) };
      },
    }),
  ];
}

/** Returns an alert as the API shows it. */
export function alertOnWire(row: Alert): AnswerOf<typeof alertSchema> {
  return onWire(alertSchema, row, { unsuppressed: unsuppressedOf(row) });
}
