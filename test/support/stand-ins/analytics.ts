import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HttpFault } from './faults.ts';

/** A trip as the service would send it, by driver and trip id. */
export type StandInTrip = Readonly<Record<string, unknown>>;

export interface AnalyticsStandIn {
  readonly url: string;
  readonly apiKey: string;
  /** Trips that can be read: key from `tripAt`. */
  readonly trips: Map<string, StandInTrip>;
  /** Trips whose GET is answered like this, whatever else is known of them; `*` means every trip. A text is sent as it is. */
  readonly odd: Map<string, { readonly status: number; readonly body: object | string }>;
  /** The answer to the list of groups in place of the groups; undefined: the groups. */
  oddGroups: unknown;
  /** The same of drivers' lists of trips, by driver id. */
  readonly oddLists: Map<string, { readonly status: number; readonly body: object }>;
  /** A driver's score by end date (`YYYY-MM-DD`), by driver id. */
  readonly scores: Map<string, Map<string, number>>;
  /** A driver's attributes by end date, by driver id. */
  readonly attributes: Map<string, Map<string, object>>;
  /** Drivers by group, as the drivers list gives them. */
  readonly groups: Map<string, readonly string[]>;
  /** Scores of the fleet (`''`) and of groups, by end date. */
  readonly fleetScores: Map<string, Map<string, number>>;
  /** Method and path of each call, without the key. */
  readonly calls: string[];
  /** Pages of groups' drivers that were asked for, in order. */
  readonly pages: { readonly startDate: string; readonly offset: number }[];
  /** Milliseconds before a page of drivers is answered. */
  pageAfterMs: number;
  /** Paths that answer 503 while they are here, such as `/v3/groups`. */
  readonly broken: Set<string>;
  /** The answer to every call, unless `ok`. */
  mode: 'ok' | 'refuse_key' | 'unavailable' | 'limited';
  /** The next DELETE takes effect and its answer is lost. */
  dropNextDelete: boolean;
  /** Trip ids whose DELETE is answered as if the trip were not there. */
  readonly refuseDelete: Set<string>;
  /** Trip ids that can be read so many times more after they were deleted. */
  readonly showDeletedFor: Map<string, number>;
  /** Called when a DELETE has taken effect, before its answer. */
  onDelete: ((driverId: string, tripId: string) => void) | undefined;
  close(): Promise<void>;
}

const MODES: Readonly<Partial<Record<AnalyticsStandIn['mode'], HttpFault>>> = {
  unavailable: { kind: 'drop' },
  limited: { kind: 'limited', seconds: 1 },
};

/** The key of a trip in this service. */
export function tripAt(driverId: string, tripId: string): string {
  return JSON.stringify([driverId, tripId]);
}

/** The body of the service's notification of a trip. */
export function notificationOf(trip: { readonly driverId: string; readonly tripId: string }): string {
  const { driverId: driver_id, tripId: trip_id } = trip;
  return JSON.stringify({ version: 3, type: 'TRIP_SCORED', driver_id, trip_id, data: {} });
}

