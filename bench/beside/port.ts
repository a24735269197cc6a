import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { notificationOf } from '../../test/support/stand-ins/analytics.ts';
import { memoryOf } from '../../test/support/servers/nodeProcess.ts';
import { besideLoads, steadily } from '../measure.ts';
import { PRODUCTION } from '../run.ts';
import type { Bench } from '../run.ts';
import { ATTACKS } from './portAttacker.ts';

const SAMPLES = Number(process.env['SAMPLES'] ?? 200);
const A_SECOND = Number(process.env['RATE'] ?? 20);
const TOKEN = 'bench-webhook-token';

/**
 * Measures the effect of attacks on the public port on healthy webhooks: their response times while an attack goes on, against
 * the same without it right before, alternating. The web server and the attacker are processes of their own, and everything
 * stays on this machine. Aims: below 2 times at the 99th percentile, no healthy webhook refused.
 */
export async function besideAttacks(bench: Bench): Promise<void> {
  const { postgresUrl, temporalAddress } = await bench.servers();
  const { url: databaseUrl } = await bench.database(postgresUrl);
  const { url, pid } = await bench.startServer({
    ...PRODUCTION,
    SLACK_SIGNING_SECRET: 'bench-secret',
    SLACK_BOT_TOKEN: 'off',
    SMTP_URL: 'off',
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: temporalAddress,
    FLEET_ID: 'calm',
    FLEET_TIMEZONE: 'UTC',
    ANALYTICS_BASE_URL: 'http://127.0.0.1:9',
    ANALYTICS_API_KEY: 'bench-key',
    WEBHOOK_TOKENS: TOKEN,
  });
  const path = `/webhooks/calm/${TOKEN}`;

  let counter = 1_790_000_000_000;
  let refused = 0;
  /** Posts steadily, and returns the milliseconds of each answer. */
  async function post(): Promise<number[]> {
    const times: number[] = [];
    refused = await steadily({ count: SAMPLES, aSecond: A_SECOND }, async () => {
      const body = notificationOf({ driverId: 'd', tripId: String((counter += 1)) });
      const at = performance.now();
      const answer = await fetch(url + path, { method: 'POST', body });
      await answer.arrayBuffer();
      times.push(performance.now() - at);
      return answer.status === 202;
    });
    return times;
  }

  const notes: string[] = [];
  async function during(name: string): Promise<number[]> {
    const attacker = fork(fileURLToPath(new URL('./portAttacker.ts', import.meta.url)));
    const ended = once(attacker, 'exit');
    await once(attacker, 'message');
    attacker.send({ name, target: { port: Number(new URL(url).port), path } });
    await once(attacker, 'message');
    await pause(500);
    let most = 0;
    const watch = setInterval(() => void memoryOf(pid).then((mb) => (most = Math.max(most, mb))), 100);
    const times = await post();
    clearInterval(watch);
    notes.push(`refused (aim: 0): ${refused}; the server took ${most.toFixed(0)} MB at most`);
    attacker.kill('SIGKILL');
    await ended;
    await pause(1_000);
    return times;
  }

  await post(); // Warms everything up.
  await besideLoads({
    loads: Object.fromEntries(Object.keys(ATTACKS).map((name) => [name, () => during(name)])),
    alone: post,
    aim: 'below 2',
    notes,
  });
}
