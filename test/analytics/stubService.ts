import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAnalyticsClient } from '../../analytics/index.ts';
import type { AnalyticsClient, AnalyticsClientOptions } from '../../analytics/index.ts';

export const KEY = 'planted/key+0123 456789%é';

/** What the stub answers: a plain answer, or a function that does as it likes with the socket. */
export type Reply =
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: unknown }
  | ((request: IncomingMessage, response: ServerResponse) => void);

/** A real HTTP server on a free port; the last reply of a script repeats. */
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
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const reply = (replies.length > 1 ? replies.shift() : replies[0]) ?? { status: 500 };
    if (typeof reply === 'function') return reply(request, response);
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
    response.end(
      typeof reply.body === 'string'
        ? reply.body
        : reply.body === undefined
          ? ''
          : JSON.stringify(reply.body),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    script(...script) {
      replies = [...script];
      requests.length = 0;
    },
    close: () => closed(server),
  };
}

/** A client that waits next to nothing between its requests. */
export function clientOf(stub: StubService, options: Partial<AnalyticsClientOptions> = {}): AnalyticsClient {
  return createAnalyticsClient({ baseUrl: stub.url, apiKey: KEY, retries: 0, retryBaseMs: 1, ...options });
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
