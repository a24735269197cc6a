import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { standInTrip } from '../test/support/stand-ins/analytics.ts';
import { startHttpStandIn } from '../test/support/stand-ins/http.ts';
import { memoryOf } from '../test/support/servers/nodeProcess.ts';
import { eventRule } from '../test/support/servers/rules.ts';
import { FLEET, sha256Hex } from '../test/support/servers/stack.ts';
import type { Stack } from '../test/support/servers/stack.ts';
import { workflowBundlePath } from '../test/support/temporal/workflowBundles.ts';
import { WORKFLOWS, tripWorkflowId } from '../workflows/contracts/index.ts';
import type { TripInput } from '../workflows/contracts/index.ts';
import { alternating, inParallel, ratios, report } from './measure.ts';
import { run } from './run.ts';
import type { Bench } from './run.ts';

/**
 * Two measurements of Tripline and the analytics service:
 * - `outage TRIPS ROUNDS` (2000 and 3): trips wait for a service that is unavailable, and are decided when it is back. Alternating with
 *   the same number of trips without an outage, each round with a worker of its own: the worker's memory as a ratio to that before
 *   them, the time from the service's return until the last one is decided, and the requests to the unavailable service.
 * - `reconcile`: a reconciliation run through the lists of fleets of `SIZES` drivers, of three trips each, from a service that takes
 *   `LATENCY_MS` (40) for an answer. Aims: 30,000 drivers in less than the hour between two runs, never more than four calls under
 *   way, and a history that does not depend on the number of drivers.
 */
const TRIPS = Number(process.argv[3] ?? 2_000);
const ROUNDS = Number(process.argv[4] ?? 3);
const SIZES = (process.env['SIZES'] ?? '500,30000').split(',').map(Number);
const LATENCY_MS = Number(process.env['LATENCY_MS'] ?? 40);
/** Milliseconds that all trips wait before the service is available again. */
const OUTAGE_MS = 30_000;
const IN_PARALLEL = 16;
const TRIPS_A_DRIVER = 3;

interface Round {
  readonly seconds: number;
  readonly before: number;
  readonly highest: number;
  readonly calls: number;
}

/** Starts trips; @returns what settles when the last of them is decided */
async function startTrips(stack: Stack, count: number): Promise<() => Promise<void>> {
  const handles: { result(): Promise<unknown> }[] = [];
  await inParallel({ count, atOnce: IN_PARALLEL }, async (index) => {
    const trip = { fleet: FLEET, driverId: `d-${index % 100}`, tripId: randomUUID() };
    stack.put(trip);
    const input: TripInput = { ...trip, receivedAt: new Date().toISOString(), source: 'webhook' };
    handles.push(
      await stack.client.workflow.start(WORKFLOWS.trip, {
        taskQueue: stack.config.temporal.taskQueue,
        workflowId: tripWorkflowId(trip, sha256Hex),
        args: [input],
      }),
    );
  });
  return async () => {
    for (const handle of handles) await handle.result();
  };
}

async function outage(bench: Bench): Promise<void> {
  const stack = await bench.stack({ channels: 'outbox', servers: await bench.servers() });
  const { analytics } = stack;
  const bundle = await workflowBundlePath('workflow-bundle.js', await bench.folder());
  await stack.publish(eventRule('COLLISION'));

  /** One worker, warmed up, then trips with or without an outage. */
  async function round(isUnavailable: boolean): Promise<Round> {
    const workerFile = fileURLToPath(new URL('../test/support/servers/workerProcess.ts', import.meta.url));
    const worker = await bench.start(['--import', 'tsx', workerFile], {
      environment: { ...stack.environment, WORKFLOW_BUNDLE: bundle },
      ready: 'ready',
    });
    await (
      await startTrips(stack, 100)
    )();
    const before = await memoryOf(worker.pid);
    let highest = before;
    const note = (mb: number): void => {
      // The memory of a process that has ended is not a number.
      if (mb > highest) highest = mb;
    };
    const watch = setInterval(() => void memoryOf(worker.pid).then(note), 500);
    analytics.calls.length = 0;
    analytics.mode = isUnavailable ? 'unavailable' : 'ok';
    let began = performance.now();
    const decided = await startTrips(stack, TRIPS);
    let calls = 0;
    if (isUnavailable) {
      await pause(OUTAGE_MS);
      calls = analytics.calls.length;
      analytics.mode = 'ok';
      began = performance.now();
    }
    await decided();
    const seconds = (performance.now() - began) / 1_000;
    clearInterval(watch);
    await worker.kill();
    analytics.trips.clear();
    return { seconds, before, highest, calls };
  }

  const { without, after } = await alternating(
    { rounds: ROUNDS },
    { without: () => round(false), after: () => round(true) },
  );
  const seconds = (rounds: readonly Round[]): number[] => rounds.map((one) => one.seconds);
  const growth = (rounds: readonly Round[]): number[] => rounds.map((one) => one.highest / one.before);
  report(`Outage of the analytics service, ${TRIPS} trips`, [
    ['without an outage, all decided', seconds(without), 's'],
    ['after an outage, all decided', seconds(after), 's'],
    ['ratio of these', ratios(seconds(after), seconds(without)), 'times'],
    ['memory without an outage, highest to before', growth(without), 'times'],
    ['memory with an outage, highest to before', growth(after), 'times'],
    ['ratio of these', ratios(growth(after), growth(without)), 'times'],
    ['requests to the unavailable service', after.map(({ calls }) => calls), 'a round'],
  ]);
}

