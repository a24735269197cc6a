import { CommandError, EXIT } from '../terminal/index.ts';

/** Milliseconds after which a request is aborted. */
const TIMEOUT_MS = 30_000;

/** The answer of a server to a request that belongs to no fleet. */
export interface ServerAnswer {
  readonly status: number;
  readonly json: Readonly<Record<string, unknown>>;
}

/**
 * Sends a request that belongs to no fleet, such as one about the signed-in person.
 * @param request.token absent: sends no token
 * @throws CommandError when the server does not answer
 */
export async function askServer(
  server: string,
  request: {
    readonly method: 'GET' | 'POST' | 'DELETE';
    readonly path: string;
    readonly token?: string;
    readonly body?: unknown;
  },
): Promise<ServerAnswer> {
  const { method, path, token, body } = request;
  let response: Response;
  try {
    response = await fetch(server.replace(/\/+$/, '') + path, {
      method,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        accept: 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  } catch {
    throw new CommandError(
      `${server} does not answer. Is Tripline running there? Set TRIPLINE_URL to use another address.`,
      EXIT.couldNotRun,
      { code: 'unavailable' },
    );
  }
  const text = await response.text();
  try {
    const json = JSON.parse(text || '{}') as ServerAnswer['json'];
    return { status: response.status, json };
  } catch {
    return { status: response.status, json: {} };
  }
}
