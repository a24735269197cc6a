import * as z from 'zod';
import { settingsFrom } from '../../../rules/drivers/index.ts';
import type { PathPoint, SpeedSample, TripEvent } from '../../../rules/vocabulary/index.ts';
import { isStorableId } from '../../../store/db/index.ts';
import { driverSources } from '../../../store/drivers/index.ts';
import { getTrip, getTripToDraw } from '../../../store/trips/index.ts';
import { Problem } from '../../http/index.ts';
import type { Route, ServerDependencies } from '../../http/index.ts';
import { fields } from '../http/index.ts';
import type { RouteMaker } from '../http/index.ts';

/** Points and samples of an answer: more than a screen has pixels for. */
const MOST_ENTRIES = 1_500;

const tripPath = z
  .object({
    positions: z.enum(['shown', 'switched_off', 'removed', 'none']).meta({
      description:
        'Why the path may be empty: the fleet’s settings switch pictures of paths off, the positions were removed when their retention was over, or none arrived.',
    }),
    path: z
      .array(z.object({ latitude: z.number(), longitude: z.number(), at: z.iso.datetime().optional() }))
      .meta({ description: `In its order; thinned out evenly to ${MOST_ENTRIES} points.` }),
    speeds: z
      .array(z.object({ at: z.iso.datetime(), kmph: z.number() }))
      .meta({ description: `By time; thinned out evenly to ${MOST_ENTRIES} samples.` }),
    events: z.array(
      z.object({
        type: z.string(),
        at: z.iso.datetime().optional(),
        duration_seconds: z.number().optional(),
        latitude: z.number().optional(),
        longitude: z.number().optional(),
      }),
    ),
  })
  .meta({ id: 'TripPath' });

/** Where a trip went and how fast, as far as the fleet's settings let people see it. */
export function tripPathRoutes(api: RouteMaker, { database: { db } }: ServerDependencies): Route[] {
  return [
    api({
      ...{ method: 'get', path: '/trips/{driver_id}/{trip_id}/path', id: 'getTripPath' },
      ...{ tag: 'Trips', role: 'viewer' },
      summary: 'Show a trip’s path, speeds and events',
      description:
        'Positions are left out where the fleet’s settings switch pictures of paths off (`privacy.path_pictures`), and once their retention is over.',
      limit: { aMinute: 300, atOnce: 8 },
      answer: { description: 'The path.', schema: tripPath },
      async run({ fleetId, params: { driver_id: driverId = '', trip_id: tripId = '' } }) {
        const key = { fleetId, driverId, tripId };
        const row = isStorableId(driverId) && isStorableId(tripId) ? await getTrip(db, key) : undefined;
        if (!row) throw new Problem(404, 'Tripline has no such trip of this driver.');
        const [drawn, { settings }] = await Promise.all([
          getTripToDraw(db, key, MOST_ENTRIES),
          driverSources(db, { fleetId, driverIds: [driverId] }),
        ]);
        const isOn = settingsFrom(settings).privacy.path_pictures;
        const path = isOn && drawn.path !== undefined ? (JSON.parse(drawn.path) as PathPoint[]) : [];
        const speeds =
          drawn.speedProfile === undefined ? [] : (JSON.parse(drawn.speedProfile) as SpeedSample[]);
        const withoutPath = row.positionsRemovedAt === null ? 'none' : 'removed';
        return {
          positions: !isOn ? 'switched_off' : path.length > 0 ? 'shown' : withoutPath,
          path: path.map(({ latitude, longitude, timeMillis }) =>
            fields({ latitude, longitude, at: isoOf(timeMillis) }),
          ),
          speeds: speeds.map(({ timeMillis, speedKmph }) => ({ at: isoOf(timeMillis), kmph: speedKmph })),
          events: (drawn.events ?? []).map((event) => eventOnWire(event, isOn)),
        };
      },
    }),
  ];
}

function eventOnWire(event: TripEvent, isOn: boolean): Record<string, unknown> {
  const { typeName, typeCode, startTime, durationSeconds, latitudeStart, longitudeStart } = event;
  const millis = startTime === undefined ? NaN : Date.parse(startTime);
  return fields({
    type: typeName ?? String(typeCode ?? ''),
    at: Number.isNaN(millis) ? undefined : isoOf(millis),
    duration_seconds: durationSeconds,
    ...(isOn && { latitude: latitudeStart, longitude: longitudeStart }),
  });
}

function isoOf(millis: number | undefined): string | undefined {
  return millis === undefined ? undefined : new Date(millis).toISOString();
}
