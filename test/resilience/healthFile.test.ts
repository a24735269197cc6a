import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { parse } from 'yaml';
import { keepHealthFile } from '../../cli/dev/index.ts';
import { lastAskedForWork } from '../../temporal/index.ts';
import { lateTemporal } from '../support/servers/latePart.ts';
import type { LatePart } from '../support/servers/latePart.ts';
import { startStack } from '../support/servers/stack.ts';
import type { Stack } from '../support/servers/stack.ts';

const compose = parse(readFileSync(new URL('../../docker-compose.yml', import.meta.url), 'utf8'), {
  merge: true,
}) as {
  services: { worker: { healthcheck: { test: string[] }; environment: Record<string, string> } };
};
const { healthcheck, environment } = compose.services.worker;
const WAIT = { timeout: 60_000, interval: 100 };
const log = pino({ level: 'silent' });
let folder: string;
let path: string;
let stack: Stack;
let temporal: LatePart;
let rounds = 0;
let health: { stop(): void };

/** Runs the health check of docker-compose.yml, with this file in place of the container's. */
function isHealthy(): boolean {
  const command = healthcheck.test[1]!.replaceAll(environment['WORKER_HEALTH_FILE']!, path);
  try {
    execFileSync('sh', ['-c', command], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Dates the file as if Temporal had last seen the worker `minutes` ago. */
function age(minutes: number): void {
  const then = new Date(Date.now() - minutes * 60_000);
  utimesSync(path, then, then);
}

/** Waits until the current round has ended, and the next one too. */
async function moreRounds(): Promise<void> {
  const before = rounds;
  await expect.poll(() => rounds, WAIT).toBeGreaterThan(before + 1);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tripline-health-'));
  path = join(folder, 'asked');
  stack = await startStack({ channels: 'outbox' });
  temporal = await lateTemporal();
  await temporal.open();
  const config = { ...stack.config, temporal: { ...stack.config.temporal, address: temporal.address } };
  await stack.startWorker({ config });
  health = keepHealthFile({
    path,
    log,
    everyMs: 50,
    worker: {
      lastAskedForWork: () => stack.worker!.lastAskedForWork().finally(() => void (rounds += 1)),
    },
  });
});
afterAll(async () => {
  health.stop();
  await stack.close();
  await temporal.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => expect.poll(isHealthy, WAIT).toBe(true));

it('is healthy while Temporal sees the worker ask for work', async () => {
  age(10);
  await expect.poll(isHealthy, WAIT).toBe(true);
  expect(Date.now() - statSync(path).mtimeMs).toBeLessThan(120_000);
});

it('is not healthy when Temporal has been unavailable for long, and is again afterwards', async () => {
  await temporal.close();
  await moreRounds();
  age(3);
  await moreRounds();
  expect(isHealthy()).toBe(false);
  await temporal.open();
  await expect.poll(isHealthy, WAIT).toBe(true);
});

it('is not healthy when the worker polls nothing any more, although Temporal answers', async () => {
  health.stop();
  const { namespace, taskQueue } = stack.config.temporal;
  const of = { namespace, taskQueue, identity: `${process.pid}@${hostname()}` };
  const ask = (): Promise<Date | undefined> =>
    lastAskedForWork(stack.client.connection.workflowService, of).finally(() => void (rounds += 1));
  expect(await ask()).toBeInstanceOf(Date);
  health = keepHealthFile({ path, log, everyMs: 50, worker: { lastAskedForWork: ask } });
  await stack.worker!.shutdown();
  const stoppedAtMs = Date.now();
  await moreRounds();
  await moreRounds();
  // Temporal is asked on and on, and says the same: time alone makes it unhealthy.
  expect(statSync(path).mtimeMs).toBeLessThanOrEqual(stoppedAtMs);
  expect((await ask())!.getTime()).toBeLessThanOrEqual(stoppedAtMs);
  health.stop();
  // A round that is under way may still set the file's time.
  await pause(500);
  age(3);
  expect(isHealthy()).toBe(false);
});
