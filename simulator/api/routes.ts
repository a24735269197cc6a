import type { Request, Response } from 'express';
import { Router } from 'express';
import { ApiError } from './apiError.ts';
import { dateText, utcDay } from '../world/index.ts';
import type { Fleet, LocalTime, Quirks, SimulatedClock } from '../world/index.ts';
import { DRIVER_ORDERS, pageOfDrivers, sortTrips, TRIP_ORDERS } from './driverLists.ts';
import type { FigureBodies } from './scoreBodies.ts';
import { timesOf } from '../trips/index.ts';
import type { DayRange, FleetDesk, Readings, SimulatedTrip, TripBook } from '../trips/index.ts';
import { cut, listOf, orderOf, pageOf, rangeOf, sectionsOf } from './query.ts';
import type { Body, Section } from './spelling.ts';
import type { TripBodies } from './tripBodies.ts';

/** Parts of the simulator from which the API reads. */
export interface World {
  readonly clock: SimulatedClock;
  readonly localTime: LocalTime;
  readonly fleet: Fleet;
  readonly book: TripBook;
  readonly readings: Readings;
  readonly desk: FleetDesk;
  readonly figureBodies: FigureBodies;
  readonly tripBodies: TripBodies;
  readonly quirks: Quirks;
}

const SCORE_SECTIONS: readonly Section[] = ['info', 'driving_behavior', 'daily_driving_behavior'];
const LIST_SECTIONS: readonly Section[] = ['info', 'driving_behavior'];
const TRIP_SECTIONS: readonly Section[] = [
  'info',
  'simple_path',
  'driving_behavior',
  'speed_profile',
  'events',
];

/** Returns the router of the eight endpoints, for the path `/v3`. The caller checks keys and applies faults before it. */
export function apiRouter(world: World): Router {
  const router = Router();
  router.get('/groups', (_request, response) => void response.json({ group_ids: world.fleet.groups }));
  router.get('/drivers', async (request, response) => void response.json(await listDrivers(world, request)));
  router.get('/score', async (request, response) => void response.json(await fleetScore(world, request)));
  router.get(
    '/driver/:driver_id/score',
    (request, response) => void response.json(driverScore(world, request)),
  );
  router.get(
    '/driver/:driver_id/sessions',
    (request, response) => void response.json(listSessions(world, request)),
  );
  router.get(
    '/driver/:driver_id/trips',
    (request, response) => void response.json(listTrips(world, request)),
  );
  router.get('/driver/:driver_id/trip/:trip_id', (request, response) => sendTrip(world, request, response));
  router.delete('/driver/:driver_id/trip/:trip_id', (request, response) => {
    const driverIndex = world.fleet.indexOf(param(request, 'driver_id'));
    if (driverIndex === undefined || !world.book.delete(driverIndex, param(request, 'trip_id')))
      throw noSuchTrip();
    response.json({ success: true });
  });
  return router;
}

async function listDrivers(world: World, request: Request): Promise<Body> {
  const query = queryOf(request);
  const range = rangeOf(query, utcDay(world.clock.now()));
  const page = pageOf(query, world.quirks);
  const sections = sectionsOf(query, { allowed: SCORE_SECTIONS, otherwise: SCORE_SECTIONS });
  const order = orderOf(query, DRIVER_ORDERS);
  const group = query.get('group_id');
  const ids = listOf(query, 'ids');
  const found = ids
    ? namedDrivers(world, ids, { range, page })
    : await pageOfDrivers(world, { range, page, ...(order ? { order } : {}), ...(group ? { group } : {}) });
  return {
    ...datesOf(range),
    ...(found.nextOffset === undefined ? {} : { next_offset: found.nextOffset }),
    drivers: found.items.map((figures) => ({
      driver_id: figures.driver.id,
      ...world.figureBodies.driver(figures, sections),
    })),
  };
}

function namedDrivers(
  world: World,
  ids: readonly string[],
  query: { range: DayRange; page: ReturnType<typeof pageOf> },
): { items: ReturnType<Readings['driver']>[]; nextOffset?: number } {
  const indexes = [...new Set(ids)].flatMap((id) => world.fleet.indexOf(id) ?? []);
  const { items, ...rest } = cut(indexes, query.page);
  return { items: items.map((index) => world.readings.driver(index, query.range)), ...rest };
}