/** The part of the analytics service that a trip's way needs, on a real socket. */
export async function startAnalyticsStandIn(
  options: {
    readonly apiKey?: string;
    readonly port?: number;
    /** The fault of a call. */
    readonly faultOf?: (method: string, path: string) => HttpFault | undefined;
    /** The trip of a request that `trips` does not have. */
    readonly tripOf?: (driverId: string, tripId: string, method: string) => StandInTrip | undefined;
  } = {},
): Promise<AnalyticsStandIn> {
  const { apiKey = 'planted-analytics-key' } = options;
  const trips = new Map<string, StandInTrip>();
  const scores = new Map<string, Map<string, number>>();
  const attributes: AnalyticsStandIn['attributes'] = new Map();
  const groups = new Map<string, readonly string[]>();
  const fleetScores = new Map<string, Map<string, number>>();
  const broken = new Set<string>();
  const odd: AnalyticsStandIn['odd'] = new Map();
  const oddLists: AnalyticsStandIn['oddLists'] = new Map();
  const calls: string[] = [];
  const pages: { startDate: string; offset: number }[] = [];
  const refuseDelete = new Set<string>();
  const showDeletedFor = new Map<string, number>();
  const state: Pick<AnalyticsStandIn, 'mode' | 'dropNextDelete' | 'onDelete' | 'pageAfterMs' | 'oddGroups'> =
    {
      oddGroups: undefined,
      mode: 'ok',
      pageAfterMs: 0,
      dropNextDelete: false,
      onDelete: undefined,
    };
  /** A deleted trip that can still be read for a while. */
  function afterglow(key: string, id: string): StandInTrip | undefined {
    const left = showDeletedFor.get(id) ?? 0;
    if (left <= 0 || !deleted.has(key)) return undefined;
    showDeletedFor.set(id, left - 1);
    return deleted.get(key);
  }
  const deleted = new Map<string, StandInTrip>();

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    calls.push(`${request.method} ${url.pathname}`);
    const fault = MODES[state.mode] ?? options.faultOf?.(request.method ?? '', url.pathname);
    const drop = (): void => void request.socket.destroy();
    const write = (status: number, body: object | string, headers = {}): void =>
      void response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(typeof body === 'string' ? body : JSON.stringify(body));
    const send = (status: number, body: object | string): void => {
      if (fault?.kind === 'accept_and_drop') return drop();
      return fault?.kind === 'hang' ? void fault.until.then(drop) : write(status, body);
    };
    if (fault?.kind === 'drop') return drop();
    if (fault?.kind === 'hang' && !fault.isTaken) return void fault.until.then(drop);
    if (fault?.kind === 'limited')
      return write(429, { error: 'slow down' }, { 'retry-after': String(fault.seconds) });
    if (fault?.kind === 'status') return write(fault.status, { error: 'try again later' });
    if (state.mode === 'refuse_key' || url.searchParams.get('apikey') !== apiKey)
      return send(401, { error: 'invalid apikey' });
    if (broken.has(url.pathname)) return send(503, { error: 'try again later' });
    if (url.pathname === '/v3/groups')
      return send(200, { group_ids: state.oddGroups === undefined ? [...groups.keys()] : state.oddGroups });
    if (url.pathname === '/v3/drivers' && url.searchParams.has('group_id')) {
      const query = url.searchParams;
      pages.push({ startDate: query.get('start_date') ?? '', offset: Number(query.get('offset') ?? 0) });
      return void setTimeout(() => send(200, driversPage(groups, query)), state.pageAfterMs);
    }
    if (url.pathname === '/v3/score')
      return send(200, scoreBody(fleetScores.get(url.searchParams.get('group_id') ?? ''), url.searchParams));
    const trip = /^\/v3\/driver\/([^/]+)\/trip\/([^/]+)$/.exec(url.pathname);
    const list = /^\/v3\/driver\/([^/]+)\/trips$/.exec(url.pathname);
    const range = {
      start_date: url.searchParams.get('start_date'),
      end_date: url.searchParams.get('end_date'),
    };
    if (url.pathname === '/v3/drivers')
      return send(200, { ...range, drivers: activePage(trips, url.searchParams) });
    const oddList = list && oddLists.get(decodeURIComponent(list[1]!));
    if (oddList) return send(oddList.status, oddList.body);
    if (list)
      return send(200, { ...range, trips: tripsPage(trips, decodeURIComponent(list[1]!), url.searchParams) });
    const score = /^\/v3\/driver\/([^/]+)\/score$/.exec(url.pathname);
    if (trip) {
      const key = tripAt(decodeURIComponent(trip[1]!), decodeURIComponent(trip[2]!));
      const strange = odd.get('*') ?? odd.get(key);
      if (strange) return send(strange.status, strange.body);
      const id = decodeURIComponent(trip[2]!);
      const driverId = decodeURIComponent(trip[1]!);
      const kept = trips.get(key) ?? options.tripOf?.(driverId, id, request.method ?? '');
      const found = kept ?? (request.method === 'GET' ? afterglow(key, id) : undefined);
      if (!found) return send(404, { error: 'trip id is not valid' });
      if (request.method === 'DELETE') {
        if (refuseDelete.has(id)) return send(400, { error: 'trip id is not valid' });
        deleted.set(key, found);
        trips.delete(key);
        state.onDelete?.(driverId, id);
        if (state.dropNextDelete) {
          state.dropNextDelete = false;
          return drop();
        }
        return send(200, { success: true });
      }
      return send(200, selected(found, url.searchParams.get('fields') ?? 'info,driving_behavior'));
    }
    if (score) {
      const driverId = decodeURIComponent(score[1]!);
      const body = scoreBody(scores.get(driverId), url.searchParams);
      const found = attributes.get(driverId)?.get(url.searchParams.get('end_date') ?? '');
      return send(200, { ...body, ...(found && { info: { attributes: found } }) });
    }
    return send(404, { error: 'no such resource' });
  }

  const server = createServer(answer);
  await new Promise<void>((done) => server.listen(options.port ?? 0, '127.0.0.1', done));
  const standIn: AnalyticsStandIn = Object.assign(state, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey,
    trips,
    odd,
    oddLists,
    scores,
    attributes,
    groups,
    fleetScores,
    calls,
    pages,
    broken,
    refuseDelete,
    showDeletedFor,
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  });
  return standIn;
}

