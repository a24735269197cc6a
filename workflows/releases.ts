import {
  ApplicationFailure,
  defineSignal,
  makeContinueAsNewFunc,
  patched,
  proxyActivities,
  rootCause,
  setHandler,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import { RELEASE_SIGNAL } from './contracts/index.ts';
import type { ReleaseInput, ReleaseResult } from './contracts/index.ts';
import { carryOut } from './deliveries.ts';
import { ON_CURRENT, RELEASE } from './profiles.ts';
import { sendSideBySide } from './releaseSideBySide.ts';
import type { Released } from './releaseSideBySide.ts';

const { releaseHeld } = proxyActivities<Activities>(RELEASE);
const moreIsHeld = defineSignal(RELEASE_SIGNAL);

/** Histories that began to send before this was there go on page by page. */
const SIDE_BY_SIDE = 'release-side-by-side';

/**
 * Sleeps until quiet hours, or a budget's day, are over, then sends what was held until then. Everything held until one
 * instant shares one workflow; each trip that holds something tells it so, and it ends only when nobody came meanwhile.
 */
export async function releaseWorkflow(input: ReleaseInput): Promise<ReleaseResult> {
  let told = 0;
  setHandler(moreIsHeld, () => void (told += 1));
  const waitMs = Date.parse(input.releaseAt) - workflowInfo().startTime.getTime();
  if (waitMs > 0) await sleep(waitMs);
  const send = patched(SIDE_BY_SIDE) ? sendSideBySide : sendPageByPage;
  const { messages, failure, ...released } = await send(input, () => told);
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

/** Each page waits for the one before, as releases did that are still on their way. */
async function sendPageByPage(input: ReleaseInput, timesTold: () => number): Promise<Released> {
  let messages = input.messages ?? 0;
  let { failure } = input;
  let after: string | undefined;
  for (let heard = -1; after !== undefined || heard < timesTold();) {
    heard = timesTold();
    const { deliveries, more } = await releaseHeld(after === undefined ? input : { ...input, after });
    // One message that cannot be carried out holds back no other: what came of it is thrown at the end.
    await carryOut(input.fleet, deliveries).catch((error: Error) => {
      failure ??= rootCause(error) ?? error.message;
    });
    messages += deliveries.length;
    after = more ? deliveries.at(-1)?.id : undefined;
    if (workflowInfo().continueAsNewSuggested && after !== undefined)
      return { goesOn: true, messages, failure, leftOut: [] };
  }
  return { goesOn: false, messages, failure, leftOut: [] };
}
