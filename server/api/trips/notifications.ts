import * as z from 'zod';
import { worded } from '../../../messages/language/index.ts';
import {
  LARGEST_LISTED_BODY_BYTES,
  getDeadLetter,
  listDeadLetters,
  listNotifications,
} from '../../../store/trips/index.ts';
import type { DeadLetter } from '../../../store/trips/index.ts';
import { Problem } from '../../http/index.ts';
import type { Route, ServerDependencies } from '../../http/index.ts';
import {
  anyObject,
  driverName,
  given,
  listAnswer,
  listOf,
  listQuery,
  namesOf,
  onWire,
  textFilter,
} from '../http/index.ts';
import type { AnswerOf, RouteMaker } from '../http/index.ts';

const TAG = 'Notifications';

const letter = z.object({
  id: z.string(),
  reason: z.string(),
  count: z.int().meta({ description: 'How often this content was received.' }),
  first_seen_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime(),
  content_type: z.string().optional(),
  body_bytes: z.int().meta({ description: 'Length as received.' }),
});
const letterSchema = letter.meta({ id: 'DeadLetter' });
const wholeLetter = letter
  .extend({
    body: z.string().optional().meta({ description: 'If it is valid UTF-8.' }),
    body_base64: z.string().optional().meta({ description: 'If it is not.' }),
    truncated: z.boolean().meta({ description: 'Only the first 65,536 bytes are stored.' }),
  })
  .meta({ id: 'DeadLetterWithBody' });

/** Returns the routes of dead letters: bodies that could not be read as a notification. */
export function deadLetterRoutes(api: RouteMaker, { database: { db } }: ServerDependencies): Route[] {
  return [
    api({
      method: 'get',
      path: '/dead-letters',
      id: 'listDeadLetters',
      tag: TAG,
      role: 'viewer',
      summary: 'List malformed notifications, once per content',
      query: listQuery({}),
      answer: { description: 'Dead letters, newest first, without bodies.', schema: listOf(letterSchema) },
      run: async ({ fleetId, query }) =>
        listAnswer(await listDeadLetters(db, { fleetId, ...query }), letterOnWire),
    }),
    api({
      method: 'get',
      path: '/dead-letters/{id}',
      id: 'getDeadLetter',
      tag: TAG,
      role: 'viewer',
      summary: 'Show a dead letter with its body, which may contain positions',
      answer: { description: 'The dead letter.', schema: wholeLetter },
      async run({ fleetId, params }) {
        const row = await getDeadLetter(db, { fleetId, id: params['id']! });
        if (!row) throw new Problem(404, worded('problems.noDeadLetter'));
        const truncated = row.bodyBytes > row.body.length;
        return { ...letterOnWire(row), ...bodyOnWire(row.body), truncated };
      },
    }),
  ];
}

function letterOnWire(row: Omit<DeadLetter, 'body'>): AnswerOf<typeof letterSchema> {
  return onWire(letterSchema, row, {});
}

function bodyOnWire(body: Buffer): { readonly body: string } | { readonly body_base64: string } {
  const text = body.toString('utf8');
  return Buffer.from(text).equals(body) ? { body: text } : { body_base64: body.toString('base64') };
}

const notification = z
  .object({
    id: z.string(),
    type: z.string(),
    version: z.number().optional(),
    driver_id: z.string().optional(),
    driver_name: driverName,
    trip_id: z.string().optional(),
    source: z.enum(['webhook', 'replay', 'reconciler']),
    received_at: z.iso.datetime(),
    body: anyObject.optional().meta({
      description: `Only for unknown types; it may contain positions. Omitted if it is larger than ${LARGEST_LISTED_BODY_BYTES} bytes.`,
    }),
    body_bytes: z.int().optional().meta({ description: 'Length of the stored body.' }),
  })
  .meta({ id: 'StoredNotification' });

/**
 * Returns the routes of stored notifications. Those of trips are stored once they were checked, and those of
 * unknown types when they arrived.
 */
export function notificationRoutes(api: RouteMaker, { database: { db } }: ServerDependencies): Route[] {
  return [
    api({
      method: 'get',
      path: '/notifications',
      id: 'listNotifications',
      role: 'viewer',
      tag: 'Notifications',
      summary: 'List notifications',
      query: listQuery({
        driver_id: textFilter('About this driver.'),
        trip_id: textFilter('About this trip; name the driver too.'),
        type: textFilter('Of this type, e.g. `TRIP_SCORED`.'),
      }),
      answer: { description: 'Notifications, newest first.', schema: listOf(notification) },
      async run({ fleetId, query: { driver_id: driverId, trip_id: tripId, ...rest } }) {
        const filters = given({ driverId, tripId, ...rest });
        const listed = await listNotifications(db, { fleetId, ...filters });
        // The driver's name is added beside the body, which stays as it was received.
        const ids = listed.items.flatMap(({ driverId: id }) => id ?? []);
        const names = await namesOf(db, fleetId, ids);
        return listAnswer(listed, (row) =>
          onWire(notification, row, { driver_name: names.get(row.driverId ?? '') }),
        );
      },
    }),
  ];
}
