import { queryOptions } from '@tanstack/react-query';
import type { UseQueryOptions } from '@tanstack/react-query';
import createClient from 'openapi-fetch';
import type { MaybeOptionalInit } from 'openapi-fetch';
import type { PathsWithMethod, RequiredKeysOf } from 'openapi-typescript-helpers';
import type { AnswerTo, paths } from '../../api/index.ts';
import { backgroundHeader } from './presence.ts';
import { ApiProblem } from './problem.ts';
import { csrfToken, signedOut } from './session.ts';

/** The client of this server's API, with the session's cookie. Problems are answered in the language that is shown. */
export const client = createClient<paths>({ baseUrl: location.origin, credentials: 'same-origin' });

client.use({
  onRequest({ request }) {
    for (const [name, value] of Object.entries(backgroundHeader())) request.headers.set(name, value);
    const token = csrfToken();
    request.headers.set('Accept-Language', document.documentElement.lang);
    if (token !== undefined && request.method !== 'GET') request.headers.set('X-CSRF-Token', token);
    return request;
  },
  onResponse({ response, schemaPath }) {
    if (response.status === 401 && schemaPath !== '/api/v1/me') signedOut();
  },
});

type InitOf<Path extends keyof paths, Method extends 'get' | 'post' | 'put' | 'delete'> = MaybeOptionalInit<
  paths[Path],
  Method
>;
/** The body that a path answers to a `GET`. */
export type Answer<Path extends PathsWithMethod<paths, 'get'>> = AnswerTo<paths[Path]['get']>;

type Given<Init> = RequiredKeysOf<Init> extends never ? [init?: Init] : [init: Init];

/**
 * Returns a TanStack Query for one `GET`. Its key begins with the path as the API's description has it, so that live events
 * find the queries to refetch.
 */
export function read<Path extends PathsWithMethod<paths, 'get'>>(
  path: Path,
  ...[init]: Given<InitOf<Path, 'get'>>
): UseQueryOptions<Answer<Path>, ApiProblem, Answer<Path>, readonly [string, unknown]> & {
  queryKey: readonly [string, unknown];
} {
  return queryOptions<Answer<Path>, ApiProblem, Answer<Path>, readonly [string, unknown]>({
    queryKey: [path, init ?? null],
    async queryFn({ signal }) {
      const get = client.GET as unknown as Caller;
      return (await answered(get(path, { ...init, signal }))) as Answer<Path>;
    },
  });
}

type Caller = (
  path: string,
  init: object,
) => Promise<{ readonly data?: unknown; readonly error?: unknown; readonly response: Response }>;

/**
 * Awaits a call of `client`.
 * @throws ApiProblem for every answer but a success, and with status 0 when there is no answer
 */
export async function send<T>(
  call: Promise<{ readonly data?: T; readonly error?: unknown; readonly response: Response }>,
): Promise<T> {
  return (await answered(call)) as T;
}

async function answered(call: ReturnType<Caller>): Promise<unknown> {
  const result = await call.catch((error: unknown) => {
    // A cancelled call did not fail.
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiProblem(0, undefined);
  });
  if (!result.response.ok) throw new ApiProblem(result.response.status, result.error);
  return result.data ?? null;
}
