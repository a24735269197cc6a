import { defineSearchAttributeKey, WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { ParentClosePolicy, proxyActivities, startChild, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import { digestWorkflowId, WORKFLOWS } from './contract.ts';
import type { DigestInput, DigestTickInput, DigestTickResult } from './contract.ts';
import { PATIENT_READ } from './profiles.ts';

const { openDigestRun } = proxyActivities<Activities>(PATIENT_READ);

/** Set by Temporal on what a schedule starts: the time it was due, however late it starts. */
const SCHEDULED_FOR = defineSearchAttributeKey('TemporalScheduledStartTime', 'DATETIME');

/**
 * What a digest's schedule starts: asks the store whether a digest is due now, since the schedule does not know what the
 * document says by now, and starts its making, once a period.
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
