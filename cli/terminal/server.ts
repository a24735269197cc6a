import { CommandError, EXIT } from './command.ts';

/** How long a server may take to answer. */
const TIMEOUT_MS = 30_000;

/** What of an answer matters to a command that asks a server without a fleet. */
export interface ServerAnswer {
  readonly status: number;
  readonly json: Readonly<Record<string, unknown>>;
}

/**
 * Asks a server for something that is no fleet's, such as who is signed in.
 * @param request.token absent: without one
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
