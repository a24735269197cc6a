import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { doctorWorkers } from '../../cli/doctor/index.ts';
import { findTemporalCli } from '../../cli/embedded/index.ts';
import { strandedWork } from '../../temporal/index.ts';
import type { Incident } from '../../store/incidents/index.ts';
import { startWorker } from '../../worker.ts';
import {
  INCIDENT_SIGNAL,
  WORKFLOWS,
  incidentWorkflowId,
  tripWorkflowId,
} from '../../workflows/contracts/index.ts';
import { INCIDENT_READS_FIRST } from '../support/temporal/alteredWorkflows.ts';
import {
  answer,
  chain,
  collide,
  collisionRule,
  incidentHandle,
  incidentsOf,
  untilEvent,
} from '../support/incidents/documents.ts';
import { FLEET, UNLIMITED, sha256Hex, startStack } from '../support/servers/stack.ts';
import type { Stack } from '../support/servers/stack.ts';
import { buildsOf, workerBuilds } from '../support/servers/workerBuilds.ts';
import type { WorkerBuilds } from '../support/servers/workerBuilds.ts';

/** Milliseconds for a hundred ticks on a busy machine. */
const A_HUNDRED_TICKS_MS = 180_000;

let stack: Stack;
let builds: WorkerBuilds;
const deployment = (): string => `tripline-${randomUUID().slice(0, 8)}`;

beforeEach(async () => {
  stack = await startStack();
  builds = workerBuilds(stack, deployment());
  await stack.publishAs(
    'escalation-policy',
    chain([
      [0, '#fleet-safety'],
      [2, '#safety-urgent'],
      [600, '#head'],
    ]),
  );
  await stack.publish(collisionRule());
});
afterEach(async () => {
  await builds.close();
  await stack.close();
});

async function opened(driverId: string): Promise<Incident> {
  await stack.runTrip(collide(stack, driverId, `t-${driverId}`));
  const [incident] = await incidentsOf(stack, driverId);
  await untilEvent(stack, incident!, { kind: 'paged' });
  return incident!;
}

/** Returns the output of the `temporal` command, called as the documentation describes. */
async function temporal(...args: string[]): Promise<string> {
  const at = ['--address', stack.config.temporal.address!];
  return (await promisify(execFile)(await findTemporalCli(), [...args, ...at])).stdout;
}

const idOf = ({ id }: Incident): string => incidentWorkflowId({ fleet: FLEET, incidentId: id });

/** Starts the workflow of a trip that is received and cannot be read yet. */
async function announced(driverId: string) {
  const key = { driverId, tripId: `t-${driverId}` };
  const workflowId = tripWorkflowId({ fleet: FLEET, ...key }, sha256Hex);
  await stack.client.workflow.start(WORKFLOWS.trip, {
    taskQueue: stack.config.temporal.taskQueue,
    workflowId,
    args: [{ fleet: FLEET, ...key, receivedAt: new Date().toISOString(), source: 'webhook' }],
  });
  return { workflowId, key };
}

async function resolve(incident: Incident): Promise<void> {
  await answer(stack, incident, { kind: 'resolve', disposition: 'confirmed' });
  await incidentHandle(stack, incident).result();
}

/**
 * Signals an incident until its workflow begins a new run.
 * @throws Error if it does not in time
 */
async function untilNextRun(incident: Incident, runId: string): Promise<void> {
  const handle = incidentHandle(stack, incident);
  for (
    const until = Date.now() + A_HUNDRED_TICKS_MS;
    (await handle.describe()).runId === runId;
    await pause(10)
  ) {
    if (Date.now() > until) throw new Error('It never began a new run.');
    await handle.signal(INCIDENT_SIGNAL);
  }
}

