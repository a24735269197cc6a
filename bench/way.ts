import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { bundleWorkflowCode, Worker, NativeConnection } from '@temporalio/worker';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { startServer } from '../server/main.ts';
import { standInTrip, tripAt } from '../test/support/stand-ins/analytics.ts';
import { startTestPostgres } from '../test/support/store/postgres.ts';
import { FLEET, startStack, WEBHOOK_TOKEN, UNLIMITED } from '../test/support/servers/stack.ts';
import { startTestTemporal } from '../test/support/temporal/server.ts';
import { logTemporalTo } from '../worker.ts';
import { QUIET, alternating, inParallel, ratios, report, timed } from './measure.ts';
import { machine } from './report.ts';

/**
 * Three ratios of a trip's way, each against a floor in the same run, alternating:
 * - an acknowledged webhook against a bare `workflow.start`;
 * - trips a second with 20 rules against bare workflows of the same shape (one local activity);
 * - the time from webhook to message, against the acknowledgement.
 */
const ROUNDS = 7;
const A_ROUND = 60;
const IN_PARALLEL = 8;

logTemporalTo(pino({ level: 'silent' }));
const postgres = await startTestPostgres();
const temporal = await startTestTemporal();
const stack = await startStack({
  servers: { postgresUrl: postgres.url, temporalAddress: temporal.address },
  more: { PORT: '0' },
});
const server = await startServer({
  config: stack.config,
  database: stack.database,
  log: pino({ level: 'silent' }),
});
const url = `${server.url}/webhooks/${FLEET}/${WEBHOOK_TOKEN}`;
const connection = await Connection.connect({ address: temporal.address });
const client = new Client({ connection });
let counter = 1_790_000_000_000;

async function post(driverId: string, tripId: string): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    body: JSON.stringify({ version: 3, type: 'TRIP_SCORED', driver_id: driverId, trip_id: tripId, data: {} }),
  });
  if (answer.status !== 202) throw new Error(`webhook answered ${answer.status}`);
  await answer.arrayBuffer();
}

process.stdout.write(`On ${machine()}\n`);

// Acknowledgement: no worker runs, so that only the start is measured.
const starts = await alternating(
  { rounds: ROUNDS, warmUp: 1 },
  {
    bare: () =>
      timed(async () => {
        for (let each = 0; each < A_ROUND; each += 1)
          await client.workflow.start('nothing', {
            taskQueue: 'bench-nobody',
            workflowId: randomUUID(),
            args: [{ fleet: FLEET, driverId: 'd', tripId: String(each) }],
          });
      }),
    ours: () =>
      timed(async () => {
        for (let each = 0; each < A_ROUND; each += 1) await post('d', String((counter += 1)));
      }),
  },
);
const ofOne = (roundsMs: readonly number[]): number[] => roundsMs.map((ms) => ms / A_ROUND);
report('Acknowledgement', [
  ['bare workflow.start', ofOne(starts.bare), 'ms'],
  ['acknowledged webhook', ofOne(starts.ours), 'ms'],
  ['ratio (aim: at most 1.3)', ratios(starts.ours, starts.bare), 'times'],
]);

// Throughput: 20 rules of which none fires, against a workflow with one local activity that does nothing.
const rules = Array.from({ length: 20 }, (_each, index) => ({
  id: `rule-${index}`,
  name: `Rule ${index}`,
  severity: 'info',
  mode: 'live',
  conditions: {
    all: [
      { fact: 'trip.distance_km', operator: 'greaterThan', value: 10_000 + index },
      { fact: 'trip.events.count', params: { type: 'COLLISION' }, operator: 'greaterThan', value: 0 },
    ],
  },
  actions: [{ type: 'slack', channel: '#fleet-safety' }],
}));
await stack.publish(...rules);
const floorBundle = await bundleWorkflowCode({
  workflowsPath: fileURLToPath(new URL('./floorWorkflow.ts', import.meta.url)),
  logger: QUIET,
});
const native = await NativeConnection.connect({ address: temporal.address });
const floorWorker = await Worker.create({
  connection: native,
  taskQueue: 'bench-floor',
  workflowBundle: floorBundle,
  activities: { nothing: () => Promise.resolve({ kind: 'settled' }) },
});
const floorRun = floorWorker.run();
// Slack's own limit of a message a second is not what is measured here.
await stack.startWorker({ rateLimits: { slack: UNLIMITED } });
const parallel = { count: A_ROUND, atOnce: IN_PARALLEL };
const throughput = await alternating(
  { rounds: ROUNDS, warmUp: 1 },
  {
    bare: () =>
      timed(() =>
        inParallel(parallel, () =>
          client.workflow.execute('floorWorkflow', {
            taskQueue: 'bench-floor',
            workflowId: randomUUID(),
            args: [{ fleet: FLEET }],
          }),
        ),
      ),
    ours: () => {
      const trips = Array.from({ length: A_ROUND }, (_each, index) => ({
        driverId: `d-${index}`,
        tripId: String((counter += 1)),
      }));
      for (const { driverId, tripId } of trips)
        stack.analytics.trips.set(tripAt(driverId, tripId), standInTrip(tripId));
      return timed(() => inParallel(parallel, (index) => stack.runTrip(trips[index]!)));
    },
  },
);
const aSecond = (roundsMs: readonly number[]): number[] => roundsMs.map((ms) => (A_ROUND / ms) * 1000);
report('Throughput', [
  ['bare workflows of the same shape', aSecond(throughput.bare), 'a second'],
  ['trips with 20 rules', aSecond(throughput.ours), 'a second'],
  ['ratio of their times', ratios(throughput.ours, throughput.bare), 'times'],
]);

// From webhook to message.
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
const toMessage: number[] = [];
const messageRatio: number[] = [];
for (let round = 0; round < 20; round += 1) {
  const tripId = String((counter += 1));
  stack.analytics.trips.set(tripAt('collided', tripId), standInTrip(tripId, { events: [4] }));
  const before = stack.slack.messages.length;
  const started = performance.now();
  await post('collided', tripId);
  const acknowledgedAt = performance.now() - started;
  while (stack.slack.messages.length === before) await new Promise((done) => setTimeout(done, 1));
  const arrived = performance.now() - started;
  if (round < 3) continue;
  toMessage.push(arrived);
  messageRatio.push(arrived / acknowledgedAt);
}
report('From webhook to message', [
  ['webhook to Slack message', toMessage, 'ms'],
  ['ratio to its acknowledgement', messageRatio, 'times'],
]);

floorWorker.shutdown();
await floorRun;
await native.close();
await connection.close();
await server.close();
await stack.close();
await Promise.all([temporal.stop(), postgres.stop()]);
