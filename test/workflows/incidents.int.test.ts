import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { NativeConnection, Worker } from '@temporalio/worker';
import type { WorkflowBundlePath } from '@temporalio/worker';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { IncidentTick } from '../../activities/incidents/index.ts';
import {
  INCIDENT_SIGNAL,
  INCIDENT_TIMELINE,
  WORKFLOWS,
  incidentWorkflowId,
} from '../../workflows/contracts/index.ts';
import type { IncidentInput, IncidentMoment, IncidentResult } from '../../workflows/contracts/index.ts';
import { workflowBundlePath } from '../support/temporal/workflowBundles.ts';

let connection: Connection;
let workerConnection: NativeConnection;
let client: Client;
let workflowBundle: WorkflowBundlePath;
const nothing = (): void => undefined;
beforeAll(async () => {
  const address = inject('temporalAddress');
  connection = await Connection.connect({ address });
  workerConnection = await NativeConnection.connect({ address });
  client = new Client({ connection });
  workflowBundle = { codePath: await workflowBundlePath() };
});
afterAll(async () => {
  await connection.close();
  await workerConnection.close();
});

type Activities = Record<string, (argument: never) => Promise<unknown>>;
type Start = (input: IncidentInput) => Promise<IncidentResult>;

async function withWorker<T>(activities: Activities, work: (taskQueue: string) => Promise<T>): Promise<T> {
  const taskQueue = randomUUID();
  const worker = await Worker.create({
    connection: workerConnection,
    taskQueue,
    workflowBundle,
    activities: { refreshIncidentMessages: () => Promise.resolve(), ...activities },
  });
  return worker.runUntil(() => work(taskQueue));
}

function open(taskQueue: string, input: IncidentInput) {
  return client.workflow.signalWithStart<Start>(WORKFLOWS.incident, {
    workflowId: incidentWorkflowId(input),
    taskQueue,
    args: [input],
    signal: INCIDENT_SIGNAL,
  });
}

const moment = (seq: number, kind: string): IncidentMoment => ({ seq, at: '2026-03-10T22:00:00.000Z', kind });
const TICK_MS = 100;

it('wakes when something is due, though a receiver fails and another never answers', async () => {
  const calls: { name: string; atMs: number }[] = [];
  const note = async (name: string): Promise<void> =>
    Promise.resolve(void calls.push({ name, atMs: Date.now() }));
  const page = (id: string) => ({ id, action: 'slack' as const });
  const slots: IncidentTick[] = [
    {
      deliveries: [page('broken'), page('silent'), page('1')],
      waitMs: 10 * TICK_MS,
      over: false,
      moments: [moment(1, 'opened'), moment(2, 'paged')],
    },
    // Each tick returns a delivery again that is being sent, and the workflow does not start it again.
    {
      deliveries: [page('silent'), page('2')],
      waitMs: 5 * TICK_MS,
      over: false,
      moments: [moment(3, 'paged')],
    },
    { deliveries: [], over: true, moments: [moment(4, 'resolved')] },
  ];
  let release: () => void = nothing;
  const answered = new Promise<void>((done) => (release = done));
  const result = await withWorker(
    {
      async tickIncident() {
        await note('tick');
        if (slots.length === 1) release();
        return slots.shift();
      },
      async sendSlack({ deliveryId }: { deliveryId: string }) {
        await note(deliveryId);
        if (deliveryId === 'broken') throw ApplicationFailure.nonRetryable('broken', 'bug');
        if (deliveryId === 'silent') await answered;
      },
    },
    async (taskQueue) => {
      const handle = await open(taskQueue, { fleet: 'f', incidentId: '1' });
      return handle.result();
    },
  );
  expect(result).toEqual({ state: 'resolved', pages: 2 });
  const names = calls.map(({ name }) => name);
  expect(names.filter((name) => name === 'silent')).toHaveLength(1);
  expect(names.filter((name) => name === '1' || name === '2')).toEqual(['1', '2']);
  const [first, second, third] = calls.filter(({ name }) => name === 'tick').map(({ atMs }) => atMs);
  expect(second! - first!).toBeGreaterThanOrEqual(10 * TICK_MS);
  expect(third! - second!).toBeGreaterThanOrEqual(5 * TICK_MS);
});

it(
  'lives as long as it takes: its history stays short, and its timeline whole',
  { timeout: 60_000 },
  async () => {
    const TICKS = 120;
    let slots = 0;
    await withWorker(
      {
        tickIncident({ after }: { after: number }) {
          slots += 1;
          const over = slots >= TICKS;
          const moments = slots % 30 === 1 ? [moment(after + 1, 'paged')] : [];
          return Promise.resolve({ deliveries: [], over, ...(over ? {} : { waitMs: 0 }), moments });
        },
      },
      async (taskQueue) => {
        const input = { fleet: 'f', incidentId: '2' };
        const handle = await open(taskQueue, input);
        expect(await handle.result()).toEqual({ state: 'resolved', pages: 4 });
        const latest = client.workflow.getHandle(incidentWorkflowId(input));
        const timeline = await latest.query<readonly IncidentMoment[]>(INCIDENT_TIMELINE);
        expect(timeline.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
        expect((await latest.describe()).runId).not.toBe(handle.signaledRunId);
        expect((await latest.fetchHistory()).events?.length).toBeLessThan(400);
      },
    );
    expect(slots).toBe(TICKS);
  },
);

it('a reopening that comes while it ends is not lost', async () => {
  const input = { fleet: 'f', incidentId: '3' };
  const kinds = ['resolved', 'reopened', 'resolved'];
  let sent = 0;
  await withWorker(
    {
      tickIncident({ after }: { after: number }) {
        const kind = kinds[after] ?? 'resolved';
        const isNew = after < kinds.length;
        return Promise.resolve({
          deliveries: after === 0 ? [{ id: '1', action: 'slack' }] : [],
          over: kind === 'resolved',
          ...(kind === 'resolved' ? {} : { waitMs: TICK_MS }),
          moments: isNew ? [moment(after + 1, kind)] : [],
        });
      },
      async sendSlack() {
        sent += 1;
        await client.workflow.getHandle(incidentWorkflowId(input)).signal(INCIDENT_SIGNAL);
      },
    },
    async (taskQueue) => {
      const handle = await open(taskQueue, input);
      await handle.result();
      const timeline = await handle.query<readonly IncidentMoment[]>(INCIDENT_TIMELINE);
      expect(timeline.map(({ kind }) => kind)).toEqual(kinds);
    },
  );
  expect(sent).toBe(1);
});
