import {
  ApplicationFailure,
  condition,
  defineSignal,
  makeContinueAsNewFunc,
  proxyActivities,
  rootCause,
  setCurrentDetails,
  setHandler,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import type { DueDelivery } from '../activities/trips/index.ts';
import { RELEASE_SIGNAL, isChannel } from './contracts/index.ts';
import type { ReleaseInput, ReleaseResult } from './contracts/index.ts';
import { timeInWords } from './currentDetails.ts';
import { deliver } from './deliveries.ts';
import { ON_CURRENT, RELEASE } from './profiles.ts';

const { releaseHeld } = proxyActivities<Activities>(RELEASE);
const moreIsHeld = defineSignal(RELEASE_SIGNAL);

/**
 * Sleeps until quiet hours, the window of a batch, or a budget's day end, then sends the messages that were held until then.
 *
 * All messages held until one instant share one workflow. Each trip with a held message signals it, and it ends only if no
 * signal arrived meanwhile.
 */
export async function releaseWorkflow(input: ReleaseInput): Promise<ReleaseResult> {
  let sent = 0;
  setHandler(moreIsHeld, () => void (sent += 1));
  setCurrentDetails(`Held until ${timeInWords(input.releaseAt)}`);
  const waitMs = Date.parse(input.releaseAt) - workflowInfo().startTime.getTime();
  if (waitMs > 0) await sleep(waitMs);
  const { messages, failure, ...released } = await sendSideBySide(input, () => sent);
  if (released.goesOn)
    await makeContinueAsNewFunc<typeof releaseWorkflow>(ON_CURRENT)({
      ...input,
      messages,
      ...(failure !== undefined && { failure }),
      ...(released.leftOut.length > 0 && { leftOut: released.leftOut }),
    });
  if (failure !== undefined) throw ApplicationFailure.nonRetryable(failure, 'not_carried_out');
  return { messages };
}

/** The result of one run of a release. */
interface Released {
  /** True when more messages remain and the history is long, so that a new run continues. */
  readonly goesOn: boolean;
  /** Number of messages of this run and earlier ones. */
  readonly messages: number;
  /** The error text of the first failed message. */
  readonly failure: string | undefined;
  /** Deliveries that a new run does not retry. */
  readonly leftOut: readonly string[];
}

/** Number of finished deliveries before the next ones are requested. With fewer, the wait is limited to `ASKED_AFTER`. */
const WORTH_ASKING = 10;
const ASKED_AFTER = '1 second';

/**
 * A time that is longer than any attempt. Later deliveries only wait for an unavailable receiver, and are pending in the
 * ledger. The new run gets them again, and the ledger's claim prevents that two attempts work on one delivery.
 */
const ATTEMPTS_END_WITHIN = '15 minutes';

interface Run {
  readonly fleet: string;
  readonly underWay: Map<string, DueDelivery['action']>;
  readonly leftOut: Set<string>;
  ended: number;
  failure: string | undefined;
}

/**
 * Sends held messages, and starts more while some wait for unavailable receivers. The store determines the number per
 * recipient. A failed message does not delay the others, and is retried when more messages are held.
 * @param timesSent returns the number of signals that more messages are held
 */
async function sendSideBySide(input: ReleaseInput, timesSent: () => number): Promise<Released> {
  const run: Run = {
    fleet: input.fleet,
    underWay: new Map(),
    ended: 0,
    leftOut: new Set(input.leftOut),
    failure: input.failure,
  };
  // Deliveries that were under way when more was held may belong to it, so they are requested again once they end.
  let asksOnceMore = false;
  for (let heard = timesSent(); ;) {
    if (timesSent() > heard) {
      run.leftOut.clear();
      asksOnceMore = run.underWay.size > 0;
    }
    heard = timesSent();
    const endedBefore = run.ended;
    const question = { ...input, underWay: [...run.underWay.keys()], leftOut: [...run.leftOut] };
    const { deliveries, more } = await releaseHeld(question);
    const due = deliveries.filter(({ id }) => !run.underWay.has(id));
    for (const each of due) begin(run, each);
    setCurrentDetails(
      `Released: ${(input.messages ?? 0) + run.ended} messages done, ${run.underWay.size} under way`,
    );
    if (more && workflowInfo().continueAsNewSuggested) {
      await untilHandedOn(run);
      return released(run, { input, goesOn: true });
    }
    if (more && due.length > 0) continue;
    await condition(
      () => run.underWay.size === 0 || timesSent() > heard || (more && run.ended > endedBefore),
    );
    if (more) await condition(() => run.ended >= endedBefore + WORTH_ASKING, ASKED_AFTER);
    else if (timesSent() === heard) {
      if (!asksOnceMore) return released(run, { input, goesOn: false });
      asksOnceMore = false;
    }
  }
}

function released(
  { ended, failure, leftOut }: Run,
  { input, goesOn }: { readonly input: ReleaseInput; readonly goesOn: boolean },
): Released {
  return { goesOn, messages: (input.messages ?? 0) + ended, failure, leftOut: [...leftOut] };
}

function begin(run: Run, due: DueDelivery): void {
  run.underWay.set(due.id, due.action);
  void deliver(run.fleet, [due])
    .catch((error: Error) => {
      run.failure ??= rootCause(error) ?? error.message;
      run.leftOut.add(due.id);
    })
    .finally(() => {
      run.underWay.delete(due.id);
      run.ended += 1;
    });
}

/**
 * Waits until running deliveries have ended or can be started again. An incident is waited for, because more deliveries may
 * follow it.
 */
async function untilHandedOn({ underWay }: Run): Promise<void> {
  await condition(() => underWay.size === 0, ATTEMPTS_END_WITHIN);
  await condition(() => [...underWay.values()].every(isChannel));
}
