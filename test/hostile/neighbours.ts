import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { openDatabase, upsertFleets } from '../../store/db/index.ts';
import { compile } from '../chaos/compile.ts';
import { freePorts } from '../chaos/ports.ts';
import { recordEverything } from '../server/records.ts';
import { createTestDatabase, startTestPostgres } from '../support/store/postgres.ts';
import { startTestTemporal } from '../support/temporal/server.ts';

/**
 * Measures how long one fleet delays another. `loud` sends the most expensive requests with ten tokens. Meanwhile `calm` requests
 * `/healthz`, its incidents and a live stream, posts a webhook and adds a note to an incident, in turn.
 * - `ONLY=words` chooses attacks, `SECONDS=10` is the duration of each
 *
 * Exits with 1 if a request of `calm` took longer than
 * 300 ms or failed, or if the server's memory grew beyond 1 GiB.
 */
const SECONDS = Number(process.env['SECONDS'] ?? 10);
const LIMIT_MS = 300;
const LIMIT_MB = 1024;
const DRIVERS = 49_000;
const EVENTS = 4_900;
const NOTHING = 'nothing, for comparison';
const NAMES = [
  NOTHING,
  'driver searches, 100 at once',
  'live events resumed from an early position',
  '50 streams of each of ten tokens',
  'simulations of 6 MB of ten tokens',
  'drafts of 900 kB of ten tokens',
].filter((name) => name.includes(process.env['ONLY'] ?? ''));
const ROLES = ['viewer', 'editor', 'admin'] as const;

const folder = await mkdtemp(join(tmpdir(), 'tripline-neighbours-'));
const [port] = (await freePorts(1)) as [number];
const url = `http://127.0.0.1:${port}`;
const postgres = await startTestPostgres();
const temporal = await startTestTemporal();
const made = await createTestDatabase(postgres.url);
const database = openDatabase(made.url);
const tokens = (fleet: string) =>
  ROLES.flatMap((role) =>
    Array.from({ length: 10 }, (_each, at) => ({
      role,
      name: `${role}-${at}`,
      token: `planted-token-${fleet}-${role}-${at}`,
    })),
  );
const fleets = ['calm', 'loud'].map((id) => ({
  id,
  name: id,
  timezone: 'UTC',
  webhookTokens: [`planted-webhook-${id}`],
  apiTokens: tokens(id),
  analytics: { baseUrl: 'http://127.0.0.1:9', apiKey: 'unused' },
}));
await upsertFleets(database.db, fleets);
await recordEverything(database.db, 'calm');
await sql`insert into driver_directory (fleet_id, driver_id, name, updated_at)
  select 'loud', 'd-' || n, 'Driver ' || n, now() from generate_series(1, ${DRIVERS}) n`.execute(database.db);
