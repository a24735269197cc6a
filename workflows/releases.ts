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
 * Sleeps until the end of quiet hours, of a batch or of a budget's day, then sends the messages that were held until then.
 *
 * All messages of a fleet that are held until the same time share one workflow. Each trip with a held message signals it. The
 * workflow ends only if no signal arrived meanwhile.
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

/** Result of one run of a release. */
interface Released {
  /** Whether a new run has to continue, because more messages remain and the history is long. */
  readonly goesOn: boolean;
  /** Number of messages that this run and earlier ones sent. */
  readonly messages: number;
  /** Error text of the first failed message. */
  readonly failure: string | undefined;
  /** Ids of deliveries that a new run does not retry. */
  readonly leftOut: readonly string[];
}

/** Number of finished deliveries after which the next ones are requested. With fewer, they are requested after `ASKED_AFTER`. */
const WORTH_ASKING = 10;
const ASKED_AFTER = '1 second';

/**
 * Time longer than any attempt. Deliveries that are unfinished after it only wait for an unavailable receiver. The new run gets
 * them again, and the ledger's claim prevents two attempts at the same delivery.
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
 * Sends held messages, and starts further ones while some wait for unavailable receivers. The store limits the number per
 * recipient. A failed message does not delay the others. It is retried when more messages are held.
 * @param timesSent returns the number of signals so far that more messages are held
 */
async function sendSideBySide(input: ReleaseInput, timesSent: () => number): Promise<Released> {
  const run: Run = {
    fleet: input.fleet,
    underWay: new Map(),
    ended: 0,
    leftOut: new Set(input.leftOut),
    failure: input.failure,
  };
  // Whether to request deliveries once more after the unfinished ones end. When more deliveries were held, unfinished ones were
  // not returned, although they may be among the newly held.
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
 * Waits until unfinished deliveries have ended, or can be restarted by the new run. Always waits for the opening of an incident,
 * because more deliveries may follow from it.
 */
async function untilHandedOn({ underWay }: Run): Promise<void> {
  await condition(() => underWay.size === 0, ATTEMPTS_END_WITHIN);
  await condition(() => [...underWay.values()].every(isChannel));
}
