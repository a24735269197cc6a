import * as z from 'zod';
import { LARGEST_LISTED_BODY_BYTES, listNotifications } from '../../../store/trips/index.ts';
import type { ListedNotification } from '../../../store/trips/index.ts';
import type { ServerDependencies } from '../../dependencies/index.ts';
import type { Route } from '../../http/index.ts';
import { anyObject, fields, given, listAnswer, listOf, listQuery, textFilter } from '../http/index.ts';
import type { RouteMaker } from '../http/index.ts';

const notification = z
  .object({
    id: z.string(),
    type: z.string(),
    version: z.number().optional(),
    driver_id: z.string().optional(),
    trip_id: z.string().optional(),
    source: z.enum(['webhook', 'replay', 'reconciler']),
    received_at: z.iso.datetime(),
    body: anyObject.optional().meta({
      description: `Of an unknown type; it may hold positions. Left out when it is larger than ${LARGEST_LISTED_BODY_BYTES} bytes.`,
    }),
    body_bytes: z.int().optional().meta({ description: 'Length of the body as it is kept.' }),
  })
  .meta({ id: 'StoredNotification' });

/** Notifications as they were kept: of trips once they were looked at, of unknown types when they came. */
export function notificationRoutes(api: RouteMaker, { database: { db } }: ServerDependencies): Route[] {
  return [
    api({
      ...{ method: 'get', path: '/notifications', id: 'listNotifications', role: 'viewer' },
      tag: 'Notifications',
      summary: 'Lists notifications',
      query: listQuery({
        driver_id: textFilter('About this driver.'),
        trip_id: textFilter('About this trip; name the driver too.'),
        type: textFilter('Of this type, e.g. `TRIP_SCORED`.'),
      }),
      answer: { description: 'Notifications, newest first.', schema: listOf(notification) },
      async run({ fleetId, query: { driver_id: driverId, trip_id: tripId, ...rest } }) {
        const filters = given({ driverId, tripId, ...rest });
        return listAnswer(await listNotifications(db, { fleetId, ...filters }), notificationOnWire);
      },
    }),
  ];
}

function notificationOnWire(row: ListedNotification): Record<string, unknown> {
  return fields({
    id: row.id,
    type: row.type,
    version: row.version,
    driver_id: row.driverId,
    trip_id: row.tripId,
    source: row.source,
    received_at: row.receivedAt,
    body: row.body,
    body_bytes: row.bodyBytes,
  });
}
