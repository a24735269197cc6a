import { fork, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import { openDatabase, upsertFleets } from '../store/db/index.ts';
import { publishDocument, saveDraft } from '../store/documents/index.ts';
import { createTestDatabase, startTestPostgres } from '../test/support/store/postgres.ts';
import { startTestTemporal } from '../test/support/temporal/server.ts';
import type { Said, ServiceMode, ComposedMessage } from './fairnessNoise.ts';
import { CHANNELS, COLLIDED, startReceivers } from './fairnessService.ts';
import { alternating, reportBeside, steadily } from './measure.ts';
import { machine } from './report.ts';

/**
 * Measures how much one fleet slows another: the time from webhook to Slack message of a calm fleet's steady trickle, while
 * another fleet floods or its service or Slack is broken, against the same trickle alone just before. Web server and worker are
 * processes of their own, as is the loud fleet. Aim: below 1.5 times at the 99th percentile.
 */
const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const SAMPLES = Number(process.env['SAMPLES'] ?? 150);
const FLOOD = Number(process.env['FLOOD'] ?? 2_000);
const ONLY = process.env['ONLY']?.split(',');
const TRIPS_A_SECOND = Number(process.env['RATE'] ?? 4);
/** `FLEET_TRIPS_PER_SECOND`: `off`, a number, or nothing for the default of several fleets. */
const START_RATE = process.env['START_RATE'] ?? '';
const LOST_AFTER_MS = 60_000;
const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const TSX = ['--import', 'tsx'];

/** The loud fleet's behaviour during a measurement. */
interface Trouble {
  readonly name: string;
  readonly mode?: ServiceMode;
  readonly slackHangs?: boolean;
  readonly trips: number;
  /** Over so many connections. */
  readonly over: number;
  /** Begins a driver's id. */
  readonly driver: string;
}
const TROUBLES: readonly Trouble[] = [
  { name: `a flood of ${FLOOD} trips`, trips: FLOOD, over: 64, driver: 'quiet' },
  { name: 'its service hangs', mode: 'hangs', trips: 400, over: 16, driver: 'quiet' },
  { name: 'its service answers 500', mode: 'answers 500', trips: 400, over: 16, driver: 'quiet' },
  { name: 'its service answers 429', mode: 'answers 429', trips: 400, over: 16, driver: 'quiet' },
  { name: 'its Slack hangs', slackHangs: true, trips: 300, over: 16, driver: COLLIDED },
];

const folder = await mkdtemp(join(tmpdir(), 'tripline-bench-'));
const postgres = await startTestPostgres();
const temporal = await startTestTemporal();
const made = await createTestDatabase(postgres.url);
const arrived = new Map<string, number>();
const receivers = await startReceivers((body) => {
  const driver = /calm-\d+/.exec(body)?.[0];
  if (driver !== undefined && !arrived.has(driver)) arrived.set(driver, performance.now());
});
const noise = fork(here('./fairnessNoise.ts'), [], { execArgv: TSX });
const [{ serviceUrl: loudUrl }] = (await once(noise, 'message')) as [Extract<Said, { serviceUrl: string }>];
const children: ChildProcess[] = [noise];

const LOUD_SLACK = 'xoxb-bench-loud';
const troubles = TROUBLES.filter(({ name }) => !ONLY || ONLY.some((word) => name.includes(word)));
/** One for each measurement: a rate limit remembers what a flood before has announced. */
const loudFleets = Array.from({ length: troubles.length * ROUNDS }, (_each, index) => `loud-${index}`);
const fleets = [
  { id: 'calm', analytics: { baseUrl: receivers.serviceUrl, apiKey: 'calm-key' }, slack: { botToken: 'xoxb-bench-calm' } },
  ...loudFleets.map((id) => ({ id, analytics: { baseUrl: loudUrl, apiKey: 'loud-key' }, slack: { botToken: LOUD_SLACK } })),
].map((fleet) => ({ ...fleet, name: fleet.id, timezone: 'UTC', webhookTokens: [`${fleet.id}-bench-token`] })); // prettier-ignore
const fleetsFile = join(folder, 'fleets.json');
await writeFile(fleetsFile, JSON.stringify({ fleets }));

const database = openDatabase(made.url);
await upsertFleets(database.db, fleets);
for (const { id: fleetId } of fleets)
  for (let channel = 0; channel < CHANNELS; channel += 1) {
    const key = { fleetId, kind: 'rule', id: `collision-${channel}`, who: 'bench', at: new Date() } as const;
    await saveDraft(database.db, { ...key, body: rule(channel) });
    await publishDocument(database.db, key);
  }

function rule(channel: number) {
  return {
    id: `collision-${channel}`,
    name: `Collision ${channel}`,
    severity: 'critical',
    mode: 'live',
    conditions: {
      all: [
        { fact: 'trip.events.count', params: { type: 'COLLISION' }, operator: 'greaterThan', value: 0 },
        { fact: 'trip.distance_km', operator: 'equal', value: 10 + channel },
      ],
    },
    actions: [{ type: 'slack', channel: `#channel-${channel}` }],
  };
}

const environment = {
  PATH: process.env['PATH'] ?? '',
  NODE_ENV: 'production',
  LOG_LEVEL: 'warn',
  DATA_DIR: folder,
  FLEETS_FILE: fleetsFile,
  DATABASE_URL: made.url,
  TEMPORAL_ADDRESS: temporal.address,
  SLACK_API_URL: receivers.slackUrl,
  EMAIL_FROM: 'bench@fleet.example',
  SMTP_URL: 'smtp://127.0.0.1:9',
  FLEET_TRIPS_PER_SECOND: START_RATE,
  RECONCILE_EVERY: 'off',
  RETENTION_POSITIONS_DAYS: 'off',
  RETENTION_TRIPS_DAYS: 'off',
};

/** Runs the command as a process; settles once it says that it is ready. */
async function run(
  role: 'serve' | 'worker',
  more: Record<string, string>,
  ready: RegExp,
): Promise<RegExpExecArray> {
  const child = spawn(process.execPath, [here('../cli/tripline.mjs'), role], {
    env: { ...environment, LOG_LEVEL: 'info', ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let text = '';
  return new Promise((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      if (text.length < 1_000_000) text += chunk.toString();
      const found = ready.exec(text);
      if (found) resolve(found);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('close', (code) => reject(new Error(`${role} ended with ${code}: ${text.slice(-2_000)}`)));
  });
}

let counter = 0;
/** Posts a steady trickle and waits for its messages: milliseconds, and what was refused or lost. */
async function trickle(): Promise<{ readonly times: number[]; readonly refused: number }> {
  const sent: { driver: string; at: number }[] = [];
  const refused = await steadily({ count: SAMPLES, aSecond: TRIPS_A_SECOND }, async () => {
    counter += 1;
    const body = JSON.stringify({
      version: 3,
      type: 'TRIP_SCORED',
      driver_id: `${COLLIDED}-calm-${counter}`,
      trip_id: String(1_790_000_000_000 + counter),
      data: {},
    });
    sent.push({ driver: `calm-${counter}`, at: performance.now() });
    const answer = await fetch(calmUrl, { method: 'POST', body });
    await answer.arrayBuffer();
    return answer.status === 202;
  });
  const until = performance.now() + LOST_AFTER_MS;
  while (sent.some(({ driver }) => !arrived.has(driver)) && performance.now() < until) await pause(50);
  return { refused, times: sent.map(({ driver, at }) => (arrived.get(driver) ?? Infinity) - at) };
}

const instruct = (message: ComposedMessage): void => void noise.send(message);
const connection = await Connection.connect({ address: temporal.address });
const client = new Client({ connection });

/** Ends what the loud fleet still has under way, so that the next measurement begins in peace. */
async function quieten(): Promise<number> {
  let ended = 0;
  for (let isQuiet = false; !isQuiet;) {
    isQuiet = true;
    const ids: string[] = [];
    for await (const { workflowId } of client.workflow.list({ query: 'ExecutionStatus = "Running"' }))
      ids.push(workflowId);
    const left = ids.filter((id) => id.startsWith('trip:loud-'));
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let id = left.pop(); id !== undefined; id = left.pop()) {
          isQuiet = false;
          await client.workflow
            .getHandle(id)
            .terminate('the bench goes on')
            .then(
              () => (ended += 1),
              () => undefined,
            );
        }
      }),
    );
    await pause(2_000);
  }
  return ended;
}

