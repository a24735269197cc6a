import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { pino } from 'pino';
import { createFleetAlarms } from '../activities/alarms.ts';
import type { ActivityDependencies } from '../activities/dependencies.ts';
import { createDigestComposing } from '../activities/digestCompose.ts';
import { createDigestGathering } from '../activities/digestGather.ts';
import { createFleetPulse } from '../activities/fleetPulse.ts';
import { createAnalyticsClient } from '../analytics/client.ts';
import { openDatabase } from '../store/database.ts';
import { logTemporalTo } from '../worker.ts';

/**
 * One measurement in a process of its own, so that its memory is its own: `loop` pages through the drivers of both ranges
 * and counts them, `digest` runs a worker that gathers and composes them. Prints a line of JSON.
 */
const [mode = 'digest', fleet = '', runId = ''] = process.argv.slice(2);
const RANGES = [
  { startDate: '2026-06-01', endDate: '2026-06-07' },
  { startDate: '2026-05-25', endDate: '2026-05-31' },
];
const analytics = createAnalyticsClient({ baseUrl: process.env['ANALYTICS_BASE_URL']!, apiKey: 'bench-key' });

interface Work {
  run(): Promise<object>;
  close(): Promise<void>;
}

function loop(): Promise<Work> {
  return Promise.resolve({
    async run() {
      let drivers = 0;
      for (const range of RANGES)
        for await (const page of analytics.driversPages({ ...range, fields: ['info', 'driving_behavior'] })) {
          if (page.kind !== 'ok') throw new Error(`the simulator answered ${page.kind}`);
          drivers += page.value.rows.length;
        }
      return { drivers };
    },
    close: () => Promise.resolve(),
  });
}

async function digest(): Promise<Work> {
  const log = pino({ level: 'silent' });
  logTemporalTo(log);
  const database = openDatabase(process.env['DATABASE_URL']!);
  const { db } = database;
  const now = (): Date => new Date();
  const deps = {
    fleets: new Map([[fleet, { id: fleet, name: 'Bench', timezone: 'Europe/Berlin', analytics }]]),
    ...{ db, log, now, alarms: createFleetAlarms({ db, log, now }), pulse: createFleetPulse(now) },
  } as unknown as ActivityDependencies;
  const address = process.env['TEMPORAL_ADDRESS']!;
  const native = await NativeConnection.connect({ address });
  const taskQueue = `bench-digest-${randomUUID()}`;
  const worker = await Worker.create({
    ...{ connection: native, taskQueue },
    workflowBundle: { codePath: process.env['WORKFLOW_BUNDLE']! },
    activities: { ...createDigestGathering(deps), ...createDigestComposing(deps) },
  });
  const running = worker.run();
  const connection = await Connection.connect({ address });
  const client = new Client({ connection });
  await database.ping();
  return {
    async run() {
      const handle = await client.workflow.start('digestBenchWorkflow', {
        ...{ taskQueue, workflowId: randomUUID(), args: [{ fleet, runId }] },
      });
      const result = (await handle.result()) as object;
      const history = await handle.fetchHistory();
      return { ...result, events: history.events?.length ?? 0, largestPayload: largestPayload(history) };
    },
    async close() {
      worker.shutdown();
      await running;
      await native.close();
      await connection.close();
      await database.close();
    },
  };
}

/** Bytes of the largest payload anywhere in a history. */
function largestPayload(value: unknown): number {
  if (value instanceof Uint8Array) return value.byteLength;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((largest, each) => Math.max(largest, largestPayload(each)), 0);
}

const work = await (mode === 'loop' ? loop() : digest());
const idleMb = process.memoryUsage().rss / 2 ** 20;
const started = performance.now();
const found = await work.run();
const seconds = (performance.now() - started) / 1000;
const peakMb = process.resourceUsage().maxRSS / 1024;
process.stdout.write(`${JSON.stringify({ seconds, idleMb, peakMb, found })}\n`);
await work.close();
