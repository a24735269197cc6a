import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A request and its response on one connection. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface Connection {
  readonly address: string;
  /** Requests that were sent without waiting for responses, in order. The first one is being processed. */
  readonly exchanges: Exchange[];
}

/** The connections of a port. Limits their number, and processes one request per connection at a time. */
export interface Connections {
  /** Registers a connection. Closes one if there are too many. */
  take(socket: Socket): void;
  /** Calls `answer` when all earlier requests on the same connection have been answered. */
  inOrder(request: IncomingMessage, response: ServerResponse, answer: () => void): void;
  /**
   * Returns whether the server may respond to a parse error on a connection. It must not write into another response, or before
   * one that is due.
   */
  mayBeClosing(socket: Socket): boolean;
}

/**
 * Limits the number of connections. Above the limit, closes one that waits for its sender: without a request, with an incomplete
 * request, or with an unread response. If none is waiting, closes the new connection.
 *
 * Chooses the address with most waiting connections, and closes the oldest of them.
 */
export function createConnections(limits: {
  readonly connections: number;
  readonly ahead: number;
}): Connections {
  /** Connections in the order of their last activity, the oldest first. */
  const all = new Map<Socket, Connection>();

  function makeRoom(newcomer: Socket): void {
    const byAddress = new Map<string, Socket[]>();
    for (const [socket, connection] of all) {
      if (socket === newcomer || !waitsForSender(socket, connection)) continue;
      const same = byAddress.get(connection.address);
      if (same) same.push(socket);
      else byAddress.set(connection.address, [socket]);
    }
    const most = [...byAddress.values()].reduce<Socket[]>((a, b) => (b.length > a.length ? b : a), []);
    (most[0] ?? newcomer).destroy();
  }

  function answerNext(connection: Connection, socket: Socket, answer: () => void): void {
    // Moves the connection to the end, so that a connection in use is not the first to be closed.
    if (all.delete(socket)) all.set(socket, connection);
    answer();
  }

  return {
    take(socket) {
      all.set(socket, { address: socket.remoteAddress ?? '', exchanges: [] });
      socket.once('close', () => all.delete(socket));
      if (all.size > limits.connections) makeRoom(socket);
    },
    inOrder(request, response, answer) {
      const { socket } = request;
      // The last bytes of a closed connection may contain more requests, but their responses would not arrive.
      if (socket.destroyed) return;
      const connection = all.get(socket);
      if (!connection) return answer();
      const exchange = { request, response };
      const before = connection.exchanges.at(-1);
      connection.exchanges.push(exchange);
      response.once('close', () => {
        connection.exchanges.splice(connection.exchanges.indexOf(exchange), 1);
      });
      if (!before) return answerNext(connection, socket, answer);
      if (connection.exchanges.length > limits.ahead) return void socket.destroy();
      before.response.once('close', () => {
        if (!socket.destroyed) answerNext(connection, socket, answer);
      });
    },
    mayBeClosing(socket) {
      const [current] = all.get(socket)?.exchanges ?? [];
      return !current || (!current.request.complete && !current.response.headersSent);
    },
  };
}

function waitsForSender(socket: Socket, { exchanges: [current] }: Connection): boolean {
  if (!current || socket.writableNeedDrain) return true;
  const { request, response } = current;
  if (!request.complete && !response.headersSent) return true;
  return response.writableEnded && !response.writableFinished;
}
