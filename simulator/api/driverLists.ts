import type { DayRange, DriverFigures, FleetDesk, Readings, SimulatedTrip } from '../trips/index.ts';
import type { Order, Page } from './query.ts';

/** Fields by which drivers can be sorted. */
export const DRIVER_ORDERS = [
  'service_score',
  'hard_brake_rating',
  'phone_use_rating',
  'rapid_acceleration_rating',
  'overspeeding_rating',
  'trip_count',
  'num_trips',
  'distance_km',
  'duration_seconds',
] as const;

/** Fields by which trips can be sorted. */
export const TRIP_ORDERS = [
  'service_score',
  'hard_brake_rating',
  'phone_use_rating',
  'rapid_acceleration_rating',
  'overspeeding_rating',
  'distance_km',
  'duration_seconds',
  'trip_max_speed_kmph',
  'start_time',
  'end_time',
] as const;

/** A sort field of drivers. */
export type DriverOrder = (typeof DRIVER_ORDERS)[number];
/** A sort field of trips. */
export type TripOrder = (typeof TRIP_ORDERS)[number];

/** Number of drivers that are computed before other requests can use the event loop. */
const BATCH = 200;

/**
 * Returns one page of the active drivers, and the offset of the next page. Without an order, computes only the drivers of this
 * page. With an order, computes all drivers, in batches, so that other requests are served meanwhile.
 */
export async function pageOfDrivers(
  parts: { readonly desk: FleetDesk; readonly readings: Readings },
  query: { range: DayRange; group?: string; page: Page; order?: Order<DriverOrder> },
): Promise<{ readonly items: DriverFigures[]; readonly nextOffset?: number }> {
  const { range, page, order } = query;
  const end = page.offset + page.limit;
  const indexes = await parts.desk.active(range, {
    ...(query.group === undefined ? {} : { group: query.group }),
    ...(order ? {} : { upTo: end + 1 }),
  });
  const next = end < indexes.length ? { nextOffset: end } : {};
  if (!order)
    return { items: indexes.slice(page.offset, end).map((at) => parts.readings.driver(at, range)), ...next };
  const keys: { readonly index: number; readonly key: number }[] = [];
  for (const [at, index] of indexes.entries()) {
    keys.push({ index, key: driverKey(parts.readings.driver(index, range), order.by) });
    if (at % BATCH === BATCH - 1) await new Promise((resolve) => setImmediate(resolve));
  }
  keys.sort(
    (one, other) => (order.descending ? other.key - one.key : one.key - other.key) || one.index - other.index,
  );
  return {
    items: keys.slice(page.offset, end).map(({ index }) => parts.readings.driver(index, range)),
    ...next,
  };
}

/** Returns trips in the requested order. Without an order, their order is arbitrary, but always the same. */
export function sortTrips(
  trips: readonly SimulatedTrip[],
  order: Order<TripOrder> | undefined,
): SimulatedTrip[] {
  const keyed = trips.map((trip) => ({ trip, key: order ? tripKey(trip, order.by) : scatter(trip.startMs) }));
  keyed.sort((one, other) => (order?.descending ? other.key - one.key : one.key - other.key));
  return keyed.map(({ trip }) => trip);
}

function driverKey(figures: DriverFigures, by: DriverOrder): number {
  switch (by) {
    case 'service_score':
      return figures.score ?? -1;
    case 'hard_brake_rating':
      return figures.ratings.hardBrake;
    case 'phone_use_rating':
      return figures.ratings.phoneUse;
    case 'rapid_acceleration_rating':
      return figures.ratings.rapidAcceleration;
    case 'overspeeding_rating':
      return figures.ratings.overspeeding;
    case 'trip_count':
    case 'num_trips':
      return figures.tripCount;
    case 'distance_km':
      return figures.distanceKm;
    case 'duration_seconds':
      return figures.durationSeconds;
  }
}

function tripKey(trip: SimulatedTrip, by: TripOrder): number {
  switch (by) {
    case 'service_score':
      return trip.score;
    case 'hard_brake_rating':
      return trip.ratings.hardBrake;
    case 'phone_use_rating':
      return trip.ratings.phoneUse;
    case 'rapid_acceleration_rating':
      return trip.ratings.rapidAcceleration;
    case 'overspeeding_rating':
      return trip.ratings.overspeeding;
    case 'distance_km':
      return trip.distanceKm;
    case 'duration_seconds':
      return trip.durationSeconds;
    case 'trip_max_speed_kmph':
      return trip.maxSpeedKmph;
    case 'start_time':
      return trip.startMs;
    case 'end_time':
      return trip.endMs;
  }
}

function scatter(startMs: number): number {
  return Math.imul(Math.floor(startMs / 1000) | 0, 0x9e3779b1) >>> 0;
}
