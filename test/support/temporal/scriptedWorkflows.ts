import { randomUUID } from 'node:crypto';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import type { WorkflowBundlePath } from '@temporalio/worker';
import { afterAll, beforeAll } from 'vitest';
import type { Assessment, DueDelivery } from '../../../activities/trips/index.ts';
import type { TripInput, TripResult } from '../../../workflows/contracts/index.ts';
import { startTimeSkipping } from './server.ts';
import { workflowBundlePath } from './workflowBundles.ts';

const input: TripInput = {
  fleet: 'f',
  driverId: 'd',
  tripId: 't',
  receivedAt: '2026-11-20T10:00:00Z',
  source: 'webhook',
};

/** The answers of a workflow's activities, and the workflow's name when it is not a trip's. */
export interface WorkflowScript {
  readonly assess?: (call: number) => Assessment;
  readonly activities?: Record<string, (argument: unknown) => unknown>;
  readonly workflow?: { readonly type: string; readonly input: object };
}

/** For a test file: workflows of trips, run where time is skipped. */
export function useScriptedWorkflows() {
  let environment: TestWorkflowEnvironment;
  let workflowBundle: WorkflowBundlePath;
  beforeAll(async () => {
    environment = await startTimeSkipping();
    workflowBundle = { codePath: await workflowBundlePath() };
  });
  afterAll(() => environment.teardown());

  /** Runs the trip workflow, or another one, on activities that answer from a script, and notes when each was called and for how long it waited. */
  async function run(script: WorkflowScript) {
    const calls: { name: string; atMs: number; argument: unknown }[] = [];
    let reads = 0;
    const start = await environment.currentTimeMs();
    const note = async (name: string, argument: unknown): Promise<void> =>
      void calls.push({ name, atMs: (await environment.currentTimeMs()) - start, argument });
    const activities: Record<string, (argument: unknown) => Promise<unknown>> = {
      async assessTrip(argument) {
        await note('assessTrip', argument);
        reads += 1;
        return script.assess!(reads);
      },
    };
    for (const name of [
      'parkTrip',
      'reevaluateTrip',
      'completeTrip',
      'sendSlack',
      'sendEmail',
      'sendWebhook',
      'deleteTrip',
    ])
      activities[name] = async (argument) => {
        await note(name, argument);
        const answer = script.activities?.[name]?.(argument);
        return name === 'deleteTrip' ? (answer ?? { state: 'deleted', deliveries: [] }) : answer;
      };
    const taskQueue = randomUUID();
    const worker = await Worker.create({
      connection: environment.nativeConnection,
      taskQueue,
      workflowBundle,
      activities,
    });
    const workflowId = `trip:${randomUUID()}`;
    const result = await worker.runUntil(
      environment.client.workflow.execute<(input: object) => Promise<TripResult>>(
        script.workflow?.type ?? 'tripWorkflow',
        { taskQueue, workflowId, args: [script.workflow?.input ?? input] },
      ),
    );
    const history = await environment.client.workflow.getHandle(workflowId).fetchHistory();
    const timersSeconds = (history.events ?? [])
      .map(({ timerStartedEventAttributes: timer }) => timer?.startToFireTimeout?.seconds)
      .filter((seconds) => seconds !== undefined && seconds !== null)
      .map(Number);
    return {
      result,
      calls,
      timersSeconds,
      names: calls.map((call) => call.name),
      events: history.events?.length ?? 0,
    };
  }
  return { run, now: () => environment.currentTimeMs() };
}

/** A first decision that calls for these. */
export const decided = (deliveries: readonly DueDelivery[]): Assessment => ({
  kind: 'settled',
  state: 'decided',
  revision: 1,
  deliveries,
});
