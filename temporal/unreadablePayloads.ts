import type { Logger } from 'pino';
import type { UnreadableListener } from './payloadCodec.ts';

/** A worker tries what it cannot open again and again: it says so once in this time for each reason. */
const SAID_EVERY_MS = 60_000;

/** Says in the log which key is missing. Nothing is lost meanwhile: the work waits for a process that has the key. */
export function logUnreadable(log: Logger, now: () => Date): UnreadableListener {
  const saidAt = new Map<string, number>();
  return ({ message }) => {
    const at = now().getTime();
    if (at - (saidAt.get(message) ?? -Infinity) < SAID_EVERY_MS) return;
    saidAt.set(message, at);
    log.error(`${message} The work waits until then.`);
  };
}
