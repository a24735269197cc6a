import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request, read to its end. */
export interface Received {
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** An answer: its parts, a cut connection, no answer at all, or a function that answers itself. */
export type HttpAnswer =
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      /** Sent as JSON unless it is a text. */
      readonly body?: unknown;
    }
  | 'drop'
  | 'hang'
  | ((response: ServerResponse) => void);

/** A server on a real socket that records every request and answers as a test says. */
export interface HttpStandIn {
  readonly url: string;
  /** `host:port`. */
  readonly host: string;
  readonly port: number;
  readonly received: Received[];
  answer: (request: Received) => HttpAnswer;
  close(): Promise<void>;
}

/** Starts the server, on a free port unless one is given; it answers 204 unless told otherwise. */
export async function startHttpStandIn(
  answer: HttpStandIn['answer'] = () => ({}),
  ownPort = 0,
): Promise<HttpStandIn> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const received = { method, path, headers, body: Buffer.concat(chunks).toString() };
      standIn.received.push(received);
      const given = standIn.answer(received);
      if (given === 'drop') request.socket.destroy();
      else if (typeof given === 'function') given(response);
      else if (given !== 'hang') {
        const { status = given.body === undefined ? 204 : 200, body } = given;
        const type = typeof body === 'object' ? { 'content-type': 'application/json' } : {};
        response.writeHead(status, { ...type, ...given.headers });
        response.end(typeof body === 'object' ? JSON.stringify(body) : body);
      }
    });
  });
  server.listen(ownPort, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  const standIn: HttpStandIn = {
    url: `http://${host}`,
    host,
    port,
    received: [],
    answer,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return standIn;
}
