import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** A sender without rules: it writes any bytes at any time, on a bare socket. */
export interface RawSender {
  readonly socket: Socket;
  /** Returns what has been received so far. */
  readonly heard: () => string;
  /** Resolves with all that was received, once the server has closed. */
  readonly closed: Promise<string>;
  /** Writes the bytes again and again until the connection is closed. */
  dribble(bytes: string, everyMs: number): void;
  end(): void;
}

/** Connects and writes the bytes. */
export async function rawSender(
  at: { readonly host: string; readonly port: number },
  bytes: string | Buffer,
): Promise<RawSender> {
  const socket = connect(at.port, at.host);
  let text = '';
  let timer: NodeJS.Timeout | undefined;
  socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
  // Ignores errors, because most of these connections are meant to be cut.
  socket.on('error', () => undefined);
  const closed = new Promise<string>((resolve) => {
    socket.once('close', () => {
      clearInterval(timer);
      resolve(text);
    });
  });
  await new Promise<void>((resolve) => {
    socket.once('connect', resolve);
    socket.once('close', () => resolve());
  });
  socket.write(bytes);
  return {
    socket,
    heard: () => text,
    closed,
    dribble(more, everyMs) {
      timer = setInterval(() => socket.writable && socket.write(more), everyMs);
    },
    end: () => void socket.destroy(),
  };
}

/** Returns the statuses of the received answers, in their order. */
export function statusesOf(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}
