import { createHash, randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { notificationOf } from '../test/support/stand-ins/analytics.ts';
import { createApi } from '../test/chaos/api.ts';
import { compile } from '../test/chaos/compile.ts';
import { startTestTemporal } from '../test/support/temporal/server.ts';
import { workflowBundlePath } from '../test/support/temporal/workflowBundles.ts';
import { tripWorkflowId } from '../workflows/contracts/index.ts';
import { COLLIDED, startReceivers } from './beside/receivers.ts';
import { alternating, inParallel, ratios, report, script, timed } from './measure.ts';
import { PRODUCTION, run } from './run.ts';
import type { Bench } from './run.ts';
import { startCountingPostgres } from './trips/postgres.ts';
import type { Traffic } from './trips/postgres.ts';
import { processorMsOfTree } from './trips/processorTime.ts';
import { rulesToPublish } from './trips/rules.ts';

/**
 * Measures a trip's way on a set-up as in production: one compiled `serve`, one compiled `worker`, a durable PostgreSQL, a Temporal
 * server, 21 published rules. Each against a floor in alternating rounds of one run:
 * - an acknowledged webhook against a bare `workflow.start`; aim: at most 1.3 times;
 * - trips a second, one in ten matched, against bare workflows with one local activity, and the processor time of each process;
 * - the time from webhook to Slack message, against the acknowledgement;
 * - a trip's statements; aim: at most 12 in 2 transactions for an unmatched one.
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
const TASK_QUEUE = `bench-${randomUUID()}`;

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');

async function startTemporal(
  bench: Bench,
): Promise<{ readonly address: string; readonly pids: readonly number[] }> {
  const address = process.env['TEMPORAL_ADDRESS'];
  if (address) {
    say(`Temporal: the server at ${address}`);
    return { address, pids: (process.env['TEMPORAL_PIDS'] ?? '').split(',').filter(Boolean).map(Number) };
  }
  const dataDir = await bench.folder();
  const server = await startTestTemporal(dataDir);
  bench.endWith(() => server.stop());
  say('Temporal: TEMPORAL_ADDRESS is not set, so this is the dev server on SQLite, started for this run');
  return { address: server.address, pids: [Number(await readFile(join(dataDir, 'temporal.pid'), 'utf8'))] };
}

await run(async (bench) => {
  const program = await compile();
  bench.endWith(() => rm(program, { recursive: true, force: true }));
  await workflowBundlePath('workflow-bundle.js', program);
  const postgres = await startCountingPostgres();
  bench.endWith(() => postgres.stop());
  const temporal = await startTemporal(bench);
  const receivers = await startReceivers();
  bench.endWith(() => receivers.close());
  const environment = {
    ...PRODUCTION,
    DATA_DIR: await bench.folder(),
    DATABASE_URL: postgres.url,
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_TASK_QUEUE: TASK_QUEUE,
    FLEET_ID: FLEET,
    FLEET_TIMEZONE: 'UTC',
    WEBHOOK_TOKENS: WEBHOOK_TOKEN,
    API_TOKENS: `admin:bench:${API_TOKEN}`,
    ANALYTICS_BASE_URL: receivers.url,
    ANALYTICS_API_KEY: 'bench-key',
    SLACK_BOT_TOKEN: 'xoxb-bench',
    SLACK_API_URL: receivers.slackUrl,
    SMTP_URL: 'off',
  };
  const tripline = join(program, 'cli/tripline.mjs');
  const { url, pid: serverPid } = await bench.startServer(environment, tripline);
  const rules = rulesToPublish();
  const api = createApi({ servers: [url], fleet: FLEET, token: API_TOKEN });
  await api.publish({ rules, policies: [], routes: [] });
  say(`${rules.length} rules published, ${IN_PARALLEL} trips under way at a time`);
  const connection = await Connection.connect({ address: temporal.address });
  bench.endWith(() => connection.close());
  const client = new Client({ connection });
  // A Temporal server that stays keeps the trips of earlier runs.
  let counter = Date.now();

  async function post(driverId: string): Promise<string> {
    const tripId = String((counter += 1));
    const body = notificationOf({ driverId, tripId });
    const answer = await fetch(`${url}/webhooks/${FLEET}/${WEBHOOK_TOKEN}`, { method: 'POST', body });
    if (answer.status !== 202) throw new Error(`The webhook answered ${answer.status}.`);
    await answer.arrayBuffer();
    return tripId;
  }

  /** From the notification to the end of the trip's workflow. */
  async function trip(isMatched: boolean): Promise<void> {
    const driverId = `${isMatched ? COLLIDED : 'quiet'}-${counter % 50}`;
    const tripId = await post(driverId);
    await client.workflow.getHandle(tripWorkflowId({ fleet: FLEET, driverId, tripId }, sha256Hex)).result();
  }

  // No worker runs yet, so that only the start is measured.
  const acknowledged = { count: A_ROUND, atOnce: 1 };
  const starts = await alternating(
    { rounds: ROUNDS, warmUp: 1 },
    {
      bare: () =>
        timed(() =>
          inParallel(acknowledged, () =>
            client.workflow.start('nothing', {
              taskQueue: 'bench-nobody',
              workflowId: randomUUID(),
              args: [{ fleet: FLEET, driverId: 'd', tripId: '1' }],
            }),
          ),
        ),
      ours: () => timed(() => inParallel(acknowledged, () => post('quiet'))),
    },
  );
  const ofOne = (roundsMs: readonly number[]): number[] => roundsMs.map((ms) => ms / A_ROUND);
  report('Acknowledgement', [
    ['bare workflow.start', ofOne(starts.bare), 'ms'],
    ['acknowledged webhook', ofOne(starts.ours), 'ms'],
    ['ratio (aim: at most 1.3)', ratios(starts.ours, starts.bare), 'times'],
  ]);

  const worker = await bench.start([tripline, 'worker'], { environment, ready: 'worker runs' });
  await bench.start(script('./trips/floorWorker.ts'), {
    environment: { TEMPORAL_ADDRESS: temporal.address, FLOOR_QUEUE },
    ready: 'floor worker runs',
  });
  const running = `TaskQueue = '${TASK_QUEUE}' AND ExecutionStatus = 'Running'`;
  while ((await client.workflow.count(running)).count > 0) await pause(1_000);
  const bare = (): Promise<unknown> =>
    client.workflow.execute('floorWorkflow', {
      taskQueue: FLOOR_QUEUE,
      workflowId: randomUUID(),
      args: [{ fleet: FLEET }],
    });

  const processes = [
    { name: 'worker', pids: [worker.pid] },
    { name: 'serve', pids: [serverPid] },
    { name: 'PostgreSQL', pids: [postgres.pid] },
    { name: 'Temporal', pids: temporal.pids },
  ].filter(({ pids }) => pids.length > 0);
  const processorTimes = (): Promise<number[]> =>
    Promise.all(
      processes.map(async ({ pids }) =>
        (await Promise.all(pids.map(processorMsOfTree))).reduce((a, b) => a + b, 0),
      ),
    );
  const parallel = { count: A_ROUND, atOnce: IN_PARALLEL };
  const { floor, trips } = await alternating(
    { rounds: ROUNDS, warmUp: 1 },
    {
      floor: async () => ({ ms: await timed(() => inParallel(parallel, bare)), processor: [] as number[] }),
      trips: async () => {
        const before = await processorTimes();
        const ms = await timed(() => inParallel(parallel, (index) => trip(index % ONE_MATCHED_IN === 0)));
        const after = await processorTimes();
        return { ms, processor: after.map((each, index) => (each - before[index]!) / A_ROUND) };
      },
    },
  );
  const aSecond = (ms: readonly number[]): number[] => ms.map((each) => (A_ROUND / each) * 1_000);
  const [floorMs, tripsMs] = [floor, trips].map((rounds) => rounds.map(({ ms }) => ms)) as [
    number[],
    number[],
  ];
  report(`Throughput, one trip in ${ONE_MATCHED_IN} matched`, [
    ['bare workflows with one local activity', aSecond(floorMs), 'a second'],
    ['trips', aSecond(tripsMs), 'a second'],
    ['ratio of their times', ratios(tripsMs, floorMs), 'times'],
    ...processes.map(
      ({ name }, index) =>
        [`processor time a trip, ${name}`, trips.map(({ processor }) => processor[index]!), 'ms'] as const,
    ),
  ]);

  const [toMessage, toAnswer]: [number[], number[]] = [[], []];
  for (let round = -3; round < ROUNDS * 4; round += 1) {
    const name = `calm-${counter}`;
    const startedAt = performance.now();
    await post(`${COLLIDED}-${name}`);
    const answeredMs = performance.now() - startedAt;
    while (!receivers.arrived.has(name)) await pause(1);
    if (round < 0) continue;
    toMessage.push(receivers.arrived.get(name)! - startedAt);
    toAnswer.push(answeredMs);
  }
  report('From webhook to message', [
    ['webhook to Slack message', toMessage, 'ms'],
    ['ratio to its acknowledgement', ratios(toMessage, toAnswer), 'times'],
  ]);

  say('');
  // Trips run one after the other, then the same time passes without any, because the processes' own queries belong to no trip.
  for (const isMatched of [false, true]) {
    const startedMs = performance.now();
    const busy = await postgres.count(async () => {
      for (let each = 0; each < COUNTED; each += 1) await trip(isMatched);
    });
    const idle = await postgres.count(() => pause(performance.now() - startedMs));
    reportStatements(isMatched ? 'matched' : 'unmatched', busy, idle);
  }
});

function reportStatements(name: string, busy: Traffic, idle: Traffic): void {
  const a = (of: 'statements' | 'transactions'): string => ((busy[of] - idle[of]) / COUNTED).toFixed(1);
  say(
    `${`statements an ${name} trip`.padEnd(44)} ${a('statements').padStart(9)} in ${a('transactions')} transactions`,
  );
  if (process.env['SHOW'] !== 'statements') return;
  const texts = [...busy.texts].filter(([text, count]) => count - (idle.texts.get(text) ?? 0) >= COUNTED / 4);
  for (const [text, count] of texts)
    say(`  ${(count / COUNTED).toFixed(1).padStart(5)}  ${text.slice(0, 160)}`);
}
