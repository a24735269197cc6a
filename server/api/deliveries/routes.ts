import * as z from 'zod';
import { CHANNEL_NAMES } from '../../../rules/channels/index.ts';
import { whyRecipient } from '../../../messages/decisions/index.ts';
import { shownReceiver, withoutActingLinks } from '../../../messages/format/index.ts';
import type { Language } from '../../../messages/language/index.ts';
import { testMessagesAmong } from '../../../store/alarms/index.ts';
import { listDeliveries, outboxIdOf } from '../../../store/deliveries/index.ts';
import type { Delivery } from '../../../store/deliveries/index.ts';
import type { Route, ServerDependencies } from '../../http/index.ts';
import {
  driverName,
  given,
  languageAsked,
  listAnswer,
  listOf,
  listQuery,
  namedOne,
  onWire,
  textFilter,
} from '../http/index.ts';
import type { AnswerOf, RouteMaker } from '../http/index.ts';

const state = z.enum(['pending', 'sent', 'held', 'skipped', 'unconfirmed', 'failed']);

const KINDS = [
  'alert',
  'coaching',
  'budget_notice',
  'budget_summary',
  'incident_page',
  'incident_note',
  'deletion_request',
  'digest',
  'alarm',
] as const;

/** Schema of a delivery: one message to one recipient, or another action of an alert. */
export const deliverySchema = z
  .object({
    id: z.string(),
    driver_id: z.string().optional().meta({ description: 'Absent for a digest and an alarm.' }),
    driver_name: driverName,
    trip_id: z.string().optional(),
    alert_id: z.string().optional(),
    rule: z.string().optional(),
    digest_run_id: z.string().optional().meta({ description: 'For a digest: its run.' }),
    version: z.int(),
    revision: z.int(),
    action: z.enum([...CHANNEL_NAMES, 'escalate', 'delete_trip']),
    receiver: z.string().meta({ description: 'For a webhook, only the host.' }),
    because: z.string().optional().meta({
      description:
        'Why this recipient: the entry of a recipient route, the rotation, or the driver record. Absent: the document names the recipient itself.',
    }),
    state,
    reason: z.string().optional().meta({ description: 'Why it is held, skipped or failed.' }),
    kind: z.enum(KINDS).meta({
      description:
        'Its subject: an alert, a coaching e-mail to the driver, a rule over its budget, the summary of a budget, an incident that needs acknowledgement, an incident update, an approval request, a digest, or an alarm.',
    }),
    is_test: z.boolean().optional().meta({ description: 'It is a test message of a channel.' }),
    title: z.string().optional().meta({
      description:
        'Of a sent message: its subject, or its first line, as it was sent. Absent: it has none, or was found by a lookup.',
    }),
    release_at: z.iso.datetime().optional().meta({ description: 'When a held delivery may be sent.' }),
    grouped_into: z
      .string()
      .optional()
      .meta({ description: 'The delivery into whose message it was grouped.' }),
    last_error: z.string().optional(),
    outbox_id: z
      .string()
      .optional()
      .meta({ description: 'No channel was configured: it was stored in the outbox, under this id.' }),
    attempts: z.int(),
    possible_repeat: z.boolean().meta({ description: 'It may have arrived twice (possible duplicate).' }),
    at: z.iso.datetime().meta({ description: 'When it was finished; until then, when it was planned.' }),
  })
  .meta({ id: 'Delivery' });

/** Returns the routes of deliveries: each message, its recipient and its outcome. */
export function deliveryRoutes(api: RouteMaker, { database: { db } }: ServerDependencies): Route[] {
  return [
    api({
      method: 'get',
      path: '/deliveries',
      id: 'listDeliveries',
      tag: 'Alerts',
      role: 'viewer',
      summary: 'List deliveries',
      query: listQuery({
        driver_id: textFilter('Of this driver.'),
        trip_id: textFilter('Of this trip; name the driver too.'),
        rule: textFilter('Of this rule.'),
        state: state.optional(),
        channel: z.enum(CHANNEL_NAMES).optional().meta({ description: 'Over this channel.' }),
        language: languageAsked,
      }),
      answer: { description: 'Deliveries, newest first.', schema: listOf(deliverySchema) },
      async run({ fleetId, query }) {
        const { driver_id: driverId, trip_id: tripId, channel: action, language, ...rest } = query;
        const listed = await listDeliveries(db, { fleetId, ...given({ driverId, tripId, action, ...rest }) });
        const ids = listed.items.flatMap(({ alarmMessageId }) => alarmMessageId ?? []);
        const tests = await testMessagesAmong(db, { fleetId, ids });
        const page = listAnswer(listed, (row) =>
          deliveryOnWire(row, language, tests.has(row.alarmMessageId ?? '')),
        );
        return namedOne(db, fleetId, page);
      },
    }),
  ];
}

/**
 * Returns a delivery as the API shows it.
 * @param language of `because`, the reason why this recipient receives the message
 */
export function deliveryOnWire(
  row: Delivery,
  language: Language = 'en',
  isTest = false,
): AnswerOf<typeof deliverySchema> {
  return onWire(deliverySchema, row, {
    // A digest and an alarm are about no driver, trip or rule, so these texts are empty.
    driver_id: row.driverId || null,
    trip_id: row.tripId || null,
    rule: row.rule || null,
    receiver: shownReceiver(row),
    because: row.recipientReason && whyRecipient(row.recipientReason, language),
    is_test: isTest || null,
    title: row.title === null ? null : withoutActingLinks(row.title),
    last_error: row.state === 'sent' ? null : row.lastError,
    outbox_id: outboxIdOf(row),
    attempts: row.attempt,
    at: row.settledAt ?? row.plannedAt,
  });
}
