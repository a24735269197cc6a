import { setTimeout as pause } from 'node:timers/promises';
import type { ChaosStack } from './stack.ts';
import type { Tally } from './tally.ts';
import { countWorkflows } from './temporal.ts';

/** The state of a run after draining. */
export interface Drained {
  /** No trip's workflow is running, no delivery is pending or held, and no message arrived for a while. */
  readonly isQuiet: boolean;
  /** Workflows of trips that are still running. */
  readonly running: number;
  /** Workflows of any kind that failed, timed out, were terminated or were cancelled. */
  readonly failed: number;
}

const POLL_EVERY_MS = 1_500;
/** Time without a message after which a run is quiet, because a duplicate may arrive late. */
const QUIET_FOR_MS = 4_000;
/** The same while messages are missing; after it they are not expected to arrive. */
const HOPELESS_AFTER_MS = 90_000;

/**
 * Waits until the run is quiet.
 * @param args.isOver ends the wait early when it returns true
 */
export async function drain(
  stack: ChaosStack,
  args: {
    readonly tally: Tally;
    readonly withinMs: number;
    readonly signal: AbortSignal;
    readonly isOver: () => boolean;
  },
): Promise<Drained> {
  const { tally } = args;
  const until = Date.now() + args.withinMs;
  let messages = -1;
  let movedAt = Date.now();
  let last = { running: -1, failed: 0 };
  while (Date.now() < until && !args.signal.aborted && !args.isOver()) {
    tally.read();
    if (tally.messages !== messages) movedAt = Date.now();
    messages = tally.messages;
    const stillFor = Date.now() - movedAt;
    last = await countWorkflows(stack.temporalAddress).catch(() => last);
    const isAtRest = last.running === 0 && !(await hasPending(stack));
    const waitsFor = tally.missing().next().done ? QUIET_FOR_MS : HOPELESS_AFTER_MS;
    if (isAtRest && stillFor >= waitsFor) return { ...last, isQuiet: true };
    await pause(POLL_EVERY_MS);
  }
  tally.read();
  return { ...last, isQuiet: false };
}

async function hasPending(stack: ChaosStack): Promise<boolean> {
  for (const state of ['pending', 'held']) {
    const waiting = await stack.api.deliveries({ state, limit: '1' }).catch(() => [undefined]);
    if (waiting.length > 0) return true;
  }
  return false;
}
