import { open } from 'node:fs/promises';
import { connect } from 'node:net';

/** Whether someone listens on a port of this machine. */
export function isOpen(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ host: '127.0.0.1', port });
    const answer = (isThere: boolean): void => {
      socket.destroy();
      done(isThere);
    };
    socket.setTimeout(1_000, () => answer(false));
    socket.once('connect', () => answer(true));
    socket.once('error', () => answer(false));
  });
}

/** Whether a process has said `words` in its log since its last start: each start begins with a line of ours. */
export function saysReady(logFile: string, words: RegExp): () => Promise<boolean> {
  return async () => {
    const text = await lastPart(logFile).catch(() => '');
    return words.test(text.slice(text.lastIndexOf(START_LINE) + 1));
  };
}

/** Far more than a start writes, and far less than the log of a long run. */
const PART_BYTES = 256 * 1024;

async function lastPart(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read({
      buffer: Buffer.alloc(PART_BYTES),
      position: Math.max(0, size - PART_BYTES),
    });
    return buffer.subarray(0, bytesRead).toString('utf8');
  } finally {
    await file.close();
  }
}

/** Stands in a log where a process was started. */
export const START_LINE = '--- started ---\n';
