import { setTimeout as pause } from 'node:timers/promises';
import createClient from 'openapi-fetch';
import type { Answer, FleetPath, MethodOf, RequestOf } from '../../api/index.ts';
import { CommandError, EXIT } from '../terminal/index.ts';
import { problemOf } from './problem.ts';

/** A body that is not JSON. */
interface Content {
  readonly type: 'text/csv' | 'application/jsonc';
  readonly bytes: string | Uint8Array;
}

type Given<Request> = object extends Request ? [request?: Request] : [request: Request];

/** Client of one fleet's API, typed by the server's OpenAPI description. Paths are relative to the fleet's URL. */
export interface ApiClient {
  readonly fleet: string;
  /** URL of the server without credentials. It identifies the Tripline installation. */
  readonly server: string;
  /** Returns the body of a successful answer. @throws CommandError with the problem in words */
  call<Path extends FleetPath, Method extends MethodOf<Path>>(
    method: Method,
    path: Path,
    ...request: Given<RequestOf<Path, Method>>
  ): Promise<Answer<Path, Method>>;
  /** Sends a body that is not JSON. In all other respects it is like `call`. */
  send<Path extends FleetPath, Method extends MethodOf<Path>>(
    method: Method,
    path: Path,
    request: Omit<RequestOf<Path, Method>, 'body'> & { readonly content: Content },
  ): Promise<Answer<Path, Method>>;
  /** Returns the bytes of a successful answer as they arrive, without a time limit. @throws CommandError */
  stream<Path extends FleetPath>(
    path: Path,
    request: RequestOf<Path, 'get'>,
  ): Promise<AsyncIterable<Uint8Array>>;
}

const TIMEOUT_MS = 60_000;
/** Longest wait in seconds after the API limited the rate (429), because its limits are per minute. */
const LONGEST_WAIT_SECONDS = 60;

/** A request without the types of its path. */
interface Sent {
  readonly params?: object;
  readonly query?: object;
  readonly body?: unknown;
  readonly content?: Content;
  /** Whether to return the bytes as they arrive, without a time limit. */
  readonly isStream?: true;
}

type Caller = (
  method: string,
  path: string,
  init: object,
) => Promise<{ readonly data?: unknown; readonly error?: unknown; readonly response: Response }>;

/**
 * Creates a client for `TRIPLINE_URL` with `TRIPLINE_TOKEN`. If the user set no `TRIPLINE_URL`, the
 * preparation of the command has set it to the default server.
 * @throws CommandError when the token is missing
 */
export function createApiClient(fleet: string): ApiClient {
  const base = (process.env['TRIPLINE_URL'] ?? 'http://127.0.0.1:3000').replace(/\/+$/, '');
  const token = process.env['TRIPLINE_TOKEN'];
  if (!token)
    throw new CommandError(
      'TRIPLINE_TOKEN is not set: run tripline login, or put an API token there (`npm start` says where to find one).',
      EXIT.couldNotRun,
      { code: 'unauthenticated' },
    );
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
  const client = createClient<Record<string, never>>({ baseUrl: base, headers, fetch: patiently });
  const request = client.request as unknown as Caller;

  async function answerTo(method: string, path: string, sent: Sent = {}): Promise<unknown> {
    const { params, query, body, content, isStream } = sent;
    const init = {
      params: { path: { ...params, fleet }, query },
      ...(body !== undefined && { body }),
      ...(content && {
        body: content.bytes,
        bodySerializer: (bytes: unknown) => bytes,
        headers: { 'content-type': content.type },
      }),
      ...(isStream && { parseAs: 'stream', fetch: (each: Request) => fetch(each) }),
    };
    const address = `/api/v1/fleets/{fleet}/${path}`;
    const { data, error, response } = await request(method, address, init).catch((reason: unknown) => {
      throw reason instanceof SyntaxError ? reason : unavailable(base);
    });
    if (response.ok) return data ?? null;
    throw problemOf(response.status, error, { base, fleet });
  }

  return {
    fleet,
    server: withoutCredentials(base),
    call: answerTo as ApiClient['call'],
    send: answerTo as ApiClient['send'],
    stream: ((path: string, sent: Sent) =>
      answerTo('get', path, { ...sent, isStream: true })) as ApiClient['stream'],
  };
}

function unavailable(base: string): CommandError {
  return new CommandError(
    `${base} does not answer. Is Tripline running there? Set TRIPLINE_URL to use another address.`,
    EXIT.couldNotRun,
    { code: 'unavailable' },
  );
}

/**
 * Sends a request, and sends it once more if the API limited the rate. Sending twice is safe, because the
 * limited request had no effect.
 */
async function patiently(request: Request): Promise<Response> {
  const once = (): Promise<Response> => fetch(request.clone(), { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const response = await once();
  const seconds = Number(response.headers.get('retry-after'));
  if (response.status !== 429 || !(seconds > 0 && seconds <= LONGEST_WAIT_SECONDS)) return response;
  await response.arrayBuffer();
  process.stderr.write(`Rate limit of the API: waiting ${seconds} seconds.\n`);
  await pause(seconds * 1000);
  return once();
}

function withoutCredentials(base: string): string {
  if (!URL.canParse(base)) return base;
  const { origin, pathname } = new URL(base);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}