function scoreBody(byDate: ReadonlyMap<string, number> | undefined, query: URLSearchParams): object {
  const endDate = query.get('end_date') ?? '';
  const value = byDate?.get(endDate);
  return {
    start_date: query.get('start_date'),
    end_date: endDate,
    driving_behavior: value === undefined ? {} : { score: { service_score: value } },
  };
}

/** One page of a group's drivers, as the service pages: `next_offset` is absent on the last one. */
function driversPage(groups: AnalyticsStandIn['groups'], query: URLSearchParams): object {
  const drivers = groups.get(query.get('group_id') ?? '') ?? [];
  const [offset, limit] = [Number(query.get('offset') ?? 0), Number(query.get('limit') ?? 10)];
  const next = offset + limit;
  return {
    start_date: query.get('start_date'),
    end_date: query.get('end_date'),
    ...(next < drivers.length ? { next_offset: next } : {}),
    drivers: drivers.slice(offset, next).map((driver_id) => ({ driver_id, info: { trip_count: 1 } })),
  };
}

/** A page of the drivers with trips. */
function activePage(trips: ReadonlyMap<string, StandInTrip>, query: URLSearchParams): object[] {
  const [offset, limit] = [Number(query.get('offset') ?? 0), Number(query.get('limit') ?? 10)];
  const ids = new Set([...trips.keys()].map((key) => (JSON.parse(key) as [string, string])[0]));
  return [...ids].slice(offset, offset + limit).map((driver_id) => ({ driver_id, info: {} }));
}

/** A page of the driver's trips, whatever range was asked for; it never says whether another follows. */
function tripsPage(
  trips: ReadonlyMap<string, StandInTrip>,
  driverId: string,
  query: URLSearchParams,
): StandInTrip[] {
  const [offset, limit] = [Number(query.get('offset') ?? 0), Number(query.get('limit') ?? 10)];
  return [...trips]
    .filter(([key]) => (JSON.parse(key) as [string, string])[0] === driverId)
    .slice(offset, offset + limit)
    .map(([, trip]) => selected(trip, 'info,driving_behavior'));
}

function selected(trip: StandInTrip, fields: string): StandInTrip {
  const wanted = new Set(['trip_id', ...fields.split(',')]);
  return Object.fromEntries(Object.entries(trip).filter(([name]) => wanted.has(name)));
}

/** A believable trip of twenty minutes that ended at `endedAt`; positions are the planted ones tests look for. */
export function standInTrip(
  tripId: string,
  options: {
    readonly endedAt?: Date;
    readonly events?: readonly number[];
    readonly distanceKm?: number;
    readonly score?: number;
    readonly phoneRating?: number;
  } = {},
) {
  const end = options.endedAt ?? new Date();
  const start = new Date(end.getTime() - 20 * 60_000);
  const names = ['HARD_BRAKE', 'RAPID_ACCELERATION', 'PHONE_USE', 'OVERSPEEDING', 'COLLISION'];
  const point = (step: number): object => ({
    latitude: PLANTED_LATITUDE + step / 1000,
    longitude: PLANTED_LONGITUDE + step / 800,
    timestamp: new Date(start.getTime() + step * 60_000).toISOString(),
    time_millis: start.getTime() + step * 60_000,
  });
  return {
    trip_id: tripId,
    info: {
      distance_km: options.distanceKm ?? 14.2,
      duration_seconds: 1200,
      trip_max_speed_kmph: 78,
      start_time: start.toISOString(),
      end_time: end.toISOString(),
      session_id: 'NA',
      insurance_period: 'NA',
    },
    driving_behavior: {
      score: { service_score: options.score ?? 81 },
      event_rating: {
        hard_brake_rating: 4,
        phone_use_rating: options.phoneRating ?? 3,
        rapid_acceleration_rating: 5,
        overspeeding_rating: 4,
      },
    },
    simple_path: Array.from({ length: 20 }, (_each, step) => point(step)),
    speed_profile: Array.from({ length: 20 }, (_each, step) => [
      30 + (step % 7),
      start.getTime() + step * 60_000,
      step % 3 === 0 ? 'NA' : 50,
    ]),
    events: (options.events ?? []).map((code, index) => ({
      event_type: code,
      event_type_name: names[code] ?? `TYPE_${code}`,
      latitude_start: PLANTED_LATITUDE,
      longitude_start: PLANTED_LONGITUDE,
      latitude_end: PLANTED_LATITUDE,
      longitude_end: PLANTED_LONGITUDE,
      start_time: new Date(start.getTime() + (index + 1) * 60_000).toISOString(),
      end_time: new Date(start.getTime() + (index + 1) * 60_000 + 9_000).toISOString(),
    })),
  };
}

/** Planted where a position belongs, and looked for where none does. */
export const PLANTED_LATITUDE = 48.271828;
export const PLANTED_LONGITUDE = 11.314159;
