import { randomUUID } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import type { WorkflowBundlePath } from '@temporalio/worker';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createReleases } from '../../activities/dispatch/index.ts';
import type { DueDelivery } from '../../activities/trips/index.ts';
import { RELEASE_SIGNAL, WORKFLOWS, releaseWorkflowId } from '../../workflows/contracts/index.ts';
import type { ReleaseInput, ReleaseResult, TripInput, TripResult } from '../../workflows/contracts/index.ts';
import { startTimeSkipping } from '../support/temporal/server.ts';
import { workflowBundlePath } from '../support/temporal/workflowBundles.ts';

let environment: TestWorkflowEnvironment;
let workflowBundle: WorkflowBundlePath;
beforeAll(async () => {
  environment = await startTimeSkipping();
  workflowBundle = { codePath: await workflowBundlePath() };
});
afterAll(() => environment.teardown());

const HOUR_MS = 3_600_000;
type Batch = { deliveries: readonly DueDelivery[]; more: boolean };
type Activities = Record<string, (argument: never) => Promise<unknown>>;

async function inHours(hours: number): Promise<string> {
  return new Date((await environment.currentTimeMs()) + hours * HOUR_MS).toISOString();
}

async function withWorker<T>(activities: Activities, work: (taskQueue: string) => Promise<T>): Promise<T> {
  const taskQueue = randomUUID();
  const { nativeConnection: connection } = environment;
  const worker = await Worker.create({ connection, taskQueue, workflowBundle, activities });
  return worker.runUntil(() => work(taskQueue));
}

/** Starts a release as a trip does. */
async function held(taskQueue: string, input: ReleaseInput) {
  return environment.client.workflow.signalWithStart<(input: ReleaseInput) => Promise<ReleaseResult>>(
    WORKFLOWS.release,
    { workflowId: releaseWorkflowId(input), taskQueue, args: [input], signal: RELEASE_SIGNAL },
  );
}

it('waits until its time, sends each batch once, and ends', async () => {
  const releaseAt = await inHours(8);
  const calls: { line: string; atMs: number }[] = [];
  const note = async (name: string, id?: string): Promise<void> =>
    void calls.push({ line: id ? `${name} ${id}` : name, atMs: await environment.currentTimeMs() });
  const batches: Batch[] = [
    {
      deliveries: [
        { id: '1', action: 'slack' },
        { id: '2', action: 'email' },
      ],
      more: true,
    },
    { deliveries: [{ id: '3', action: 'webhook' }], more: false },
  ];
  const activities: Activities = {
    async releaseHeld() {
      await note('releaseHeld');
      return batches.shift();
    },
  };
  for (const name of ['sendSlack', 'sendEmail', 'sendWebhook'])
    activities[name] = (input: { deliveryId: string }) => note(name, input.deliveryId);
  const result = await withWorker(activities, async (taskQueue) =>
    (await held(taskQueue, { fleet: 'f', releaseAt })).result(),
  );
  expect(result).toEqual({ messages: 3 });
  const lines = calls.map(({ line }) => line);
  expect(lines[0]).toBe('releaseHeld');
  expect(lines.sort()).toEqual(['releaseHeld', 'releaseHeld', 'sendEmail 2', 'sendSlack 1', 'sendWebhook 3']);
  expect(calls[0]!.atMs).toBeGreaterThanOrEqual(Date.parse(releaseAt));
  expect(calls[0]!.atMs).toBeLessThan(Date.parse(releaseAt) + HOUR_MS);
});

it('checks again when more is held while it sends, and one failure holds back no other', async () => {
  const releaseAt = await inHours(1);
  const input: ReleaseInput = { fleet: 'g', releaseAt };
  const sent: string[] = [];
  const rounds: string[][] = [['1', '2'], ['3'], []];
  await withWorker(
    {
      releaseHeld() {
        const ids = rounds.shift() ?? [];
        return Promise.resolve({ deliveries: ids.map((id) => ({ id, action: 'slack' })), more: false });
      },
      async sendSlack({ deliveryId }: { deliveryId: string }) {
        sent.push(deliveryId);
        if (deliveryId !== '1') return;
        await environment.client.workflow.getHandle(releaseWorkflowId(input)).signal(RELEASE_SIGNAL);
        throw ApplicationFailure.nonRetryable('broken', 'bug');
      },
    },
    async (taskQueue) => {
      const handle = await held(taskQueue, input);
      await expect(handle.result()).rejects.toThrow();
    },
  );
  expect(sent.sort()).toEqual(['1', '2', '3']);
});

it('that continued in a new run still reports what failed in the previous one', async () => {
  const input: ReleaseInput = { fleet: 'i', releaseAt: await inHours(1), messages: 2, failure: 'broken' };
  const nothingHeld = () => Promise.resolve({ deliveries: [], more: false });
  await withWorker({ releaseHeld: nothingHeld }, async (taskQueue) => {
    const ended = (await held(taskQueue, input)).result();
    await expect(ended).rejects.toMatchObject({ cause: { message: 'broken' } });
  });
});

it('is started once by the trips that hold something until the same time', async () => {
  const releaseAt = await inHours(2);
  let releases = 0;
  const real = createReleases({} as never);
  const activities: Activities = {
    scheduleReleases: (input: never) => real.scheduleReleases(input),
    assessTrip: () =>
      Promise.resolve({
        kind: 'settled',
        state: 'decided',
        revision: 1,
        deliveries: [],
        releases: [releaseAt],
      }),
    releaseHeld() {
      releases += 1;
      return Promise.resolve({ deliveries: [], more: false });
    },
  };
  await withWorker(activities, async (taskQueue) => {
    const trips = await Promise.all(
      ['1', '2', '3'].map((tripId) => {
        const trip: TripInput = {
          fleet: 'h',
          driverId: 'd',
          tripId,
          receivedAt: '2026-11-20T10:00:00Z',
          source: 'webhook',
        };
        return environment.client.workflow.start<(input: TripInput) => Promise<TripResult>>(WORKFLOWS.trip, {
          taskQueue,
          workflowId: `trip:${randomUUID()}`,
          args: [trip],
        });
      }),
    );
    // Polls instead of awaiting, because this server skips the night while a client awaits a result.
    for (const trip of trips) {
      const stateOf = async (): Promise<string> => (await trip.describe()).status.name;
      await expect.poll(stateOf, { timeout: 20_000 }).toBe('COMPLETED');
      expect((await trip.fetchHistory()).events?.length).toBeLessThanOrEqual(14);
    }
    const id = releaseWorkflowId({ fleet: 'h', releaseAt });
    await environment.client.workflow.getHandle(id).result();
  });
  expect(releases).toBe(1);
});
