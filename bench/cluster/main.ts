import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import { bundleWorkflowCode } from '@temporalio/worker';
import { pino } from 'pino';
import { createApi } from '../../test/chaos/api.ts';
import { compile } from '../../test/chaos/compile.ts';
import { startTestTemporal } from '../../test/support/temporal/server.ts';
import { logTemporalTo } from '../../worker.ts';
import { tripWorkflowId } from '../../workflows/contracts/index.ts';
import { CHANNELS, COLLIDED, startReceivers } from '../fairnessService.ts';
import { QUIET, alternating, inParallel, ratios, timed } from '../measure.ts';
import { line, machine } from '../report.ts';
import { startCountingPostgres } from './postgres.ts';
import type { Traffic } from './postgres.ts';
import { processorMsOfTree, startProcess } from './processes.ts';
import { rulesToPublish } from './rules.ts';

/**
 * Measures the cost of a trip on a set-up as in production: one compiled `serve`, one compiled `worker`, a durable PostgreSQL, a
 * Temporal server, 21 published rules, one trip in ten matched. The result is trips a second as a ratio against a bare workflow
 * with one local activity, in alternating rounds of one run. Aims: at most 12 statements in 2 transactions for an unmatched
 * trip.
 *
 * TEMPORAL_ADDRESS names a Temporal server, TEMPORAL_PIDS (comma list) its processes on this machine; without an address the dev
 * server is started. SHOW=statements lists a trip's statements.
 */
const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const A_ROUND = Number(process.env['TRIPS'] ?? 300);
const IN_PARALLEL = 8;
const COUNTED = 20;
const ONE_MATCHED_IN = 10;
const FLEET = 'bench';
const WEBHOOK_TOKEN = 'bench-webhook-token-of-this-run';
const API_TOKEN = 'bench-api-token-of-this-run';
const FLOOR_QUEUE = 'bench-floor';

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');
const place = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const ends: (() => Promise<unknown> | void)[] = [];

async function startTemporal(): Promise<{ readonly address: string; readonly pids: readonly number[] }> {
  const address = process.env['TEMPORAL_ADDRESS'];
  if (address) {
    say(`Temporal: the server at ${address}`);
    return { address, pids: (process.env['TEMPORAL_PIDS'] ?? '').split(',').filter(Boolean).map(Number) };
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'tripline-cluster-temporal-'));
  const server = await startTestTemporal(dataDir);
  ends.push(
    () => rm(dataDir, { recursive: true, force: true }),
    () => server.stop(),
  );
  say('Temporal: TEMPORAL_ADDRESS is not set, so this is the dev server on SQLite, started for this run');
  return { address: server.address, pids: [Number(await readFile(join(dataDir, 'temporal.pid'), 'utf8'))] };
}

