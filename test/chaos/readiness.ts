import { open } from 'node:fs/promises';
import { connect } from 'node:net';

/** Whether a process listens on a port of this machine. */
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

/** Whether a process has logged `words` since its last start, which `START_LINE` marks. */
export function saysReady(logFile: string, words: RegExp): () => Promise<boolean> {
  return async () => {
    const text = await lastPart(logFile).catch(() => '');
    return words.test(text.slice(text.lastIndexOf(START_LINE) + 1));
  };
}

/** Bytes to read: far more than a start writes, and far less than the log of a long run. */
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

/** Marks each start of a process in its log. */
export const START_LINE = '--- started ---\n';
