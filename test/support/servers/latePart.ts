import { connect, createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { inject } from 'vitest';
import { freePorts } from '../../chaos/ports.ts';

/** A port where a real server is reached later: closed at first, a plain TCP proxy when it is opened. */
export interface LatePart {
  readonly port: number;
  /** `host:port`. */
  readonly address: string;
  /** From now on connections reach the server behind it. */
  open(): Promise<void>;
  /** Cuts every connection and refuses new ones. */
  close(): Promise<void>;
}

/** @param target `host:port` of the real server */
export async function latePart(target: { readonly host: string; readonly port: number }): Promise<LatePart> {
  const [port] = (await freePorts(1)) as [number];
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  const proxy = (incoming: Socket): void => {
    const outgoing = connect(target);
    for (const [from, to] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy()).on('close', () => (sockets.delete(from), to.destroy()));
      from.pipe(to);
    }
  };
  return {
    port,
    address: `127.0.0.1:${port}`,
    async open() {
      server = createServer(proxy);
      await new Promise<void>((done, fail) => server!.once('error', fail).listen(port, '127.0.0.1', done));
    },
    async close() {
      const closing = server;
      server = undefined;
      for (const socket of sockets) socket.destroy();
      if (closing) await new Promise((done) => closing.close(done));
    },
  };
}

/** Puts a proxy before the run's Temporal. */
export async function lateTemporal(): Promise<LatePart> {
  const [host, port] = inject('temporalAddress').split(':') as [string, string];
  return latePart({ host, port: Number(port) });
}

/** Puts a proxy before a PostgreSQL. @returns the proxy, and the URL that goes through it */
export async function latePostgres(url: string): Promise<{ readonly part: LatePart; readonly url: string }> {
  const late = new URL(url);
  const part = await latePart({ host: late.hostname, port: Number(late.port) });
  late.host = part.address;
  return { part, url: late.href };
}
