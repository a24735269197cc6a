import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A request and its answer, as a connection carries them. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface Connection {
  readonly address: string;
  /** Sent one after the other without waiting for answers; the first one is being answered. */
  readonly exchanges: Exchange[];
}

/** The connections of a port: not too many, and one request of each at a time. */
export interface Connections {
  /** Takes a connection, and closes another one where there are too many. */
  take(socket: Socket): void;
  /** Calls `answer` when the requests that came before on the same connection are answered. */
  inOrder(request: IncomingMessage, response: ServerResponse, answer: () => void): void;
  /** Returns whether an error in a connection's bytes may be answered: not into another answer, nor before one that is due. */
  mayBeClosing(socket: Socket): boolean;
}

/**
 * Limits connections. Beyond the limit, the address with most connections that wait for their sender loses its oldest one: no
 * request, an incomplete request, or an unread answer. Where none waits, the new connection is closed.
 */
export function createConnections(limits: {
  readonly connections: number;
  readonly ahead: number;
}): Connections {
  /** In the order in which they came, or last did something. */
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
    // What it did last counts: an old connection that is used is not the first to go.
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
      // Its last bytes may hold more requests, but their answers would not arrive.
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