async function end(): Promise<void> {
  for (const child of children) if (child.exitCode === null) child.kill('SIGKILL');
  receivers.close();
  await connection.close();
  await database.close();
  await Promise.all([temporal.stop(), postgres.stop()]);
  await rm(folder, { recursive: true, force: true });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void end().finally(() => process.exit(130)));

process.stdout.write(
  `On ${machine()}, everything on it; ${TRIPS_A_SECOND} trips a second of the calm fleet, start rate ${START_RATE || 'by default'}\n`,
);
let calmUrl = '';
try {
  const [, serverUrl] = await run('serve', { PORT: '0' }, /"url":"([^"]+)"/);
  calmUrl = `${serverUrl}/webhooks/calm/calm-bench-token`;
  await run('worker', {}, /worker runs/);
  await trickle(); // Warms everything up.
  for (const trouble of troubles) {
    const notes: string[] = [];
    const rounds = await alternating(
      { rounds: ROUNDS },
      {
        alone: async () => (await trickle()).times,
        beside: async () => {
          instruct({ mode: trouble.mode ?? 'ok' });
          receivers.hangingToken = trouble.slackHangs ? LOUD_SLACK : undefined;
          const flooded = once(noise, 'message') as Promise<[Extract<Said, { posted: number }>]>;
          const loud = loudFleets.pop()!;
          const url = `${serverUrl}/webhooks/${loud}/${loud}-bench-token`;
          instruct({ flood: trouble.trips, over: trouble.over, url, driver: trouble.driver });
          const { times, refused } = await trickle();
          const [posted] = await flooded;
          receivers.hangingToken = undefined;
          const left = await quieten();
          instruct({ mode: 'ok' });
          notes.push(
            `${refused} of the calm fleet refused; the loud one posted in ${posted.seconds.toFixed(1)} s, ${posted.refused} refused, ${left} left`,
          );
          await pause(3_000);
          return times;
        },
      },
    );
    reportBeside({ load: `Beside ${trouble.name}`, aim: 'below 1.5' }, rounds);
    process.stdout.write(`${notes.join('\n')}\n`);
  }
} finally {
  await end();
}
process.exit(0);
