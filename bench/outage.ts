import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Runtime, bundleWorkflowCode } from '@temporalio/worker';
import { pino } from 'pino';
import { standInTrip, tripAt } from '../test/support/stand-ins/analytics.ts';
import { startTestPostgres } from '../test/support/store/postgres.ts';
import { FLEET, sha256Hex, startStack } from '../test/support/servers/stack.ts';
import { startTestTemporal } from '../test/support/temporal/server.ts';
import { logTemporalTo } from '../worker.ts';
import { WORKFLOWS, tripWorkflowId } from '../workflows/contracts/index.ts';
import type { TripInput } from '../workflows/contracts/index.ts';
import { QUIET, alternating, inParallel, ratios, report } from './measure.ts';
import { machine } from './report.ts';

/**
 * Measures the cost of an outage: trips wait for an analytics service that is unavailable, and are decided when it is back.
 * Alternating with the same number of trips without an outage, each round with a worker of its own:
 * - the worker's memory while they wait, as a ratio to the memory before them;
 * - the time from the service's return until the last one is decided, as a ratio to the same trips without an outage;
 * - the number of requests to the unavailable service.
 * `npm run bench:outage -- TRIPS ROUNDS` (2000 and 3). Linux only: memory is read from /proc.
 */
const TRIPS = Number(process.argv[2] ?? 2_000);
const ROUNDS = Number(process.argv[3] ?? 3);
/** Milliseconds that all of them wait before the service is available again. */
const OUTAGE_MS = 30_000;
const IN_PARALLEL = 16;
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

interface Round {
  readonly seconds: number;
  readonly before: number;
  readonly highest: number;
  readonly calls: number;
}

logTemporalTo(pino({ level: 'silent' }));
const postgres = await startTestPostgres();
const temporal = await startTestTemporal();
const stack = await startStack({
  servers: { postgresUrl: postgres.url, temporalAddress: temporal.address },
  channels: 'outbox',
});
const folder = await mkdtemp(join(tmpdir(), 'tripline-bench-outage-'));
const bundlePath = join(folder, 'workflows.js');
const { code } = await bundleWorkflowCode({
  workflowsPath: here('../workflows/index.ts'),
  logger: QUIET,
});
await writeFile(bundlePath, code);
await stack.publish({
  id: 'collision',
  name: 'Collision',
  severity: 'critical',
  mode: 'live',
  conditions: {
    all: [{ fact: 'trip.events.count', params: { type: 'COLLISION' }, operator: 'greaterThan', value: 0 }],
  },
  actions: [{ type: 'slack', channel: '#fleet-safety' }],
});

async function startWorker(): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', here('../test/support/servers/workerProcess.ts')],
    {
      env: { ...process.env, ...stack.environment, WORKFLOW_BUNDLE: bundlePath },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  await once(child.stdout, 'data');
  return child;
}

/** Resident memory of a process, in MiB. */
function memoryOf({ pid }: ChildProcess): number {
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kib) / 1024;
}

/** Starts trips; @returns what settles when the last of them is decided */
async function start(count: number): Promise<() => Promise<void>> {
  const handles: { result(): Promise<unknown> }[] = [];
  await inParallel({ count, atOnce: IN_PARALLEL }, async (index) => {
    const trip = { driverId: `d-${index % 100}`, tripId: randomUUID() };
    stack.analytics.trips.set(tripAt(trip.driverId, trip.tripId), standInTrip(trip.tripId));
    const input: TripInput = {
      fleet: FLEET,
      ...trip,
      receivedAt: new Date().toISOString(),
      source: 'webhook',
    };
    handles.push(
      await stack.client.workflow.start(WORKFLOWS.trip, {
        taskQueue: stack.config.temporal.taskQueue,
        workflowId: tripWorkflowId({ fleet: FLEET, ...trip }, sha256Hex),
        args: [input],
      }),
    );
  });
  return async () => {
    for (const handle of handles) await handle.result();
  };
}

/** One worker, warmed up, then trips with or without an outage. */
async function round(isUnavailable: boolean): Promise<Round> {
  const worker = await startWorker();
  const warm = await start(100);
  await warm();
  const before = memoryOf(worker);
  let highest = before;
  const watch = setInterval(() => (highest = Math.max(highest, memoryOf(worker))), 500);
  stack.analytics.calls.length = 0;
  stack.analytics.mode = isUnavailable ? 'unavailable' : 'ok';
  let began = performance.now();
  const decided = await start(TRIPS);
  let calls = 0;
  if (isUnavailable) {
    await pause(OUTAGE_MS);
    calls = stack.analytics.calls.length;
    stack.analytics.mode = 'ok';
    began = performance.now();
  }
  await decided();
  const seconds = (performance.now() - began) / 1_000;
  clearInterval(watch);
  worker.kill('SIGKILL');
  await once(worker, 'close');
  stack.analytics.trips.clear();
  return { seconds, before, highest, calls };
}

process.stdout.write(`On ${machine()}\n${TRIPS} trips, ${ROUNDS} rounds\n`);
try {
  const { plain, outage } = await alternating(
    { rounds: ROUNDS },
    { plain: () => round(false), outage: () => round(true) },
  );
  const seconds = (rounds: readonly Round[]): number[] => rounds.map((one) => one.seconds);
  const growth = (rounds: readonly Round[]): number[] => rounds.map((one) => one.highest / one.before);
  report('Outage of the analytics service', [
    ['without an outage, all decided', seconds(plain), 's'],
    ['after an outage, all decided', seconds(outage), 's'],
    ['ratio of these', ratios(seconds(outage), seconds(plain)), 'times'],
    ['memory without an outage, highest to before', growth(plain), 'times'],
    ['memory with an outage, highest to before', growth(outage), 'times'],
    ['ratio of these', ratios(growth(outage), growth(plain)), 'times'],
    ['requests to the unavailable service', outage.map(({ calls }) => calls), 'a round'],
  ]);
} finally {
  await stack.close();
  await Promise.all([temporal.stop(), postgres.stop()]);
  await rm(folder, { recursive: true, force: true });
  // No worker runs in this process, so nothing else ends the runtime, which would keep the process.
  await Runtime.instance().shutdown();
}
