import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { deferContinue } from './body.ts';

/** A server that listens. */
export interface Listening {
  /** Where it listens, e.g. `http://127.0.0.1:3000`. */
  readonly url: string;
  /** Takes no new connection, lets running requests finish for a while, then cuts what is left. */
  close(): Promise<void>;
}

/** A sender has so long for its headers, and so long for the whole request. */
const HEADERS_WITHIN_MS = 15_000;
const REQUEST_WITHIN_MS = 60_000;
/** Longer than proxies keep theirs, so that none sends into a connection that is closing. */
const KEEP_ALIVE_MS = 75_000;
const DRAIN_MS = 10_000;
const LARGEST_HEADERS_BYTES = 16_384;

/**
 * Serves an application.
 * @throws when the port is taken, with the port in the message
 */
export async function listen(
  app: RequestListener,
  at: { readonly host: string; readonly port: number },
): Promise<Listening> {
  const server = createServer(
    {
      headersTimeout: HEADERS_WITHIN_MS,
      requestTimeout: REQUEST_WITHIN_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: LARGEST_HEADERS_BYTES,
    },
    app,
  );
  server.on('checkContinue', (request, response) => {
    deferContinue(request);
    void app(request, response);
  });
  server.on('clientError', refuse);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(inWords(error, at)));
    server.listen(at.port, at.host, resolve);
  });
  return { url: urlOf(server), close: () => drain(server) };
}

function inWords(error: NodeJS.ErrnoException, { host, port }: { host: string; port: number }): Error {
  if (error.code === 'EADDRINUSE')
    return new Error(`Port ${port} on ${host} is taken: stop what listens there, or set PORT.`, {
      cause: error,
    });
  if (error.code === 'EACCES' || error.code === 'EADDRNOTAVAIL')
    return new Error(`Cannot listen on ${host}, port ${port} (${error.code}): set HOST or PORT.`, {
      cause: error,
    });
  return error;
}

function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

async function drain(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection becomes idle when its last answer is out; nobody else closes it then.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}

const REFUSALS: Readonly<Record<string, readonly [number, string, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request did not arrive in time.'],
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'The headers are too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'Payload Too Large', 'The chunk extensions are too large.'],
};

/** What no parser can read never becomes a request; it is answered by hand, like every other error. */
function refuse(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
  const unreadable = [400, 'Bad Request', 'This is no HTTP request that can be read.'] as const;
  const [status, title, detail] = REFUSALS[error.code ?? ''] ?? unreadable;
  const body = JSON.stringify({ type: 'about:blank', title, status, detail });
  socket.end(
    `HTTP/1.1 ${status} ${title}\r\nContent-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
