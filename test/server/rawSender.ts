import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** A sender that keeps to nothing: it writes what it likes, when it likes, on a bare socket. */
export interface RawSender {
  readonly socket: Socket;
  /** What came back so far. */
  readonly heard: () => string;
  /** Settles with all that came back, once the other side has closed. */
  readonly closed: Promise<string>;
  /** Writes something again and again until the connection is closed. */
  dribble(bytes: string, everyMs: number): void;
  end(): void;
}

/** Connects and writes. */
export async function rawSender(
  at: { readonly host: string; readonly port: number },
  bytes: string | Buffer,
): Promise<RawSender> {
  const socket = connect(at.port, at.host);
  let text = '';
  let timer: NodeJS.Timeout | undefined;
  socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
  // A connection that is cut is what most of these are for.
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

/** The statuses of the answers in what came back, in their order. */
export function statusesOf(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}
