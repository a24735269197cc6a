import type { IncomingMessage, ServerResponse } from 'node:http';
import { createAnalyticsClient } from '../../analytics/index.ts';
import type { AnalyticsClient, AnalyticsClientOptions } from '../../analytics/index.ts';
import { startHttpStandIn } from '../support/stand-ins/http.ts';

export const KEY = 'planted/key+0123 456789%é';

/** A reply of the stub: a plain answer, or a function that controls the socket itself. */
export type Reply =
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: unknown }
  | ((request: IncomingMessage, response: ServerResponse) => void);

/** A real HTTP server on a free port. The last reply of a script repeats. */
export interface StubService {
  readonly url: string;
  /** `METHOD /path?query` of each request so far. */
  readonly requests: readonly string[];
  script(...replies: readonly Reply[]): void;
  close(): Promise<void>;
}

export async function startStubService(): Promise<StubService> {
  const requests: string[] = [];
  let replies: Reply[] = [];
  const server = await startHttpStandIn(({ method, path }) => {
    requests.push(`${method} ${path}`);
    const reply = (replies.length > 1 ? replies.shift() : replies[0]) ?? { status: 500 };
    if (typeof reply === 'function') return (response) => reply(response.req, response);
    const headers = { 'content-type': 'application/json', ...reply.headers };
    return { status: reply.status ?? 200, headers, body: reply.body };
  });
  return {
    url: server.url,
    requests,
    script(...script) {
      replies = [...script];
      requests.length = 0;
    },
    close: () => server.close(),
  };
}

/** Creates a client that hardly waits between its requests. */
export function clientOf(stub: StubService, options: Partial<AnalyticsClientOptions> = {}): AnalyticsClient {
  return createAnalyticsClient({ baseUrl: stub.url, apiKey: KEY, retries: 0, retryBaseMs: 1, ...options });
}
