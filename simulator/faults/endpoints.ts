/** The endpoints of the interface by name, `unknown` for any other path below `/v3`. */
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

/** The endpoint of a request, and its trip where it is about one. */
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
 * The endpoint of a request.
 * @param path below `/v3`, still percent-encoded
 */
export function endpointOf(method: string, path: string): Endpoint {
  const found = GET_PATHS.find(([pattern]) => pattern.test(path))?.[1] ?? 'unknown';
  if (method === 'DELETE') return found === 'trip' ? 'delete_trip' : 'unknown';
  return method === 'GET' ? found : 'unknown';
}

/** Returns the endpoint of a request, with the trip where it is about one. @param path as for `endpointOf` */
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
