/** Names of the interface's endpoints; `unknown` stands for any other path under `/v3`. */
export const ENDPOINTS = [
  'groups',
  'drivers',
  'fleet_score',
  'driver_score',
  'sessions',
  'driver_trips',
  'trip',
  'delete_trip',
  'unknown',
] as const;

/** Name of an endpoint. */
export type Endpoint = (typeof ENDPOINTS)[number];

/** Endpoint of a request, and the trip that it names. */
export interface Call {
  readonly endpoint: Endpoint;
  readonly tripId?: string | undefined;
}

const GET_PATHS: readonly [RegExp, Endpoint][] = [
  [/^\/groups$/, 'groups'],
  [/^\/drivers$/, 'drivers'],
  [/^\/score$/, 'fleet_score'],
  [/^\/driver\/[^/]+\/score$/, 'driver_score'],
  [/^\/driver\/[^/]+\/sessions$/, 'sessions'],
  [/^\/driver\/[^/]+\/trips$/, 'driver_trips'],
  [/^\/driver\/[^/]+\/trip\/[^/]+$/, 'trip'],
];

/**
 * Returns the endpoint of a request.
 * @param path the path after `/v3`, still percent-encoded
 */
export function endpointOf(method: string, path: string): Endpoint {
  const found = GET_PATHS.find(([pattern]) => pattern.test(path))?.[1] ?? 'unknown';
  if (method === 'DELETE') return found === 'trip' ? 'delete_trip' : 'unknown';
  return method === 'GET' ? found : 'unknown';
}

/** Returns the endpoint of a request, and the trip that it names. @param path as for `endpointOf` */
export function callOf(method: string, path: string): Call {
  const tripId = /^\/driver\/[^/]+\/trip\/([^/]+)$/.exec(path)?.[1];
  return { endpoint: endpointOf(method, path), tripId: tripId && decoded(tripId) };
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
