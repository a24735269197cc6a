import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { pino } from 'pino';
import { createAnalyticsClient } from '../analytics/index.ts';
import { readConfig } from '../config.ts';
import { openDatabase } from '../store/db/index.ts';
import { logTemporalTo, startWorker } from '../worker.ts';
import { WORKFLOWS, digestMessagesWorkflowId } from '../workflows/contracts/index.ts';
import { measureOnce } from './once.ts';

/**
 * One measurement in a process of its own, so that its memory is its own: `loop` pages through the drivers of both ranges
 * and counts them, `digest` runs a worker that gathers and composes them and sends the
 * mail with its table. Prints a line of JSON.
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
  const config = readConfig({
    FLEET_ID: fleet,
    FLEET_TIMEZONE: 'Europe/Berlin',
    ANALYTICS_API_KEY: 'bench-key',
    WEBHOOK_TOKENS: 'bench-webhook-token',
    TEMPORAL_TASK_QUEUE: `bench-digest-${randomUUID()}`,
    RECONCILE_EVERY: 'off',
    ANALYTICS_BASE_URL: process.env['ANALYTICS_BASE_URL'],
    DATABASE_URL: process.env['DATABASE_URL'],
    TEMPORAL_ADDRESS: process.env['TEMPORAL_ADDRESS'],
    SMTP_URL: process.env['SMTP_URL'],
  });
  const database = openDatabase(config.databaseUrl!);
  const worker = await startWorker({
    config,
    database,
    log,
    workflowBundlePath: process.env['WORKFLOW_BUNDLE']!,
  });
  const connection = await Connection.connect({ address: config.temporal.address! });
  const client = new Client({ connection });
  await database.ping();
  const input = { fleet, runId };
  return {
    async run() {
      const { taskQueue } = config.temporal;
      const workflowId = `bench:${randomUUID()}`;
      const handle = await client.workflow.start(WORKFLOWS.digest, { taskQueue, workflowId, args: [input] });
      const result = (await handle.result()) as object;
      const part = client.workflow.getHandle(digestMessagesWorkflowId({ ...input, part: 0, deliveries: [] }));
      const histories = await Promise.all([handle.fetchHistory(), part.fetchHistory()]);
      return {
        ...result,
        events: Math.max(...histories.map(({ events }) => events?.length ?? 0)),
        largestPayload: Math.max(...histories.map(largestPayload)),
      };
    },
    async close() {
      await worker.shutdown();
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
await measureOnce(() => work.run());
await work.close();
