import type { DayRange, DriverFigures, FleetDesk, Readings, SimulatedTrip } from '../trips/index.ts';
import { pause } from '../world/index.ts';
import type { Order, Page } from './query.ts';

/** The fields that drivers and trips share. */
type Rated = Pick<DriverFigures, 'score' | 'ratings' | 'distanceKm' | 'durationSeconds'>;

/** Fields by which both can be sorted. */
const RATED = {
  service_score: ({ score }: Rated) => score ?? -1,
  hard_brake_rating: ({ ratings }: Rated) => ratings.hardBrake,
  phone_use_rating: ({ ratings }: Rated) => ratings.phoneUse,
  rapid_acceleration_rating: ({ ratings }: Rated) => ratings.rapidAcceleration,
  overspeeding_rating: ({ ratings }: Rated) => ratings.overspeeding,
  distance_km: ({ distanceKm }: Rated) => distanceKm,
  duration_seconds: ({ durationSeconds }: Rated) => durationSeconds,
};
const DRIVER_KEYS = {
  ...RATED,
  trip_count: ({ tripCount }: DriverFigures) => tripCount,
  num_trips: ({ tripCount }: DriverFigures) => tripCount,
};
const TRIP_KEYS = {
  ...RATED,
  trip_max_speed_kmph: ({ maxSpeedKmph }: SimulatedTrip) => maxSpeedKmph,
  start_time: ({ startMs }: SimulatedTrip) => startMs,
  end_time: ({ endMs }: SimulatedTrip) => endMs,
};

/** A sort field of drivers. */
export type DriverOrder = keyof typeof DRIVER_KEYS;
/** A sort field of trips. */
export type TripOrder = keyof typeof TRIP_KEYS;
/** Fields by which drivers can be sorted. */
export const DRIVER_ORDERS = Object.keys(DRIVER_KEYS) as readonly DriverOrder[];
/** Fields by which trips can be sorted. */
export const TRIP_ORDERS = Object.keys(TRIP_KEYS) as readonly TripOrder[];

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
    keys.push({ index, key: DRIVER_KEYS[order.by](parts.readings.driver(index, range)) });
    if (at % BATCH === BATCH - 1) await pause();
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
  const keyed = trips.map((trip) => ({
    trip,
    key: order ? TRIP_KEYS[order.by](trip) : scatter(trip.startMs),
  }));
  keyed.sort((one, other) => (order?.descending ? other.key - one.key : one.key - other.key));
  return keyed.map(({ trip }) => trip);
}

function scatter(startMs: number): number {
  return Math.imul(Math.floor(startMs / 1000) | 0, 0x9e3779b1) >>> 0;
}
