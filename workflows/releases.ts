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
import { carryOut } from './deliveries.ts';
import { ON_CURRENT, RELEASE } from './profiles.ts';

const { releaseHeld } = proxyActivities<Activities>(RELEASE);
const moreIsHeld = defineSignal(RELEASE_SIGNAL);

/**
 * Sleeps until quiet hours, the window of a batch, or a budget's day, are over, then sends what was held until then. Everything held until one
 * instant shares one workflow; each trip that holds something signals it, and it ends only if no signal arrived meanwhile.
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

/** How far a run of a release came. */
interface Released {
  /** There is more, and the history is long: a new run goes on. */
  readonly goesOn: boolean;
  /** Messages of this run and those before. */
  readonly messages: number;
  /** The first message that could not be carried out, in the error's words. */
  readonly failure: string | undefined;
  /** Deliveries that a new run does not try again. */
  readonly leftOut: readonly string[];
}

/** Places that came free before the next ones are asked for; fewer are waited for only so long. */
const WORTH_ASKING = 10;
const ASKED_AFTER = '1 second';

/**
 * Longer than any attempt takes. What is still under way then waits for a receiver that is unavailable, and the ledger shows it as
 * pending: the new run is given it again, and the ledger's claim keeps an attempt that is at work alone with it.
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
 * Sends what was held, with more under way while some of it waits for receivers that are unavailable; how much of it for whom, the
 * store says. One message that cannot be carried out holds back no other, and is tried again when more is held.
 * @param timesTold how often someone said that more is held
 */
async function sendSideBySide(input: ReleaseInput, timesSent: () => number): Promise<Released> {
  const run: Run = {
    ...{ fleet: input.fleet, underWay: new Map(), ended: 0 },
    ...{ leftOut: new Set(input.leftOut), failure: input.failure },
  };
  // What was under way when more was held may be part of that: it is asked for again once it has ended.
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
  void carryOut(run.fleet, [due])
    .catch((error: Error) => {
      run.failure ??= rootCause(error) ?? error.message;
      run.leftOut.add(due.id);
    })
    .finally(() => {
      run.underWay.delete(due.id);
      run.ended += 1;
    });
}

/** Waits until what is under way has ended, or may be begun again: more follows from an incident that was opened. */
async function untilHandedOn({ underWay }: Run): Promise<void> {
  await condition(() => underWay.size === 0, ATTEMPTS_END_WITHIN);
  await condition(() => [...underWay.values()].every(isChannel));
}
