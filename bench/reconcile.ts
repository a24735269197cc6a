import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { startTestPostgres } from '../test/support/store/postgres.ts';
import { startStack } from '../test/support/servers/stack.ts';
import { startTestTemporal } from '../test/support/temporal/server.ts';
import { quietRuntime } from '../test/support/temporal/runtime.ts';
import { WORKFLOWS } from '../workflows/contracts/index.ts';
import { machine } from './report.ts';

/**
 * Measures a reconciliation run through the lists of fleets of 500 drivers (one call at a time) and of 30,000 (four), of three
 * trips each, from a simulated service that takes 40 ms for an answer. Aims: 30,000 drivers in less than the hour between two
 * runs, never more than four calls under way, and a history that does not depend on the number of drivers.
 */
const SIZES = (process.env['SIZES'] ?? '500,30000').split(',').map(Number);
const LATENCY_MS = Number(process.env['LATENCY_MS'] ?? 40);
const TRIPS = 3;
const KEY = 'bench-key';

let drivers = 0;
let calls = 0;
let underWay = 0;
let mostAtOnce = 0;

function drove(driver: string): object[] {
  const end = Date.now() - 3 * 3_600_000;
  return Array.from({ length: TRIPS }, (_each, index) => ({
    trip_id: `${driver}-${index}`,
    info: {
      distance_km: 12.5,
      duration_seconds: 1500,
      trip_max_speed_kmph: 81,
      start_time: new Date(end - (index + 1) * 3_600_000).toISOString(),
      end_time: new Date(end - (index + 1) * 3_600_000 + 1_500_000).toISOString(),
    },
    driving_behavior: { score: { service_score: 80 + index }, event_rating: { hard_brake_rating: 4 } },
  }));
}

function answerTo(url: URL): object {
  const driver = /\/driver\/([^/]+)\/trips$/.exec(url.pathname)?.[1];
  if (driver !== undefined) return { trips: drove(driver) };
  const [offset, limit] = [Number(url.searchParams.get('offset')), Number(url.searchParams.get('limit'))];
  const size = Math.max(Math.min(limit, drivers - offset), 0);
  return {
    ...(offset + limit < drivers && { next_offset: offset + limit }),
    drivers: Array.from({ length: size }, (_each, index) => ({
      driver_id: `d-${offset + index}`,
      info: { trip_count: TRIPS },
    })),
  };
}

const server = createServer((request, response) => {
  calls += 1;
  underWay += 1;
  mostAtOnce = Math.max(mostAtOnce, underWay);
  void pause(LATENCY_MS).then(() => {
    underWay -= 1;
    const body = answerTo(new URL(request.url ?? '/', 'http://stand-in'));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
});
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
quietRuntime();
const postgres = await startTestPostgres();
const temporal = await startTestTemporal();

async function measure(size: number): Promise<string> {
  drivers = size;
  const fleet = `bench-${size}`;
  const stack = await startStack({
    channels: 'outbox',
    servers: { postgresUrl: postgres.url, temporalAddress: temporal.address },
    more: { FLEET_ID: fleet, ANALYTICS_BASE_URL: url, ANALYTICS_API_KEY: KEY, RECONCILE_EVERY: '1h' },
  });
  await stack.startWorker();
  [calls, mostAtOnce] = [0, 0];
  const began = performance.now();
  const handle = await stack.client.workflow.start(WORKFLOWS.reconcile, {
    taskQueue: stack.config.temporal.taskQueue,
    workflowId: `walk:${randomUUID()}`,
    args: [{ fleet }],
  });
  const progress = (await handle.result()) as { listed: number };
  const seconds = (performance.now() - began) / 1_000;
  const { events } = await handle.fetchHistory();
  const bytes = JSON.stringify(events).length;
  await stack.close();
  const rate = (calls / seconds) * 60;
  const cells = [size, progress.listed, calls, rate.toFixed(0), mostAtOnce, `${seconds.toFixed(0)} s`];
  return `| ${[...cells, events?.length, `${Math.round(bytes / 1_000)} kB`].join(' | ')} |`;
}

process.stdout.write(`${machine()}, ${LATENCY_MS} ms for an answer\n\n`);
process.stdout.write(
  '| drivers | trips | calls | a minute | at once | duration | history events | history |\n|---|---|---|---|---|---|---|---|\n',
);
for (const size of SIZES) process.stdout.write(`${await measure(size)}\n`);
await Promise.all([postgres.stop(), temporal.stop()]);
server.close();
process.exit(0);
