import { createAnalyticsClient } from '../../analytics/index.ts';
import type { AnalyticsClient } from '../../analytics/index.ts';
import { FigureBodies, Spelling, TripBodies } from '../../simulator/api/index.ts';
import type { Body } from '../../simulator/api/index.ts';
import { FleetDesk } from '../../simulator/trips/index.ts';
import type { DayRange, SimulatedTrip } from '../../simulator/trips/index.ts';
import { EVENT_TYPES, dateText, parseDate, utcDay } from '../../simulator/world/index.ts';
import type { BenchFleet } from './fleet.ts';

/** Answers the service's questions about a fleet: the path after `/v3/`, in parts. Undefined: it knows no such id. */
type Answers = (path: readonly string[], query: URLSearchParams) => Promise<Body | undefined>;

/**
 * Returns the analytics service of a fleet: the simulator's bodies, as of the fleet's clock, with only the answers that decide a
 * trip. Paths are a few points on a line and events have no places, because no rule needs more and making them takes longer than
 * all else.
 */
export function answersOf(world: BenchFleet): Answers {
  const spelling = new Spelling({ seed: world.seed, quirks: world.quirks });
  const parts: Parts = {
    world,
    tripBodies: new TripBodies({ spelling, localTime: world.localTime }),
    figureBodies: new FigureBodies({ spelling, startDay: utcDay(world.moments.first) }),
    // A trip becomes visible by the clock alone, so an answer about many drivers holds for an hour.
    desk: new FleetDesk({
      fleet: world.fleet,
      readings: world.readings,
      revision: () => `${world.book.revision}/${Math.floor(world.clock.now() / 3_600_000)}`,
    }),
  };
  return (path, query) => answer(parts, path, query);
}

/** Tripline's own client of that service, without a socket. */
export function clientOf(answers: Answers): AnalyticsClient {
  return createAnalyticsClient({
    baseUrl: 'https://service.example',
    apiKey: 'bench',
    fetch: async (input) => {
      const url = new URL(input instanceof Request ? input.url : input);
      const body = await answers(url.pathname.split('/').slice(2), url.searchParams);
      return new Response(JSON.stringify(body ?? { error: 'The given id is not valid.' }), {
        status: body ? 200 : 404,
        headers: { 'content-type': 'application/json' },
      });
    },
  });
}

interface Parts {
  readonly world: BenchFleet;
  readonly tripBodies: TripBodies;
  readonly figureBodies: FigureBodies;
  readonly desk: FleetDesk;
}

/** @throws Error for a question that the bench does not answer: its figures would not be those of a real service */
async function answer(
  parts: Parts,
  path: readonly string[],
  query: URLSearchParams,
): Promise<Body | undefined> {
  const [what, driverId = '', part, tripId] = path;
  if (what === 'groups') return { group_ids: parts.world.fleet.groups };
  if (what === 'drivers') return drivers(parts, query);
  if (what === 'score') {
    const group = query.get('group_id') ?? undefined;
    const figures = await parts.desk.figures(rangeOf(query), group);
    return {
      ...datesOf(query),
      ...parts.figureBodies.fleet(figures, new Set(['driving_behavior']), group ?? ''),
    };
  }
  const index = parts.world.fleet.indexOf(decodeURIComponent(driverId));
  if (what !== 'driver' || index === undefined) return undefined;
  if (part === 'score') {
    const figures = parts.world.readings.driver(index, rangeOf(query));
    return {
      ...datesOf(query),
      ...parts.figureBodies.driver(figures, new Set(['info', 'driving_behavior'])),
    };
  }
  if (part !== 'trip' || tripId === undefined)
    throw new Error(`The bench has no answer to ${path.join('/')}.`);
  const trip = parts.world.book.find(index, decodeURIComponent(tripId));
  return (
    trip && {
      ...parts.tripBodies.trip(trip, new Set(['info', 'driving_behavior'])),
      simple_path: pathOf(parts.world, trip),
      events: eventsOf(parts.world, trip),
    }
  );
}

/** Points of an ordinary trip's path; a rule checks that there are three. */
const PATH_POINTS = 4;

function pathOf(
  { localTime }: BenchFleet,
  { startMs, endMs, from, to, mostPathPoints }: SimulatedTrip,
): Body[] {
  const count = Math.min(PATH_POINTS, mostPathPoints ?? PATH_POINTS);
  const between = (start: number, end: number, at: number): number =>
    start + ((end - start) * at) / Math.max(1, count - 1);
  return Array.from({ length: count }, (_, at) => ({
    latitude: between(from.latitude, to.latitude, at),
    longitude: between(from.longitude, to.longitude, at),
    timestamp: localTime.iso(Math.round(between(startMs, endMs, at))),
  }));
}

function eventsOf({ localTime }: BenchFleet, { startMs, events }: SimulatedTrip): Body[] {
  return events.map(({ name, atSeconds, lastsSeconds, speeding }) => ({
    event_type: EVENT_TYPES[name],
    event_type_name: name,
    start_time: localTime.iso(startMs + atSeconds * 1000),
    end_time: localTime.iso(startMs + (atSeconds + lastsSeconds) * 1000),
    ...(speeding && {
      average_driver_speed_kmph: speeding.averageKmph,
      max_driver_speed_kmph: speeding.maxKmph,
      posted_speed_limit_kmph: speeding.limitKmph,
    }),
  }));
}

/** One page of the drivers of a group, or of all. */
function drivers({ world, figureBodies }: Parts, query: URLSearchParams): Body {
  const [offset, limit] = [Number(query.get('offset') ?? 0), Number(query.get('limit') ?? 10)];
  const group = query.get('group_id') ?? undefined;
  const all = Array.from({ length: world.fleet.size }, (_, index) => index);
  const listed = all.filter((index) => group === undefined || world.fleet.group(index) === group);
  return {
    ...datesOf(query),
    ...(offset + limit < listed.length && { next_offset: offset + limit }),
    drivers: listed.slice(offset, offset + limit).map((index) => ({
      driver_id: world.fleet.id(index),
      ...figureBodies.driver(world.readings.driver(index, rangeOf(query)), new Set(['info'])),
    })),
  };
}

function rangeOf(query: URLSearchParams): DayRange {
  const day = (name: string): number => {
    const parsed = parseDate(query.get(name) ?? '');
    if (parsed === undefined) throw new Error(`${name} is not a date in ${query.toString()}.`);
    return parsed;
  };
  return { first: day('start_date'), last: day('end_date') };
}

function datesOf(query: URLSearchParams): Body {
  const { first, last } = rangeOf(query);
  return { start_date: dateText(first), end_date: dateText(last) };
}
