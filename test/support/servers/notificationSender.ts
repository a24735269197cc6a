import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';

const AGAIN_AFTER_MS = 200;
const TRIES = 100;

/** Sends a notification, and once more while it is answered 503, as its senders do. @returns the answer, and whether it is that to the first try */
export async function untilAnswered(
  send: () => Promise<Response>,
): Promise<{ readonly status: number; readonly isFirst: boolean }> {
  for (let tries = 1; ; tries += 1) {
    const { status } = await send();
    if (status !== 503 || tries === TRIES) return { status, isFirst: tries === 1 };
    await pause(AGAIN_AFTER_MS);
  }
}

/**
 * Sends a trip's notification until it is accepted. Only after an answer that came too late, as on a busy machine, is the next
 * attempt a duplicate.
 */
export async function expectTaken(send: () => Promise<Response>): Promise<void> {
  const { status, isFirst } = await untilAnswered(send);
  expect(isFirst ? [202] : [202, 200]).toContain(status);
}
