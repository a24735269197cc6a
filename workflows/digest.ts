import {
  ApplicationFailure,
  CancellationScope,
  executeChild,
  proxyActivities,
  rootCause,
} from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import { digestMessagesWorkflowId, WORKFLOWS } from './contract.ts';
import type { DigestInput, DigestMessagesInput, DigestResult } from './contract.ts';
import { carryOut } from './deliveries.ts';
import { GATHER, PATIENT_READ } from './profiles.ts';

const { gatherDigestDrivers, composeDigest } = proxyActivities<Activities>(GATHER);
const { planDigestMessages, settleDigestRun, settleDigestPreview, failDigestRun } =
  proxyActivities<Activities>(PATIENT_READ);

/** Messages a workflow sends: each may cost its history six events. */
const A_PART = 20;

/**
 * Makes and sends one digest. What it says and who drove stand in the store, never here. Messages go side by side in parts
 * of their own; one that cannot be carried out stops no other.
 */
export async function digestWorkflow(input: DigestInput): Promise<DigestResult> {
  const { drivers } = await make(input);
  const { deliveries } = await planDigestMessages(input);
  const parts = await Promise.allSettled(
    inParts(deliveries).map((part, index) => sendPart({ ...input, part: index, deliveries: part })),
  );
  await settleDigestRun(input);
  for (const part of parts) if (part.status === 'rejected') throw part.reason;
  return { drivers, messages: deliveries.length };
}

/** Makes a digest for somebody who looks at it; nothing is sent. */
export async function digestPreviewWorkflow(input: DigestInput): Promise<DigestResult> {
  const { drivers } = await make(input);
  await settleDigestPreview(input);
  return { drivers, messages: 0 };
}

/** Sends some of a digest's messages. */
export async function digestMessagesWorkflow({ fleet, deliveries }: DigestMessagesInput): Promise<void> {
  await carryOut(fleet, deliveries);
}

/** Reads who drove, in both ranges, and puts the digest together. */
async function make({ fleet, runId }: DigestInput): Promise<Pick<DigestResult, 'drivers'>> {
  const run = { fleet, runId };
  try {
    await gatherDigestDrivers({ ...run, range: 'now' });
    await gatherDigestDrivers({ ...run, range: 'before' });
    return await composeDigest(run);
  } catch (error) {
    const reason = (error instanceof Error && rootCause(error)) || 'It could not be made.';
    await CancellationScope.nonCancellable(() => failDigestRun({ ...run, reason }));
    throw ApplicationFailure.nonRetryable(reason, 'digest_not_made');
  }
}

function sendPart(input: DigestMessagesInput): Promise<void> {
  return executeChild(WORKFLOWS.digestMessages, {
    workflowId: digestMessagesWorkflowId(input),
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
    args: [input],
  });
}

function inParts<T>(list: readonly T[]): readonly (readonly T[])[] {
  const count = Math.ceil(list.length / A_PART);
  return Array.from({ length: count }, (_, index) => list.slice(index * A_PART, (index + 1) * A_PART));
}
