import type { z } from 'zod';
import { idOfNumber } from '../rules/json/index.ts';
import type { DriverReading, FleetReading, JsonObject, Trip } from '../rules/vocabulary/index.ts';
import { checkedBaseUrl, isWellFormed, refusedSegment } from './address.ts';
import { LONGEST_ID } from './jsonValue.ts';
import { normaliseDriver, normaliseFleet, normaliseTrip } from './normalise.ts';
import { invalid, maybeOfTrip } from './outcome.ts';
import type { CallKind, Outcome } from './outcome.ts';
import { followPages, normaliseDriversPage, normaliseSessionsPage, normaliseTripsPage } from './pages.ts';
import type { Page } from './pages.ts';
import { ALL_TRIP_SECTIONS, wireQuery } from './queries.ts';
import type {
  AnyQuery,
  DriverTripsQuery,
  DriversQuery,
  FleetScoreQuery,
  ScoreQuery,
  SessionsQuery,
  TripSection,
} from './queries.ts';
import { createTransport } from './transport.ts';
import type { CallReport, Endpoint, Gate } from './transport.ts';
import * as responses from './responseSchemas.ts';

/** Settings of a client. Only the base URL and the API key are required. */
export interface AnalyticsClientOptions {
  /** Base URL without `/v3`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Replacement of the built-in `fetch`, for tests. */
  readonly fetch?: typeof fetch;
  /** Time limit in milliseconds for one request, including its whole body. 10,000 by default. */
  readonly timeoutMs?: number;
  /** Number of retries of a read while the service is unavailable or limits requests. 2 by default. */
  readonly retries?: number;
  /** Number of concurrent requests of the fleet, because each fleet has one client. 8 by default. */
  readonly concurrency?: number;
  /** First step in milliseconds of the random wait before a retry. 200 by default. */
  readonly retryBaseMs?: number;
  /**
   * Total milliseconds that one call may wait between its requests. A longer `Retry-After` is returned to the caller. 2,000 by
   * default.
   */
  readonly retryBudgetMs?: number;
  /** Largest size of a body in bytes, after decompression. 32 MiB by default. */
  readonly maxBodyBytes?: number;
  /** Circuit breaker, which blocks requests to an unavailable service. Without it, every request is sent. */
  readonly gate?: Gate;
  /** Called after each HTTP request, for metrics. */
  readonly onCall?: (report: CallReport) => void;
}

/**
 * A normalised trip, with the body from which it was read (`raw`), for a snapshot. `raw` is the body as received, but without any
 * API key.
 */
interface TripAnswer {
  readonly trip: Trip;
  readonly raw: JsonObject;
}

/** Pages of a list. A failure is always the last element. */
export type Pages<Row> = AsyncGenerator<Outcome<Page<Row>>, void, undefined>;

/** Eight endpoints of the analytics service for one fleet. No method throws because of an answer or an outage of the service. */
export interface AnalyticsClient {
  /** Returns all group ids of the fleet. */
  groups(): Promise<Outcome<readonly string[]>>;
  /** Returns one page of the drivers who were active in the range. */
  drivers(query?: DriversQuery): Promise<Outcome<Page<DriverReading>>>;
  /** Returns all drivers who were active in the range, page by page. */
  driversPages(query?: DriversQuery): Pages<DriverReading>;
  /** Returns the average scores of the fleet or of one group. */
  fleetScore(query?: FleetScoreQuery): Promise<Outcome<FleetReading>>;
  /** Returns the driver's score at the end of the range, and the series of daily scores. */
  driverScore(driverId: string, query?: ScoreQuery): Promise<Outcome<DriverReading>>;
  /** Returns one page of the driver's session ids. */
  sessions(driverId: string, query?: SessionsQuery): Promise<Outcome<Page<string>>>;
  /** Returns one page of the driver's trips, without events. */
  driverTrips(driverId: string, query?: DriverTripsQuery): Promise<Outcome<Page<Trip>>>;
  /** Returns all of the driver's trips, page by page. */
  tripsPages(driverId: string, query?: DriverTripsQuery): Pages<Trip>;
  /** Returns one trip with all its sections, or only those named in `fields`. */
  trip(
    driverId: string,
    tripId: string,
    query?: { readonly fields?: readonly TripSection[] },
  ): Promise<Outcome<TripAnswer>>;
  /**
   * Deletes a trip with a single request. After an outcome with `unclear: true`, the caller has to GET the trip before a retry.
   * @param options.goAhead called right before the request, which may be long after the call; if it returns false, the request is
   * not sent
   */
  deleteTrip(
    driverId: string,
    tripId: string,
    options?: { readonly goAhead?: () => Promise<boolean> },
  ): Promise<Outcome<{ readonly deleted: true }>>;
}

