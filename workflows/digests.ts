import { WorkflowExecutionAlreadyStartedError, defineSearchAttributeKey } from '@temporalio/common';
import {
  ApplicationFailure,
  CancellationScope,
  ParentClosePolicy,
  defineSignal,
  executeChild,
  proxyActivities,
  rootCause,
  setCurrentDetails,
  setHandler,
  startChild,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import {
  DIGEST_SYNC_SIGNAL,
  WORKFLOWS,
  digestMessagesWorkflowId,
  digestWorkflowId,
  workflowSummary,
} from './contracts/index.ts';
import type {
  DigestInput,
  DigestMessagesInput,
  DigestResult,
  DigestSyncInput,
  DigestTickInput,
  DigestTickResult,
} from './contracts/index.ts';
import { deliver } from './deliveries.ts';
import { GATHER, RETRIED_READ } from './profiles.ts';

const { gatherDigestDrivers, composeDigest } = proxyActivities<Activities>(GATHER);
const {
  openDigestRun,
  planDigestMessages,
  settleDigestRun,
  settleDigestPreview,
  failDigestRun,
  syncDigestSchedules,
} = proxyActivities<Activities>(RETRIED_READ);

/** Search attribute with the scheduled time of the start, however late the workflow started. Temporal sets it. */
const SCHEDULED_FOR = defineSearchAttributeKey('TemporalScheduledStartTime', 'DATETIME');

/**
 * Runs when a digest's schedule is due. Checks in the store whether to send a digest, because the schedule may be older than the
 * document. Then starts the digest's workflow, once per period.
 */
export async function digestTickWorkflow(input: DigestTickInput): Promise<DigestTickResult> {
  const { typedSearchAttributes, startTime } = workflowInfo();
  const scheduledFor = (typedSearchAttributes.get(SCHEDULED_FOR) ?? startTime).toISOString();
  const opened = await openDigestRun({ ...input, scheduledFor });
  if (opened.kind === 'none') return { started: false, reason: opened.reason };
  const making: DigestInput = { fleet: input.fleet, runId: opened.runId };
  try {
    await startChild(WORKFLOWS.digest, {
      workflowId: digestWorkflowId(input, opened.periodEnd),
      staticSummary: workflowSummary('digest', making),
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
      parentClosePolicy: ParentClosePolicy.ABANDON,
      args: [making],
    });
    return { started: true };
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return { started: false, reason: 'done' };
    throw error;
  }
}

/** Number of messages per workflow. It is small, because each message may add six events to the workflow's history. */
const A_PART = 20;

/**
 * Composes and sends one digest. Its content and its drivers are only in the store. Messages are sent in parallel by workflows
 * for parts of them. A failed message does not stop the others.
 */
export async function digestWorkflow(input: DigestInput): Promise<DigestResult> {
  const { drivers } = await make(input);
  const { deliveries } = await planDigestMessages(input);
  setCurrentDetails(`Made: ${deliveries.length} messages`);
  const parts = await Promise.allSettled(
    inParts(deliveries).map((part, index) => sendPart({ ...input, part: index, deliveries: part })),
  );
  await settleDigestRun(input);
  for (const part of parts) if (part.status === 'rejected') throw part.reason;
  return { drivers, messages: deliveries.length };
}

/** Composes a digest for a preview. Nothing is sent. */
export async function digestPreviewWorkflow(input: DigestInput): Promise<DigestResult> {
  const { drivers } = await make(input);
  await settleDigestPreview(input);
  return { drivers, messages: 0 };
}

/** Sends some of a digest's messages. */
export async function digestMessagesWorkflow({ fleet, deliveries }: DigestMessagesInput): Promise<void> {
  await deliver(fleet, deliveries);
}

/** Reads the drivers of both periods, and composes the digest. */
async function make({ fleet, runId }: DigestInput): Promise<Pick<DigestResult, 'drivers'>> {
  const run = { fleet, runId };
  try {
    await gatherDigestDrivers({ ...run, range: 'now' });
    await gatherDigestDrivers({ ...run, range: 'before' });
    return await composeDigest(run);
  } catch (error) {
    const reason = (error instanceof Error && rootCause(error)) || 'It could not be made.';
    await CancellationScope.nonCancellable(() => failDigestRun({ ...run, reason }));
    throw ApplicationFailure.nonRetryable(reason, 'digest_failed');
  }
}

function sendPart(input: DigestMessagesInput): Promise<void> {
  return executeChild(WORKFLOWS.digestMessages, {
    workflowId: digestMessagesWorkflowId(input),
    staticSummary: workflowSummary('digestMessages', input),
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
    args: [input],
  });
}

function inParts<T>(list: readonly T[]): readonly (readonly T[])[] {
  const count = Math.ceil(list.length / A_PART);
  return Array.from({ length: count }, (_, index) => list.slice(index * A_PART, (index + 1) * A_PART));
}

const digestsChanged = defineSignal(DIGEST_SYNC_SIGNAL);

/** Updates the schedules of a fleet's digests according to their documents. Repeats that if a document changes meanwhile. */
export async function digestSyncWorkflow(input: DigestSyncInput): Promise<void> {
  let sent = 0;
  setHandler(digestsChanged, () => void (sent += 1));
  for (let heard = -1; heard < sent;) {
    heard = sent;
    await syncDigestSchedules(input);
  }
}
