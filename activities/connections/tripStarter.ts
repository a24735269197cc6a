import { createHash } from 'node:crypto';
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import type { WorkflowClient } from '@temporalio/client';
import { WORKFLOWS, lookAgainWorkflowId, tripWorkflowId } from '../../workflows/contracts/index.ts';
import type { LookAgainInput, TripInput } from '../../workflows/contracts/index.ts';

/** Begins the way of a trip, as the web server does for a notification. */
export interface TripStarter {
  /** Starts a trip's workflow once. Throws while Temporal does not answer. */
  announce(input: TripInput): Promise<'started' | 'duplicate'>;
  /** Takes up a trip that was set aside, once a walk. Throws while Temporal does not answer. */
  lookAgain(input: LookAgainInput): Promise<'started' | 'duplicate'>;
}

const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Starts on the task queue of the worker that looks. */
export function createTripStarter(client: WorkflowClient, taskQueue: string): TripStarter {
  async function start(
    workflow: string,
    workflowId: string,
    input: object,
  ): Promise<'started' | 'duplicate'> {
    try {
      await client.start(workflow, {
        ...{ taskQueue, workflowId, args: [input] },
        workflowIdReusePolicy: 'REJECT_DUPLICATE',
        workflowIdConflictPolicy: 'FAIL',
      });
      return 'started';
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return 'duplicate';
      throw error;
    }
  }
  return {
    announce: (input) => start(WORKFLOWS.trip, tripWorkflowId(input, sha256Hex), input),
    lookAgain: (input) => start(WORKFLOWS.lookAgain, lookAgainWorkflowId(input, sha256Hex), input),
  };
}