/** Call of one endpoint, before its ids and query are checked. */
interface Plan<T> {
  readonly endpoint: Endpoint;
  readonly about?: CallKind;
  readonly path: readonly string[];
  readonly query?: AnyQuery;
  readonly shape: z.ZodType;
  /** Name of the field that contains the rows of a list. */
  readonly list?: 'drivers' | 'sessions' | 'trips';
  readonly read: (body: unknown) => T;
  readonly goAhead?: (() => Promise<boolean>) | undefined;
}

/**
 * Creates a client for one fleet.
 * @throws TypeError when `baseUrl` is not a plain http(s) URL or `apiKey` cannot be sent
 */
export function createAnalyticsClient(options: AnalyticsClientOptions): AnalyticsClient {
  if (options.apiKey === '' || !isWellFormed(options.apiKey))
    throw new TypeError(
      'The analytics API key is empty or holds half a character; copy it from the service again.',
    );
  const request = createTransport({
    fetch: (input, init) => globalThis.fetch(input, init),
    timeoutMs: 10_000,
    retries: 2,
    concurrency: 8,
    retryBaseMs: 200,
    retryBudgetMs: 2_000,
    maxBodyBytes: 32 * 1024 * 1024,
    ...options,
    baseUrl: checkedBaseUrl(options.baseUrl),
  });

  async function call<T>(plan: Plan<T>): Promise<Outcome<T>> {
    const mistake = plan.path.map(refusedSegment).find((found) => found !== undefined);
    if (mistake !== undefined) return { ...invalid(`not sent: an id ${mistake}`), unsendable: true };
    const wire = wireQuery(plan.query ?? {});
    if ('refused' in wire) return invalid(`not sent: ${wire.refused}`);
    return request<T>({
      endpoint: plan.endpoint,
      about: plan.about ?? 'read',
      goAhead: plan.goAhead,
      address: { path: plan.path, query: wire.query },
      read: (body) => {
        const wrong = responses.shapeMistake(plan.shape, body);
        if (wrong === undefined) return { kind: 'ok', value: plan.read(body) };
        const noList = plan.list !== undefined && responses.lacksList(body, plan.list);
        const odd = {
          ...invalid(`an answer with an unexpected structure: ${wrong}`),
          ...(noList && { noList }),
        };
        return plan.about === 'trip' ? maybeOfTrip(odd) : odd;
      },
    });
  }

  const client: AnalyticsClient = {
    groups: () =>
      call({
        endpoint: 'groups',
        path: ['groups'],
        shape: responses.groupsResponse,
        read: (body) =>
          (body as z.infer<typeof responses.groupsResponse>).group_ids
            .flatMap((id) => (typeof id === 'number' ? (idOfNumber(id) ?? []) : id))
            .filter((id) => id.length <= LONGEST_ID),
      }),
    drivers: (query = {}) =>
      call({
        endpoint: 'drivers',
        path: ['drivers'],
        query,
        shape: responses.driversResponse,
        list: 'drivers',
        read: normaliseDriversPage,
      }),
    driversPages: (query = {}) =>
      followPages({
        query,
        fetchPage: (page: DriversQuery) => client.drivers(page),
        idOf: (driver) => driver.driverId,
      }),
    fleetScore: (query = {}) =>
      call({
        endpoint: 'fleet_score',
        path: ['score'],
        query,
        shape: responses.scoreResponse,
        read: normaliseFleet,
      }),
    driverScore: (driverId, query = {}) =>
      call({
        endpoint: 'driver_score',
        path: ['driver', driverId, 'score'],
        query,
        shape: responses.scoreResponse,
        read: (body) => normaliseDriver(driverId, body),
      }),
    sessions: (driverId, query = {}) =>
      call({
        endpoint: 'driver_sessions',
        path: ['driver', driverId, 'sessions'],
        query,
        shape: responses.sessionsResponse,
        list: 'sessions',
        read: normaliseSessionsPage,
      }),
    driverTrips: (driverId, query = {}) =>
      call({
        endpoint: 'driver_trips',
        path: ['driver', driverId, 'trips'],
        query,
        shape: responses.tripsResponse,
        list: 'trips',
        read: (body) => normaliseTripsPage(driverId, body),
      }),
    tripsPages: (driverId, query = {}) =>
      followPages({
        query,
        fetchPage: (page: DriverTripsQuery) => client.driverTrips(driverId, page),
        idOf: (trip) => trip.tripId,
      }),
    trip: (driverId, tripId, query = {}) =>
      call({
        endpoint: 'trip',
        about: 'trip',
        path: ['driver', driverId, 'trip', tripId],
        query: { fields: query.fields ?? ALL_TRIP_SECTIONS },
        shape: responses.tripResponse,
        read: (body) => ({ trip: normaliseTrip(driverId, tripId, body), raw: body as JsonObject }),
      }),
    deleteTrip: (driverId, tripId, options) =>
      call({
        goAhead: options?.goAhead,
        endpoint: 'delete_trip',
        about: 'delete',
        path: ['driver', driverId, 'trip', tripId],
        shape: responses.deletedResponse,
        read: () => ({ deleted: true as const }),
      }),
  };
  return client;
}
