import {
  ApplicationFailure,
  defineSignal,
  makeContinueAsNewFunc,
  proxyActivities,
  rootCause,
  setHandler,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import { RELEASE_SIGNAL } from './contract.ts';
import type { ReleaseInput, ReleaseResult } from './contract.ts';
import { carryOut } from './deliveries.ts';
import { ON_CURRENT, RELEASE } from './profiles.ts';

const { releaseHeld } = proxyActivities<Activities>(RELEASE);
const moreIsHeld = defineSignal(RELEASE_SIGNAL);

/**
 * Sleeps until quiet hours, or a budget's day, are over, then sends what was held until then. Everything held until one
 * instant shares one workflow; each trip that holds something tells it so, and it ends only when nobody came meanwhile.
 */
export async function releaseWorkflow(input: ReleaseInput): Promise<ReleaseResult> {
  let told = 0;
  setHandler(moreIsHeld, () => void (told += 1));
  const waitMs = Date.parse(input.releaseAt) - workflowInfo().startTime.getTime();
  if (waitMs > 0) await sleep(waitMs);
  let messages = input.messages ?? 0;
  let { failure } = input;
  let after: string | undefined;
  for (let heard = -1; after !== undefined || heard < told;) {
    heard = told;
    const { deliveries, more } = await releaseHeld(after === undefined ? input : { ...input, after });
    // One message that cannot be carried out holds back no other: what came of it is thrown at the end.
    await carryOut(input.fleet, deliveries).catch((error: Error) => {
      failure ??= rootCause(error) ?? error.message;
    });
    messages += deliveries.length;
    after = more ? deliveries.at(-1)?.id : undefined;
    if (workflowInfo().continueAsNewSuggested && after !== undefined)
      await makeContinueAsNewFunc<typeof releaseWorkflow>(ON_CURRENT)({
        ...input,
        messages,
        ...(failure && { failure }),
      });
  }
  if (failure !== undefined) throw ApplicationFailure.nonRetryable(failure, 'not_carried_out');
  return { messages };
}