async function fleetScore(world: World, request: Request): Promise<Body> {
  const query = queryOf(request);
  const range = rangeOf(query, utcDay(world.clock.now()));
  const sections = sectionsOf(query, { allowed: SCORE_SECTIONS, otherwise: SCORE_SECTIONS });
  const group = query.get('group_id') || undefined;
  const name = `${group ?? ''}/${range.first}/${range.last}`;
  return {
    ...datesOf(range),
    ...world.figureBodies.fleet(await world.desk.figures(range, group), sections, name),
  };
}

function driverScore(world: World, request: Request): Body {
  const query = queryOf(request);
  const range = rangeOf(query, utcDay(world.clock.now()));
  const sections = sectionsOf(query, { allowed: SCORE_SECTIONS, otherwise: SCORE_SECTIONS });
  const figures = world.readings.driver(driverIndexOf(world, request), range);
  return { ...datesOf(range), ...world.figureBodies.driver(figures, sections) };
}

function listSessions(world: World, request: Request): Body {
  const query = queryOf(request);
  const range = rangeOf(query, utcDay(world.clock.now()));
  const trips = world.book.trips(driverIndexOf(world, request), timesOf(range));
  const sessions = [...new Set(trips.flatMap((trip) => trip.sessionId ?? []))];
  const { items, nextOffset } = cut(sessions, pageOf(query, world.quirks));
  return {
    ...datesOf(range),
    ...(nextOffset === undefined ? {} : { next_offset: nextOffset }),
    sessions: items.map((id) => ({ session_id: id })),
  };
}

function listTrips(world: World, request: Request): Body {
  const query = queryOf(request);
  const range = rangeOf(query, utcDay(world.clock.now()));
  const sections = sectionsOf(query, { allowed: LIST_SECTIONS, otherwise: LIST_SECTIONS });
  const sessions = listOf(query, 'session_ids');
  const trackings = listOf(query, 'tracking_ids');
  const wanted = (trip: SimulatedTrip): boolean =>
    (!sessions || sessions.includes(trip.sessionId ?? '')) &&
    (!trackings || trackings.includes(trip.trackingId ?? ''));
  const trips = world.book.trips(driverIndexOf(world, request), timesOf(range)).filter(wanted);
  const { items, nextOffset } = cut(
    sortTrips(trips, orderOf(query, TRIP_ORDERS)),
    pageOf(query, world.quirks),
  );
  return {
    ...datesOf(range),
    ...(nextOffset !== undefined && world.quirks.tripsNextOffset ? { next_offset: nextOffset } : {}),
    trips: items.map((trip) => world.tripBodies.trip(trip, sections)),
  };
}

function sendTrip(world: World, request: Request, response: Response): void {
  const sections = sectionsOf(queryOf(request), {
    allowed: TRIP_SECTIONS,
    otherwise: ['info', 'driving_behavior'],
  });
  const driverIndex = world.fleet.indexOf(param(request, 'driver_id'));
  const trip =
    driverIndex === undefined ? undefined : world.book.find(driverIndex, param(request, 'trip_id'));
  if (!trip) throw noSuchTrip();
  response.json(world.tripBodies.trip(trip, sections));
}

function noSuchTrip(): ApiError {
  return new ApiError(404, 'The given trip id is not valid.');
}

function driverIndexOf(world: World, request: Request): number {
  const index = world.fleet.indexOf(param(request, 'driver_id'));
  if (index === undefined) throw new ApiError(404, 'The given driver id is not valid.');
  return index;
}

function param(request: Request, name: string): string {
  const value = request.params[name];
  return typeof value === 'string' ? value : '';
}

function queryOf(request: Request): URLSearchParams {
  const at = request.originalUrl.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : request.originalUrl.slice(at + 1));
}

function datesOf(range: DayRange): Body {
  return { start_date: dateText(range.first), end_date: dateText(range.last) };
}
