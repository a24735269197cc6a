import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, startTestPostgres } from '../test/support/store/postgres.ts';
import { startTestTemporal } from '../test/support/temporal/server.ts';
import { alternating, reportBeside, steadily } from './measure.ts';
import { ATTACKS } from './portAttacker.ts';
import { machine } from './report.ts';

/**
 * Measures the effect of attacks on the public port on healthy webhooks: their response times while an attack goes on, against
 * the same without it right before, alternating. The web server and the attacker are processes of their own, and everything
 * stays on this machine. Aims: below 2 times at the 99th percentile, no healthy webhook refused.
 */
const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const SAMPLES = Number(process.env['SAMPLES'] ?? 200);
const A_SECOND = Number(process.env['RATE'] ?? 20);
const ONLY = process.env['ONLY']?.split(',');
const TOKEN = 'bench-webhook-token';
const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

const postgres = await startTestPostgres();
const temporal = await startTestTemporal();
const made = await createTestDatabase(postgres.url);
const server = spawn(process.execPath, [here('../cli/tripline.mjs'), 'serve'], {
  env: {
    PATH: process.env['PATH'] ?? '',
    NODE_ENV: 'production',
    PORT: '0',
    SLACK_SIGNING_SECRET: 'bench-secret',
    SLACK_BOT_TOKEN: 'off',
    SMTP_URL: 'off',
    DATABASE_URL: made.url,
    TEMPORAL_ADDRESS: temporal.address,
    FLEET_ID: 'calm',
    FLEET_TIMEZONE: 'UTC',
    ANALYTICS_BASE_URL: 'http://127.0.0.1:9',
    ANALYTICS_API_KEY: 'bench-key',
    WEBHOOK_TOKENS: TOKEN,
    RECONCILE_EVERY: 'off',
    RETENTION_POSITIONS_DAYS: 'off',
    RETENTION_TRIPS_DAYS: 'off',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const path = `/webhooks/calm/${TOKEN}`;

function listening(): Promise<string> {
  let text = '';
  return new Promise((resolve, reject) => {
    server.stdout.on('data', (chunk: Buffer) => {
      if (text.length < 100_000) text += chunk.toString();
      const url = /"url":"([^"]+)"/.exec(text)?.[1];
      if (url !== undefined) resolve(url);
    });
    server.once('close', (code) => reject(new Error(`the server ended with ${code}: ${text}`)));
  });
}

let counter = 1_790_000_000_000;
/** Posts steadily. Milliseconds of each answer; what was refused or cut off counts. */
async function post(url: string): Promise<{ readonly times: number[]; readonly refused: number }> {
  const times: number[] = [];
  const refused = await steadily({ count: SAMPLES, aSecond: A_SECOND }, async () => {
    counter += 1;
    const notification = {
      version: 3,
      type: 'TRIP_SCORED',
      driver_id: 'd',
      trip_id: String(counter),
      data: {},
    };
    const at = performance.now();
    const answer = await fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(notification) });
    await answer.arrayBuffer();
    times.push(performance.now() - at);
    return answer.status === 202;
  });
  return { times, refused };
}

/** Returns the memory of the server in MB. */
async function memory(): Promise<number> {
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

async function end(): Promise<void> {
  server.kill('SIGKILL');
  await Promise.all([temporal.stop(), postgres.stop()]);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void end().finally(() => process.exit(130)));

process.stdout.write(`On ${machine()}, everything on it\n`);
try {
  const found = await listening();
  const target = { port: Number(new URL(found).port), path };
  await post(found); // Warms everything up.
  for (const name of Object.keys(ATTACKS).filter(
    (each) => !ONLY || ONLY.some((word) => each.includes(word)),
  )) {
    let [refused, most] = [0, 0];
    const rounds = await alternating(
      { rounds: ROUNDS },
      {
        alone: async () => (await post(found)).times,
        beside: async () => {
          const attacker = fork(here('./portAttacker.ts'), [], { execArgv: ['--import', 'tsx'] });
          const ended = once(attacker, 'exit');
          await once(attacker, 'message');
          attacker.send({ name, target });
          await once(attacker, 'message');
          await pause(500);
          const watch = setInterval(() => void memory().then((mb) => (most = Math.max(most, mb))), 100);
          const hit = await post(found);
          clearInterval(watch);
          refused += hit.refused;
          attacker.kill('SIGKILL');
          await ended;
          await pause(1_000);
          return hit.times;
        },
      },
    );
    reportBeside({ load: name, aim: 'below 2' }, rounds);
    process.stdout.write(`refused (aim: 0): ${refused}; the server took ${most.toFixed(0)} MB at most\n`);
  }
} finally {
  await end();
}
process.exit(0);