async function main(): Promise<void> {
  say(`On ${machine()}`);
  const folder = await mkdtemp(join(tmpdir(), 'tripline-cluster-logs-'));
  const program = await compile();
  ends.push(
    () => rm(folder, { recursive: true, force: true }),
    () => rm(program, { recursive: true, force: true }),
  );
  const { code } = await bundleWorkflowCode({
    workflowsPath: place('../../workflows/index.ts'),
    logger: QUIET,
  });
  await writeFile(join(program, 'workflow-bundle.js'), code);
  const postgres = await startCountingPostgres();
  ends.push(() => postgres.stop());
  const temporal = await startTemporal();
  const receivers = await startReceivers(() => undefined);
  ends.push(() => receivers.close());
  const environment = {
    NODE_ENV: 'production',
    LOG_LEVEL: 'info',
    DATA_DIR: folder,
    PORT: '0',
    DATABASE_URL: postgres.url,
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_TASK_QUEUE: `bench-${randomUUID()}`,
    FLEET_ID: FLEET,
    WEBHOOK_TOKENS: WEBHOOK_TOKEN,
    API_TOKENS: `admin:bench:${API_TOKEN}`,
    ANALYTICS_BASE_URL: receivers.serviceUrl,
    ANALYTICS_API_KEY: 'bench-key',
    SLACK_BOT_TOKEN: 'xoxb-bench',
    SLACK_API_URL: receivers.slackUrl,
    SMTP_URL: 'off',
    RECONCILE_EVERY: 'off',
    RETENTION_POSITIONS_DAYS: 'off',
    RETENTION_TRIPS_DAYS: 'off',
  };
  const start = async (role: 'serve' | 'worker', ready: string) => {
    const command = [join(program, 'cli/tripline.mjs'), role];
    const started = await startProcess({
      name: role,
      command,
      environment,
      ready,
      logFile: join(folder, role),
    });
    ends.push(() => started.stop());
    return started;
  };
  const serve = await start('serve', 'web server listens');
  const { url } = JSON.parse(serve.ready) as { url: string };
  const worker = await start('worker', 'worker runs');
  const floor = await startProcess({
    name: 'the floor',
    command: ['--import', 'tsx', place('./floorWorker.ts')],
    ready: 'floor worker runs',
    environment: { TEMPORAL_ADDRESS: temporal.address, FLOOR_QUEUE },
    logFile: join(folder, 'floor'),
  });
  ends.push(() => floor.stop());
  const rules = rulesToPublish(CHANNELS);
  await createApi({ servers: [url], fleet: FLEET, token: API_TOKEN }).publish({
    rules,
    policies: [],
    routes: [],
  });
  say(
    `${rules.length} rules published, one trip in ${ONE_MATCHED_IN} matched, ${IN_PARALLEL} under way at a time\n`,
  );

  const connection = await Connection.connect({ address: temporal.address });
  ends.push(() => connection.close());
  const client = new Client({ connection });
  // A Temporal server that stays keeps the trips of earlier runs.
  let counter = Date.now();

  /** From the notification to the end of the trip's workflow. */
  async function trip(isMatched: boolean): Promise<void> {
    const tripId = String((counter += 1));
    const driverId = `${isMatched ? COLLIDED : 'quiet'}-${counter % 50}`;
    const body = JSON.stringify({
      version: 3,
      type: 'TRIP_SCORED',
      driver_id: driverId,
      trip_id: tripId,
      data: {},
    });
    const answer = await fetch(`${url}/webhooks/${FLEET}/${WEBHOOK_TOKEN}`, { method: 'POST', body });
    if (answer.status !== 202) throw new Error(`The webhook answered ${answer.status}.`);
    await answer.arrayBuffer();
    await client.workflow.getHandle(tripWorkflowId({ fleet: FLEET, driverId, tripId }, sha256Hex)).result();
  }

  const bare = (): Promise<unknown> =>
    client.workflow.execute('floorWorkflow', {
      taskQueue: FLOOR_QUEUE,
      workflowId: randomUUID(),
      args: [{ fleet: FLEET }],
    });

  const processes = [
    { name: 'worker', pids: [worker.pid] },
    { name: 'serve', pids: [serve.pid] },
    { name: 'PostgreSQL', pids: [postgres.pid] },
    { name: 'Temporal', pids: temporal.pids },
  ].filter(({ pids }) => pids.length > 0);
  const processorTimes = (): Promise<number[]> =>
    Promise.all(
      processes.map(async ({ pids }) =>
        (await Promise.all(pids.map(processorMsOfTree))).reduce((a, b) => a + b, 0),
      ),
    );

  const processor = processes.map(() => [] as number[]);
  const parallel = { count: A_ROUND, atOnce: IN_PARALLEL };
  const roundsMs = await alternating(
    { rounds: ROUNDS, warmUp: 1 },
    {
      floor: () => timed(() => inParallel(parallel, bare)),
      trips: async () => {
        const before = await processorTimes();
        const ms = await timed(() => inParallel(parallel, (index) => trip(index % ONE_MATCHED_IN === 0)));
        const after = await processorTimes();
        after.forEach((each, index) => processor[index]!.push((each - before[index]!) / A_ROUND));
        return ms;
      },
    },
  );
  for (const each of processor) each.shift();
  const aSecond = (ms: readonly number[]): number[] => ms.map((each) => (A_ROUND / each) * 1_000);
  say(line('bare workflows with one local activity', aSecond(roundsMs.floor), 'a second'));
  say(line('trips', aSecond(roundsMs.trips), 'a second'));
  say(`${line('ratio of their times', ratios(roundsMs.trips, roundsMs.floor), 'times')}\n`);
  processes.forEach(({ name }, index) =>
    say(line(`processor time a trip, ${name}`, processor[index]!, 'ms')),
  );
  say('');

  // Trips run one after the other, then the same time passes without any, because the processes' own queries belong to no trip.
  for (const isMatched of [false, true]) {
    const startedMs = performance.now();
    const busy = await postgres.count(async () => {
      for (let each = 0; each < COUNTED; each += 1) await trip(isMatched);
    });
    const idle = await postgres.count(() => pause(performance.now() - startedMs));
    report(isMatched ? 'matched' : 'unmatched', busy, idle);
  }
}

function report(name: string, busy: Traffic, idle: Traffic): void {
  const a = (of: 'statements' | 'transactions'): string => ((busy[of] - idle[of]) / COUNTED).toFixed(1);
  say(
    `${`statements an ${name} trip`.padEnd(44)} ${a('statements').padStart(9)} in ${a('transactions')} transactions`,
  );
  if (process.env['SHOW'] !== 'statements') return;
  const texts = [...busy.texts].filter(([text, count]) => count - (idle.texts.get(text) ?? 0) >= COUNTED / 4);
  for (const [text, count] of texts)
    say(`  ${(count / COUNTED).toFixed(1).padStart(5)}  ${text.slice(0, 160)}`);
}

async function endAll(): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end();
}

logTemporalTo(pino({ level: 'silent' }));
// What was started runs in sessions of its own and would stay.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void endAll().finally(() => process.exit(130)));
try {
  await main();
} finally {
  await endAll();
}
// Temporal's runtime would keep the process.
process.exit(0);