describe('a release', () => {
  it('leaves incidents with the build they began on, and takes trips that are under way over', async () => {
    await builds.start('a');
    await builds.setCurrent('a');
    const old = await opened('old');
    const trip = await announced('under-way');
    await expect.poll(() => buildsOf(stack, trip.workflowId), { timeout: 30_000 }).toContain('a');

    // The next build reads incidents in another way, so it could not replay an old one's history.
    await builds.start('b', INCIDENT_READS_FIRST);
    await builds.setCurrent('b');
    stack.put(trip.key);
    await stack.client.workflow.getHandle(trip.workflowId).result();
    expect(new Set(await buildsOf(stack, trip.workflowId))).toEqual(new Set(['a', 'b']));

    const young = await opened('young');
    await untilEvent(stack, old, { kind: 'paged', times: 2 });
    await untilEvent(stack, young, { kind: 'paged', times: 2 });
    expect(await doctorWorkers(builds.configOf('b'))).toMatchObject({
      result: 'ok',
      message: expect.stringMatching(
        /build b is current \(.*build a drains \(1 open workflow stays/,
      ) as string,
    });
    await Promise.all([resolve(old), resolve(young)]);
    expect(new Set(await buildsOf(stack, idOf(old)))).toEqual(new Set(['a']));
    expect(new Set(await buildsOf(stack, idOf(young)))).toEqual(new Set(['b']));
  });

  it('has a share of what begins while it ramps, and all of it once it is current', async () => {
    const named = ['--yes', '--deployment-name', builds.deployment];
    const set = (what: string, ...more: string[]): Promise<string> =>
      temporal('worker', 'deployment', what, ...named, ...more);
    let count = 0;
    // Temporal takes a moment to apply a changed setting.
    const buildsOfTrips = async (): Promise<Set<string>> => {
      const drivers = Array.from({ length: 24 }, () => `ramping-${(count += 1)}`);
      const trips = drivers.map((driverId) => collide(stack, driverId, `t-${driverId}`));
      await Promise.all(trips.map((trip) => stack.runTrip(trip)));
      const ids = trips.map((trip) => tripWorkflowId({ fleet: FLEET, ...trip }, sha256Hex));
      return new Set((await Promise.all(ids.map((id) => buildsOf(stack, id)))).flat());
    };
    await builds.start('a');
    await builds.setCurrent('a');
    await builds.start('b');
    await expect
      .poll(() =>
        set('set-ramping-version', '--build-id', 'b', '--percentage', '50').then(() => 'set', String),
      )
      .toBe('set');
    await expect
      .poll(() => doctorWorkers(builds.configOf('b')))
      .toMatchObject({ result: 'ok', message: expect.stringContaining('50 %') as string });
    await expect.poll(buildsOfTrips).toEqual(new Set(['a', 'b']));
    await set('set-current-version', '--build-id', 'b');
    await expect
      .poll(() => doctorWorkers(builds.configOf('b')))
      .toMatchObject({ message: expect.stringContaining('build b is current') as string });
    await expect.poll(buildsOfTrips).toEqual(new Set(['b']));
  });

  it('is gone back from: what begins is taken by the build before, also what the next one had taken', async () => {
    await builds.start('a');
    await builds.start('b');
    await builds.setCurrent('b');
    const trip = await announced('under-way');
    await expect.poll(() => buildsOf(stack, trip.workflowId), { timeout: 30_000 }).toContain('b');
    await builds.setCurrent('a');
    stack.put(trip.key);
    await stack.client.workflow.getHandle(trip.workflowId).result();
    expect((await buildsOf(stack, trip.workflowId)).at(-1)).toBe('a');
    const incident = await opened('back');
    await resolve(incident);
    expect(new Set(await buildsOf(stack, idOf(incident)))).toEqual(new Set(['a']));
  });

  it(
    'has an incident that goes on for long begin its next run with the current build',
    { timeout: A_HUNDRED_TICKS_MS * 1.5 },
    async () => {
      await builds.start('a');
      await builds.setCurrent('a');
      const incident = await opened('long');
      const { runId } = await incidentHandle(stack, incident).describe();
      await builds.start('b', INCIDENT_READS_FIRST);
      await builds.setCurrent('b');
      await untilNextRun(incident, runId);
      await resolve(incident);
      expect(new Set(await buildsOf(stack, idOf(incident)))).toEqual(new Set(['b']));
      const before = await stack.client.workflow.getHandle(idOf(incident), runId).fetchHistory();
      expect(
        new Set(
          before.events?.flatMap(
            ({ workflowTaskCompletedEventAttributes: done }) => done?.deploymentVersion?.buildId ?? [],
          ),
        ),
      ).toEqual(new Set(['a']));
    },
  );
});

describe('an incident whose build has no worker any more', () => {
  it('waits for one, is found, and goes on with the current build once it is moved', async () => {
    const old = await builds.start('a');
    await builds.setCurrent('a');
    const incident = await opened('left');
    await builds.start('b');
    await builds.setCurrent('b');
    await old.shutdown();
    const query = `TemporalWorkerDeploymentVersion = '${builds.deployment}:a' AND TemporalWorkflowVersioningBehavior = 'Pinned' AND ExecutionStatus = 'Running'`;
    await expect
      .poll(() => temporal('workflow', 'list', '--query', query), { timeout: 30_000, interval: 500 })
      .toContain(idOf(incident));
    // Temporal remembers a stopped worker for minutes. Here, every worker without a current poll is treated as gone.
    const asked = { temporal: builds.configOf('b').temporal, fleets: ['other', FLEET], latelyMs: -60_000 };
    const { workflowService } = stack.client;
    expect(await strandedWork(workflowService, asked)).toEqual([
      { fleet: FLEET, deployment: builds.deployment, build: 'a', count: 1 },
    ]);
    expect(await strandedWork(workflowService, { ...asked, latelyMs: 3_600_000 })).toEqual([]);
    await answer(stack, incident, { kind: 'acknowledge' });
    await pause(3_000);
    expect(new Set(await buildsOf(stack, idOf(incident)))).toEqual(new Set(['a']));
    await temporal(
      'workflow',
      'update-options',
      '--yes',
      '--query',
      query,
      '--versioning-override-behavior',
      'auto_upgrade',
    );
    await resolve(incident);
    expect((await buildsOf(stack, idOf(incident))).at(-1)).toBe('b');
  });
});

describe('an incident whose deployment has another name since', () => {
  let renamed: WorkerBuilds;
  afterEach(() => renamed.close());

  it('is found once its last worker has gone, and those of the new name are not', async () => {
    const old = await builds.start('a');
    await builds.setCurrent('a');
    const incident = await opened('before');
    await old.shutdown();
    const gone = Date.now();
    // Temporal reports a worker's last poll to the second.
    await pause(1_500);
    renamed = workerBuilds(stack, deployment());
    await renamed.start('a');
    await renamed.setCurrent('a');
    await opened('after');
    const stranded = (latelyMs: number) =>
      strandedWork(stack.client.workflowService, {
        temporal: renamed.configOf('a').temporal,
        fleets: ['other', FLEET],
        latelyMs,
      });
    const ofBefore = { fleet: FLEET, deployment: builds.deployment, build: 'a', count: 1 };
    await expect.poll(() => stranded(Date.now() - gone)).toEqual([ofBefore]);
    // As if no worker polled any more, and as if all still did.
    const ofAfter = { ...ofBefore, deployment: renamed.deployment };
    const found = await stranded(-60_000);
    expect(found).toHaveLength(2);
    expect(found).toEqual(expect.arrayContaining([ofBefore, ofAfter]));
    expect(await stranded(3_600_000)).toEqual([]);
    await builds.start('a');
    await resolve(incident);
  });
});

describe('workers without a version', () => {
  it('are those beside a Temporal that this process brought along, whatever the variables say', async () => {
    const worker = await startWorker({
      config: builds.configOf('a'),
      database: stack.database,
      log: pino({ level: 'silent' }),
      isTemporalEmbedded: true,
    });
    expect(await stack.runTrip(collide(stack, 'embedded', 't-1'))).toMatchObject({ state: 'decided' });
    await worker.shutdown();
  });

  it(
    'begin the next run of an incident that goes on for long like any other',
    { timeout: A_HUNDRED_TICKS_MS * 1.5 },
    async () => {
      await stack.startWorker();
      const incident = await opened('long');
      const { runId } = await incidentHandle(stack, incident).describe();
      await untilNextRun(incident, runId);
      await resolve(incident);
    },
  );
});

describe('a deployment', () => {
  it('takes over from workers without a version, with what these had begun', async () => {
    await stack.startWorker({ rateLimits: { slack: UNLIMITED } });
    const old = await opened('old');
    await builds.start('a');
    // Temporal takes a moment to learn of a new build.
    await expect
      .poll(() => doctorWorkers(builds.configOf('a')), { timeout: 30_000 })
      .toMatchObject({
        result: 'ok',
        message: expect.stringContaining('no build is current') as string,
      });
    await builds.setCurrent('a');
    await stack.worker?.shutdown();
    await untilEvent(stack, old, { kind: 'paged', times: 2 });
    await resolve(old);
    expect((await buildsOf(stack, idOf(old))).at(-1)).toBe('a');
  });

  it('that nobody made current does no work, and doctor says so', async () => {
    await builds.start('a');
    const trip = await announced('early');
    await expect
      .poll(() => doctorWorkers(builds.configOf('a')), { timeout: 30_000 })
      .toMatchObject({ result: 'fail', message: expect.stringContaining('--build-id a') as string });
    expect(await buildsOf(stack, trip.workflowId)).toEqual([]);
    await builds.setCurrent('a');
    stack.put(trip.key);
    await stack.client.workflow.getHandle(trip.workflowId).result();
  });
});
