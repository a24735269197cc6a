import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { NativeConnection, Worker } from '@temporalio/worker';
import type { WorkflowBundlePath } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { backfillWorkflowId } from '../../workflows/contracts/index.ts';
import type { BackfillInput, BackfillProgress } from '../../workflows/contracts/index.ts';
import { workflowBundlePath } from '../support/temporal/workflowBundles.ts';

let workflowBundle: WorkflowBundlePath;
let connection: Connection;
let native: NativeConnection;
beforeAll(async () => {
  workflowBundle = { codePath: await workflowBundlePath() };
  const address = inject('temporalAddress');
  connection = await Connection.connect({ address });
  native = await NativeConnection.connect({ address });
});
afterAll(async () => {
  await connection.close();
  await native.close();
});

/** Runs a backfill's workflow on the test's own activities. @returns the ends that it recorded, and its last run */
async function run(advance: (slice: number) => Promise<BackfillProgress['phase']>) {
  const taskQueue = `test-${randomUUID()}`;
  const input: BackfillInput = { fleet: 'north', backfillId: randomUUID() };
  const ends: unknown[] = [];
  let slices = 0;
  const activities = {
    async advanceBackfill(): Promise<BackfillProgress> {
      slices += 1;
      return { phase: await advance(slices), driversDone: slices, driversTotal: 500, tripsStored: 0 };
    },
    endBackfill: (end: object) => Promise.resolve(void ends.push(end)),
  };
  const worker = await Worker.create({ connection: native, taskQueue, workflowBundle, activities });
  return worker.runUntil(async () => {
    const client = new Client({ connection });
    const started = await client.workflow.start('backfillWorkflow', {
      taskQueue,
      workflowId: backfillWorkflowId(input),
      args: [input],
    });
    const result: unknown = await started.result().catch((error: unknown) => error);
    const last = await client.workflow.getHandle(started.workflowId).describe();
    const history = await client.workflow.getHandle(started.workflowId).fetchHistory();
    return {
      input,
      result,
      ends,
      slices,
      isContinued: last.runId !== started.firstExecutionRunId,
      events: history.events?.length ?? 0,
    };
  });
}

describe('the workflow of a backfill', () => {
  it('begins a new history after two hundred slices, and ends with what the last slice said', async () => {
    const ran = await run((slice) => Promise.resolve(slice < 210 ? 'trips' : 'over'));
    expect(ran.slices).toBe(210);
    expect(ran.isContinued).toBe(true);
    expect(ran.events).toBeLessThan(100);
    expect(ran.result).toMatchObject({ phase: 'over', driversDone: 210 });
    expect(ran.ends).toEqual([]);
  });

  it('goes on after failures that pass', async () => {
    let failed = false;
    const ran = await run(() => {
      if (!failed) {
        failed = true;
        throw ApplicationFailure.create({ type: 'analytics_limited', nextRetryDelay: 50 });
      }
      return Promise.resolve('over');
    });
    expect(ran.slices).toBe(2);
    expect(ran.result).toMatchObject({ phase: 'over' });
  });

  it('says so when it fails for good', async () => {
    const ran = await run(() => {
      throw ApplicationFailure.nonRetryable('The backfill is no longer stored.', 'backfill_unknown');
    });
    expect(ran.result).toBeInstanceOf(Error);
    expect(ran.ends).toEqual([{ ...ran.input, state: 'failed', error: 'The backfill is no longer stored.' }]);
  });
});
