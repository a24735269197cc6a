import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { deferContinue, lingerThenCut } from './body.ts';
import { createConnections } from './connections.ts';
import { problemType } from './problem.ts';

/** A server that listens. */
export interface Listening {
  /** The server's URL, e.g. `http://127.0.0.1:3000`. */
  readonly url: string;
  /** Accepts no new connections, waits up to `DRAIN_MS` for running requests, then closes all connections. */
  close(): Promise<void>;
}

const DRAIN_MS = 10_000;

/**
 * Serves an application on a port.
 * @param limits shorter in tests
 * @throws Error that names the port, if the port is in use
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
  // Counts all headers and refuses too many. With a limit set here, Node would silently drop those beyond it (default: 2,000).
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
  // A connection becomes idle after its last response. Nothing else closes such a connection while the server is closing.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}

/** Status, title, code and detail of the responses to bytes that are refused before they form a request. */
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

/** Refuses a request with too many headers, even if they are small. */
function refuseHeaders(request: IncomingMessage, response: ServerResponse): void {
  lingerThenCut(request, response);
  const [status, title, code] = REFUSALS['HPE_HEADER_OVERFLOW']!;
  const detail = 'There are too many headers.';
  response.writeHead(status, { 'content-type': 'application/problem+json', connection: 'close' });
  response.end(JSON.stringify({ type: problemType(code), code, title, status, detail }));
}

/**
 * Writes the response to bytes that the HTTP parser rejected, directly to the socket, because there is no request object. The
 * body is a problem, like every other error.
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

/** Limits that the port applies to senders. A proxy in front may set lower ones, but none is needed. */
export interface PortLimits {
  /** Maximum milliseconds from the connection, or from the end of the previous request, to the end of the headers. */
  readonly headersWithinMs: number;
  /** Maximum milliseconds for a whole request, including its body. */
  readonly requestWithinMs: number;
  /**
   * Milliseconds for which a connection without a request stays open. Longer than in common proxies, so that no proxy sends a
   * request into a closing connection.
   */
  readonly keepAliveMs: number;
  /** Maximum milliseconds without traffic while a response is awaited or sent. Longer than any response takes to begin. */
  readonly stillMs: number;
  /** Milliseconds between two checks of `headersWithinMs` and `requestWithinMs`. */
  readonly checkEveryMs: number;
  /** Maximum size in bytes of all headers together, including the request line. */
  readonly headerBytes: number;
  /** Maximum number of headers. */
  readonly headers: number;
  /** Maximum number of open connections. When one more arrives, an idle connection is closed to make room. */
  readonly connections: number;
  /** Maximum number of requests that one connection may send ahead without waiting for responses. */
  readonly ahead: number;
}

/** The limits in production. Documented in docs/configure.md. */
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