/** The service of a fleet, whose drivers' lists hold three trips each. */
async function startService() {
  const counts = { drivers: 0, calls: 0, underWay: 0, mostAtOnce: 0 };
  const service = await startHttpStandIn(({ path }) => (response) => {
    counts.calls += 1;
    counts.underWay += 1;
    counts.mostAtOnce = Math.max(counts.mostAtOnce, counts.underWay);
    void pause(LATENCY_MS).then(() => {
      counts.underWay -= 1;
      const body = answerTo(new URL(path, service.url), counts.drivers);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  return { service, counts };
}

function answerTo({ pathname, searchParams }: URL, drivers: number): object {
  const driver = /\/driver\/([^/]+)\/trips$/.exec(pathname)?.[1];
  if (driver !== undefined) {
    const endedAt = (index: number): Date => new Date(Date.now() - (index + 4) * 3_600_000);
    const trips = Array.from({ length: TRIPS_A_DRIVER }, (_each, index) =>
      standInTrip(`${driver}-${index}`, { endedAt: endedAt(index) }),
    );
    return {
      trips: trips.map(({ trip_id, info, driving_behavior }) => ({ trip_id, info, driving_behavior })),
    };
  }
  const [offset, limit] = [Number(searchParams.get('offset')), Number(searchParams.get('limit'))];
  const size = Math.max(Math.min(limit, drivers - offset), 0);
  return {
    ...(offset + limit < drivers && { next_offset: offset + limit }),
    drivers: Array.from({ length: size }, (_each, index) => ({
      driver_id: `d-${offset + index}`,
      info: { trip_count: TRIPS_A_DRIVER },
    })),
  };
}

async function reconcile(bench: Bench): Promise<void> {
  const { service, counts } = await startService();
  bench.endWith(() => service.close());
  const servers = await bench.servers();
  for (const drivers of SIZES) {
    const fleet = `bench-${drivers}`;
    const more = { FLEET_ID: fleet, ANALYTICS_BASE_URL: service.url, RECONCILE_EVERY: '1h' };
    const stack = await bench.stack({ channels: 'outbox', servers, more });
    await stack.startWorker();
    Object.assign(counts, { drivers, calls: 0, mostAtOnce: 0 });
    const began = performance.now();
    const handle = await stack.client.workflow.start(WORKFLOWS.reconcile, {
      taskQueue: stack.config.temporal.taskQueue,
      workflowId: `reconcile:${randomUUID()}`,
      args: [{ fleet }],
    });
    const { listed } = (await handle.result()) as { listed: number };
    const seconds = (performance.now() - began) / 1_000;
    const { events } = await handle.fetchHistory();
    report(`${drivers.toLocaleString('en')} drivers, ${listed} trips, ${LATENCY_MS} ms for an answer`, [
      ['duration (aim: 30,000 drivers in 3,600 s)', [seconds], 's'],
      ['calls', [counts.calls], 'calls'],
      ['calls a minute', [(counts.calls / seconds) * 60], 'calls'],
      ['calls at once (aim: at most 4)', [counts.mostAtOnce], 'calls'],
      ['history', [events?.length ?? 0], 'events'],
      ['  of it size', [JSON.stringify(events).length / 1_000], 'kB'],
    ]);
    await stack.worker?.shutdown();
    stack.worker = undefined;
  }
}

await run(process.argv[2] === 'reconcile' ? reconcile : outage);
