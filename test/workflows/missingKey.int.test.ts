import { randomUUID } from 'node:crypto';
import { WorkflowFailedError } from '@temporalio/client';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import type { WorkflowBundlePath } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PayloadUnreadableError, missingKeyIn } from '../../temporal/index.ts';
import { startTimeSkipping } from '../support/temporal/server.ts';
import { workflowBundlePath } from '../support/temporal/workflowBundles.ts';

let environment: TestWorkflowEnvironment;
let workflowBundle: WorkflowBundlePath;
beforeAll(async () => {
  environment = await startTimeSkipping();
  workflowBundle = { codePath: await workflowBundlePath() };
});
afterAll(() => environment.teardown());

const LACKING =
  'A payload is encrypted with the key "k2", which PAYLOAD_ENCRYPTION_KEYS of this process does not contain: add it.';
const done = { outcome: 'done' };

/** Runs a workflow whose worker cannot read its first `unreadable` steps. */
async function run(
  workflow: string,
  { unreadable, activities }: { unreadable: number; activities: Record<string, () => unknown> },
) {
  let calls = 0;
  const asFor = (answer: () => unknown) => () => {
    calls += 1;
    if (calls <= unreadable) throw new PayloadUnreadableError(LACKING);
    return Promise.resolve(answer());
  };
  const taskQueue = randomUUID();
  const worker = await Worker.create({
    connection: environment.nativeConnection,
    taskQueue,
    workflowBundle,
    activities: Object.fromEntries(Object.entries(activities).map(([name, answer]) => [name, asFor(answer)])),
  });
  const workflowId = randomUUID();
  const { workflow: client } = environment.client;
  const end: unknown = await worker.runUntil(
    client
      .execute(workflow, { taskQueue, workflowId, args: [{ fleet: 'f' }] })
      .catch((error: unknown) => error),
  );
  const history = await client.getHandle(workflowId).fetchHistory();
  // Its clock jumps on past the end: the workflow’s own wait is measured.
  const waitedMs = (history.events ?? [])
    .map(({ timerStartedEventAttributes: timer }) => Number(timer?.startToFireTimeout?.seconds ?? 0) * 1_000)
    .reduce((sum, each) => sum + each, 0);
  return { end, calls, history, waitedMs };
}

describe('what a worker without the key took', () => {
  it('a simulation is done by one that has it, within the time that someone waits', async () => {
    const activities = { simulateTrip: () => done };
    const { end, calls, waitedMs } = await run('simulationWorkflow', { unreadable: 3, activities });
    expect([end, calls]).toEqual([done, 4]);
    expect(waitedMs).toBeLessThan(45_000);
  });

  it('and nobody has: the simulation says which key is missing before nobody listens any more', async () => {
    const activities = { simulateTrip: () => done };
    const { end, history, waitedMs } = await run('simulationWorkflow', { unreadable: Infinity, activities });
    expect(end).toBeInstanceOf(WorkflowFailedError);
    expect(waitedMs).toBeGreaterThan(15_000);
    expect(waitedMs).toBeLessThan(40_000);
    const words = missingKeyIn(history);
    expect(words).toContain('A worker could not read its input.');
    expect(words).toContain('the key "k2", which PAYLOAD_ENCRYPTION_KEYS of a worker does not contain');
  });

  it('a replay waits for longer than any of its steps is tried', async () => {
    const activities = {
      replayTrip: () => ({ result: done, deliveries: [], releases: [], incidents: [] }),
      completeTrip: () => undefined,
    };
    const { end, calls, waitedMs, history } = await run('replayWorkflow', { unreadable: 30, activities });
    expect(end).toEqual(done);
    expect(calls).toBeGreaterThan(30);
    expect(waitedMs).toBeGreaterThan(3_600_000);
    expect(missingKeyIn(history)).toBeUndefined();
  });

  it('a back-test goes on where it was', async () => {
    const progress = { tripsDone: 4, tripsTotal: 4 };
    const { end } = await run('backtestWorkflow', {
      unreadable: 12,
      activities: {
        scanBacktest: () => ({ ...progress, phase: 'answering' }),
        answerBacktest: () => undefined,
        endBacktest: () => undefined,
      },
    });
    expect(end).toEqual({ ...progress, phase: 'over' });
  });
});