const fleetsFile = join(folder, 'fleets.json');
await writeFile(fleetsFile, JSON.stringify({ fleets }));
const program = await compile();
const serve = spawn(process.execPath, [join(program, 'cli/tripline.mjs'), 'serve'], {
  cwd: folder,
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    PATH: process.env['PATH'] ?? '',
    HOME: process.env['HOME'] ?? '',
    LOG_LEVEL: 'fatal',
    PORT: String(port),
    FLEETS_FILE: fleetsFile,
    DATABASE_URL: made.url,
    TEMPORAL_ADDRESS: temporal.address,
    SLACK_BOT_TOKEN: 'off',
    SMTP_URL: 'off',
    EMAIL_FROM: 'Tripline <alerts@fleet.example>',
  },
});
let trips = 0;
const calm = { authorization: 'Bearer planted-token-calm-editor-0' };
const api = `${url}/api/v1/fleets/calm`;
/** Requests of `calm`, each of which returns whether its answer is right. */
const CALM: Readonly<Record<string, () => Promise<boolean>>> = {
  '/healthz': async () => (await fetch(`${url}/healthz`)).status === 200,
  'a webhook': async () => {
    const body = JSON.stringify({ version: 3, type: 'TRIP_SCORED', driver_id: 'd', trip_id: `${(trips += 1)}`, data: {} });
    return (await fetch(`${url}/webhooks/calm/planted-webhook-calm`, { method: 'POST', body })).status === 202;
  },
  'incidents': async () => (await fetch(`${api}/incidents`, { headers: calm })).status === 200,
  'an answer': async () => {
    const { items } = (await (await fetch(`${api}/incidents`, { headers: calm })).json()) as { items: { id: string }[] };
    const body = JSON.stringify({ by: 'Ann', note: 'Seen.' });
    const init = { method: 'POST', headers: { ...calm, 'content-type': 'application/json' }, body };
    return (await fetch(`${api}/incidents/${items[0]!.id}/notes`, init)).status === 200;
  },
  'a stream': async () => {
    const leave = new AbortController();
    const { status } = await fetch(`${api}/events`, { headers: calm, signal: leave.signal });
    leave.abort();
    return status === 200;
  },
}; // prettier-ignore
let isTooSlow = false;
try {
  await untilReady();
  const early = await firstPosition();
  await sql`insert into fleet_alarms (fleet_id, kind, subject, message, raised_at, last_seen_at)
    select 'loud', 'recipients', gen_random_uuid(), '', now(), now() from generate_series(1, ${EVENTS})`.execute(
    database.db,
  );
  for (const name of NAMES) isTooSlow = (await under(name, early)) || isTooSlow;
} finally {
  const ended = once(serve, 'exit');
  serve.kill('SIGTERM');
  await Promise.race([ended, pause(15_000).then(() => serve.kill('SIGKILL'))]);
  await database.close();
  await temporal.stop();
  await postgres.stop();
  for (const each of [folder, program]) await rm(each, { recursive: true, force: true });
}
process.exit(isTooSlow ? 1 : 0);

async function untilReady(): Promise<void> {
  for (let left = 300; left > 0; left -= 1) {
    if (await fetch(`${url}/readyz`).then(({ ok }) => ok, () => false)) return; // prettier-ignore
    await pause(200);
  }
  throw new Error('`tripline serve` did not become ready within a minute.');
}

/** Returns the present position of the stream of `loud`. */
async function firstPosition(): Promise<string> {
  const leave = new AbortController();
  const headers = { authorization: 'Bearer planted-token-loud-viewer-0' };
  const response = await fetch(`${url}/api/v1/fleets/loud/events`, { headers, signal: leave.signal });
  let text = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const id = /^id: (\S+)$/m.exec(text)?.[1];
    if (id === undefined) continue;
    leave.abort();
    return id;
  }
  throw new Error(`The stream has no position: ${response.status} ${text}`);
}

/** Runs one attack and measures its effect on the other fleet. @returns whether it exceeded a limit */
async function under(name: string, early: string): Promise<boolean> {
  const attacker = fork(fileURLToPath(new URL('./neighbourAttacker.ts', import.meta.url)), [name, url], {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, EARLY_POSITION: early },
  });
  await pause(3_000);
  const worst = new Map<string, number>();
  const failures = new Map<string, number>();
  let memory = 0;
  for (const until = Date.now() + SECONDS * 1_000; Date.now() < until; await pause(50)) {
    for (const [what, ask] of Object.entries(CALM)) {
      const began = performance.now();
      const isRight = await ask();
      worst.set(what, Math.max(worst.get(what) ?? 0, performance.now() - began));
      if (!isRight) failures.set(what, (failures.get(what) ?? 0) + 1);
    }
    memory = Math.max(memory, await residentMegabytes());
  }
  attacker.send('how');
  const [statuses] = (await Promise.race([once(attacker, 'message'), pause(5_000, [{}])])) as [object];
  attacker.disconnect();
  await Promise.race([once(attacker, 'exit'), pause(2_000)]);
  attacker.kill('SIGKILL');
  const times = [...worst].map(([what, ms]) => `${what} ${ms.toFixed(0)} ms`).join(', ');
  const failed = [...failures].map(([what, count]) => `, ${what} failed ${count} times`).join('');
  process.stdout.write(
    `${name}: at most ${times}${failed}; memory ${memory.toFixed(0)} MB; answers by status ${JSON.stringify(statuses)}\n`,
  );
  return failures.size > 0 || memory > LIMIT_MB || [...worst.values()].some((ms) => ms > LIMIT_MS);
}

async function residentMegabytes(): Promise<number> {
  const status = await readFile(`/proc/${serve.pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}
