import * as z from 'zod';
import { worded } from '../../../messages/language/index.ts';
import { unrolled } from '../../../messages/picture/index.ts';
import { settingsFrom } from '../../../rules/drivers/index.ts';
import type { PathPoint, SpeedSample, TripEvent } from '../../../rules/vocabulary/index.ts';
import type { Db } from '../../../store/db/index.ts';
import { publishedSettings } from '../../../store/drivers/index.ts';
import { getTrip, getTripToDraw } from '../../../store/trips/index.ts';
import type { TripKey } from '../../../store/trips/index.ts';
import { Problem } from '../../http/index.ts';
import type { Route, ServerDependencies } from '../../http/index.ts';
import { given, sees } from '../http/index.ts';
import type { AnswerOf, RouteMaker } from '../http/index.ts';
import { tripIds } from './routes.ts';

/** Maximum number of points and samples in an answer: more than a screen is wide in pixels. */
const MOST_POINTS = 2_000;
/** Decimal places of a position: a precision of one metre, as in messages. */
const DIGITS = 5;
/** The largest time that a `Date` can represent, in milliseconds. */
const LAST_INSTANT = 8.64e15;

const degrees = z.number();
const tripPath = z
  .object({
    positions: z.enum(['shown', 'switched_off', 'removed', 'none']).meta({
      description:
        '`switched_off`: the fleet’s settings show no paths (`privacy.path_pictures`); `removed`: past their retention; `none`: the trip came without.',
    }),
    path: z
      .array(
        z.object({
          latitude: degrees,
          longitude: degrees.meta({ description: 'Runs on past 180 where the path crosses that meridian.' }),
          at: z.iso.datetime().optional(),
        }),
      )
      .meta({ description: `Evenly thinned out above ${MOST_POINTS} points.` }),
    speeds: z
      .array(z.object({ at: z.iso.datetime(), speed_kmph: z.number() }))
      .meta({ description: `In the order of time, evenly thinned out above ${MOST_POINTS} samples.` }),
    events: z.array(
      z.object({
        type: z.string().meta({ description: 'Its name, or `TYPE_` and its code.' }),
        at: z.iso.datetime().optional(),
        duration_seconds: z.number().optional(),
        max_speed_kmph: z.number().optional(),
        speed_limit_kmph: z.number().optional(),
        latitude: degrees.optional(),
        longitude: degrees.optional(),
      }),
    ),
  })
  .meta({ id: 'TripPath' });

/** Returns the route of a trip's path, speeds and events. It returns as data what messages and signed pages show. */
export function tripPathRoutes(api: RouteMaker, { database: { db } }: ServerDependencies): Route[] {
  return [
    api({
      method: 'get',
      path: '/trips/{driver_id}/{trip_id}/path',
      id: 'getTripPath',
      tag: 'Trips',
      role: 'viewer',
      limit: { aMinute: 120, atOnce: 4 },
      summary: 'Show a trip’s path, speeds and events',
      description: 'The fleet’s settings and the retention of positions apply, as to pictures of the path.',
      answer: { description: 'What there is to draw.', schema: tripPath },
      isGroupScoped: true,
      async run({ fleetId, params, caller }) {
        const key = { fleetId, ...tripIds(params) };
        if (!(await sees(db, caller, key))) throw noSuchTrip();
        return pathOnWire(db, key);
      },
    }),
  ];
}

async function pathOnWire(db: Db, key: TripKey): Promise<AnswerOf<typeof tripPath>> {
  const [row, settings] = await Promise.all([getTrip(db, key), publishedSettings(db, key.fleetId)]);
  if (!row) throw noSuchTrip();
  const isShown = settingsFrom(settings).privacy.path_pictures;
  const sections = await getTripToDraw(db, key, { most: MOST_POINTS });
  const path = isShown ? parsed<PathPoint>(sections.path) : [];
  const events = (sections.events ?? []).map((event) => eventOnWire(event, isShown));
  const hasPlaces = path.length > 0 || events.some(({ latitude }) => latitude !== undefined);
  const missing = row.positionsRemovedAt === null ? 'none' : 'removed';
  return {
    positions: isShown ? (hasPlaces ? 'shown' : missing) : 'switched_off',
    path: unrolled(path).map(({ latitude, longitude, timeMillis }) => {
      const at = instantOf(timeMillis);
      return { latitude: rounded(latitude), longitude: rounded(longitude), ...(at !== undefined && { at }) };
    }),
    speeds: parsed<SpeedSample>(sections.speedProfile)
      .toSorted((one, other) => one.timeMillis - other.timeMillis)
      .flatMap(({ timeMillis, speedKmph }) => {
        const at = instantOf(timeMillis);
        return at === undefined || !Number.isFinite(speedKmph) ? [] : [{ at, speed_kmph: speedKmph }];
      }),
    events,
  };
}

function eventOnWire(event: TripEvent, isShown: boolean): AnswerOf<typeof tripPath>['events'][number] {
  const { latitudeStart: latitude, longitudeStart: longitude } = event;
  const hasPlace = isShown && latitude !== undefined && longitude !== undefined;
  const optional = {
    at: instantOf(Date.parse(event.startTime ?? event.endTime ?? '')),
    duration_seconds: event.durationSeconds,
    max_speed_kmph: event.maxDriverSpeedKmph,
    speed_limit_kmph: event.postedSpeedLimitKmph,
    ...(hasPlace && { latitude: rounded(latitude), longitude: rounded(longitude) }),
  };
  return { type: event.typeName ?? `TYPE_${event.typeCode ?? '?'}`, ...given(optional) };
}

function noSuchTrip(): Problem {
  return new Problem(404, worded('problems.noTrip'));
}

function rounded(value: number): number {
  return Number(value.toFixed(DIGITS));
}

function parsed<Entry>(section: string | undefined): readonly Entry[] {
  return section === undefined ? [] : (JSON.parse(section) as readonly Entry[]);
}

function instantOf(millis: number | undefined): string | undefined {
  return millis !== undefined && Math.abs(millis) <= LAST_INSTANT
    ? new Date(millis).toISOString()
    : undefined;
}
