import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { deferContinue, lingerThenCut } from './body.ts';
import { createConnections } from './connections.ts';
import { problemType } from './problem.ts';

/** A server that listens. */
export interface Listening {
  /** Where it listens, e.g. `http://127.0.0.1:3000`. */
  readonly url: string;
  /** Takes no new connection, lets running requests finish for a while, then cuts what is left. */
  close(): Promise<void>;
}

const DRAIN_MS = 10_000;

/**
 * Serves an application.
 * @param limits tests wait less
 * @throws when the port is taken, with the port in the message
 */
export async function listen(
  app: RequestListener,
  at: { readonly host: string; readonly port: number },
  limits: PortLimits = PORT_LIMITS,
): Promise<Listening> {
  const connections = createConnections(limits);
  const serve = (request: IncomingMessage, response: ServerResponse): void =>
    connections.inOrder(request, response, () => {
      if (request.rawHeaders.length > 2 * limits.headers) refuseHeaders(request, response);
      else void app(request, response);
    });
  const server = createServer(
    {
      headersTimeout: limits.headersWithinMs,
      requestTimeout: limits.requestWithinMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      maxHeaderSize: limits.headerBytes,
    },
    serve,
  );
  // All are counted, and too many refused: Node would leave out what comes after the first two thousand.
  server.maxHeadersCount = 0;
  server.timeout = limits.stillMs;
  server.on('connection', (socket) => connections.take(socket));
  server.on('checkContinue', (request, response) => {
    deferContinue(request);
    serve(request, response);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (connections.mayBeClosing(socket)) refuse(error, socket);
    else socket.destroy();
  });
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
  // A connection becomes idle when its last answer is out; only this closes it then.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}

/** Status, title, code and detail of bytes that are refused before they are a request. */
const REFUSALS: Readonly<Record<string, readonly [number, string, string, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'too_slow', 'The request did not arrive in time.'],
  HPE_HEADER_OVERFLOW: [
    ...([431, 'Request Header Fields Too Large', 'headers_too_large'] as const),
    'The headers are too large.',
  ],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [
    ...([413, 'Payload Too Large', 'too_large'] as const),
    'The chunk extensions are too large.',
  ],
};

/** The headers are small and very many. */
function refuseHeaders(request: IncomingMessage, response: ServerResponse): void {
  lingerThenCut(request, response);
  const [status, title, code] = REFUSALS['HPE_HEADER_OVERFLOW']!;
  const detail = 'There are too many headers.';
  response.writeHead(status, { 'content-type': 'application/problem+json', connection: 'close' });
  response.end(JSON.stringify({ type: problemType(code), code, title, status, detail }));
}

/**
 * Answers by hand what no parser can read, because it never becomes a request. The answer is a problem, like every other
 * error.
 */
function refuse(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
  const unreadable = [400, 'Bad Request', 'bad_request', 'This is not a valid HTTP request.'] as const;
  const [status, title, code, detail] = REFUSALS[error.code ?? ''] ?? unreadable;
  const body = JSON.stringify({ type: problemType(code), code, title, status, detail });
  socket.end(
    `HTTP/1.1 ${status} ${title}\r\nContent-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** Limits of the port for each sender. A proxy in front may allow less; nothing here relies on one. */
export interface PortLimits {
  /** From the connection, or the end of the request before, to the end of the headers. */
  readonly headersWithinMs: number;
  /** From there to the body's last byte. */
  readonly requestWithinMs: number;
  /**
   * Milliseconds that a connection may stay without a request; longer than proxies keep theirs, so that none sends into a
   * closing one.
   */
  readonly keepAliveMs: number;
  /** Milliseconds without traffic while an answer is awaited or sent: longer than any answer takes to begin. */
  readonly stillMs: number;
  /** Milliseconds between checks of the first two. */
  readonly checkEveryMs: number;
  /** All headers together, the request line too. */
  readonly headerBytes: number;
  /** Their number. */
  readonly headers: number;
  /** Connections at once. One more closes one that does nothing for its sender. */
  readonly connections: number;
  /** Requests that one connection may have sent ahead. */
  readonly ahead: number;
}

/** Documented in docs/configure.md. */
export const PORT_LIMITS: PortLimits = {
  headersWithinMs: 15_000,
  requestWithinMs: 60_000,
  keepAliveMs: 75_000,
  stillMs: 120_000,
  checkEveryMs: 5_000,
  headerBytes: 16_384,
  headers: 200,
  connections: 2_000,
  ahead: 50,
};
