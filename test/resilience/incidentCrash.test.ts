import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { findTemporalCli, startTemporalServer } from '../../cli/embedded/index.ts';
import type { TemporalServer } from '../../cli/embedded/index.ts';
import { listDeliveries } from '../../store/deliveries/index.ts';
import {
  answer,
  chain,
  collide,
  collisionRule,
  incidentHandle,
  incidentsOf,
  timelineOf,
} from '../support/incidents/documents.ts';
import { killableWorker } from '../support/servers/killable.ts';
import type { Killable } from '../support/servers/killable.ts';
import { FLEET, startStack } from '../support/servers/stack.ts';
import type { Stack } from '../support/servers/stack.ts';

const GAP_MS = 4_000;

let folder: string;
let temporal: TemporalServer;
let stack: Stack;
let workers: Killable[];

/** Starts Temporal on a given port, so that every process finds it again. */
async function startTemporal(port: number): Promise<void> {
  const executable = await findTemporalCli();
  temporal = await startTemporalServer({ executable, dataDir: join(folder, 'temporal'), port, uiPort: 0 });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tripline-incident-'));
  await startTemporal(0);
  const servers = { postgresUrl: inject('postgresUrl'), temporalAddress: temporal.address };
  stack = await startStack({ servers, answerAfterMs: 300 });
  for (const name of ['one', 'two', 'three']) stack.slack.channels.add(name);
  await stack.publishAs(
    'escalation-policy',
    chain([
      [0, '#one'],
      [4, '#two'],
      [8, '#three'],
    ]),
  );
  await stack.publish(collisionRule());
  workers = [0, 1].map(() => killableWorker(stack.environment));
  await Promise.all(workers.map((worker) => worker.start()));
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await stack.close();
  await temporal.stop();
  await rm(folder, { recursive: true, force: true });
});

async function startTrip(driverId: string): Promise<void> {
  const trip = collide(stack, driverId, `of-${driverId}`);
  await stack.client.workflow.start('tripWorkflow', {
    taskQueue: stack.config.temporal.taskQueue,
    workflowId: `trip:test:${driverId}`,
    args: [{ fleet: FLEET, ...trip, receivedAt: new Date().toISOString(), source: 'webhook' }],
  });
}

/** Returns as soon as Slack holds so many messages, while the sender of the last one still waits for the answer. */
async function untilSent(messages: number): Promise<void> {
  const until = Date.now() + 90_000;
  while (stack.slack.messages.length < messages) {
    if (Date.now() > until) throw new Error(`Slack holds ${stack.slack.messages.length} of ${messages}.`);
    await pause(5);
  }
}

const pages = async (driverId: string) =>
  (await listDeliveries(stack.database.db, { fleetId: FLEET, driverId })).items
    .filter(({ kind }) => kind === 'incident_page')
    .reverse();
const killBoth = () => Promise.all(workers.map((worker) => worker.killAndRestart()));

it(
  'three steps, workers killed in each, Temporal restarted: each notified once, in order, nobody early',
  { timeout: 300_000 },
  async () => {
    await startTrip('killed');
    for (const step of [1, 2, 3]) {
      // Kills at the worst moment: the receiver has the page, but its sender has not received the answer.
      await untilSent(step);
      await killBoth();
      if (step === 2) {
        const port = Number(temporal.address.split(':')[1]);
        await temporal.stop();
        await startTemporal(port);
      }
      // Kills once more while the next step is pending.
      await pause(700);
      await workers[step % 2]!.killAndRestart();
    }
    await expect
      .poll(async () => (await pages('killed')).map(({ state }) => state), {
        timeout: 150_000,
        interval: 500,
      })
      .toEqual(['sent', 'sent', 'sent']);
    const sent = await pages('killed');
    expect(sent.map(({ receiver, possibleRepeat }) => [receiver, possibleRepeat])).toEqual([
      ['#one', false],
      ['#two', false],
      ['#three', false],
    ]);
    expect(stack.slack.messages.map(({ deliveryKey }) => deliveryKey)).toEqual(
      sent.map(({ deliveryKey }) => deliveryKey),
    );
    const [incident] = await incidentsOf(stack, 'killed');
    const timeline = await timelineOf(stack, incident!);
    expect(timeline.map(({ kind }) => kind)).toEqual(['opened', 'paged', 'paged', 'paged']);
    const paged = timeline.slice(1).map(({ at }) => at.getTime());
    const notified = stack.slack.messages.map(({ atMs }) => atMs);
    for (const next of [1, 2]) {
      expect(paged[next]! - paged[next - 1]!).toBeGreaterThanOrEqual(GAP_MS);
      expect(notified[next]!).toBeGreaterThanOrEqual(paged[next - 1]! + GAP_MS);
    }
    expect(workers.reduce((sum, { kills }) => sum + kills, 0)).toBe(9);
    await answer(stack, incident!, { kind: 'resolve', disposition: 'confirmed' });
    expect(await incidentHandle(stack, incident!).result()).toEqual({ state: 'resolved', pages: 3 });
  },
);

it(
  'acknowledged at step two while every worker is dead, step three never comes',
  { timeout: 120_000 },
  async () => {
    stack.slack.messages.length = 0;
    await startTrip('answered');
    await untilSent(2);
    const [incident] = await incidentsOf(stack, 'answered');
    await Promise.all(workers.map((worker) => worker.stop()));
    await answer(stack, incident!, { kind: 'acknowledge' });
    await pause(GAP_MS);
    await Promise.all(workers.map((worker) => worker.start()));
    await pause(GAP_MS);
    expect((await pages('answered')).map(({ receiver }) => receiver)).toEqual(['#one', '#two']);
    expect((await timelineOf(stack, incident!)).map(({ kind }) => kind)).toEqual([
      'opened',
      'paged',
      'paged',
      'acknowledged',
    ]);
  },
);
