import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { openDatabase } from '../../store/db/index.ts';
import { startCommand } from '../support/servers/commandProcess.ts';
import type { NodeProcess } from '../support/servers/nodeProcess.ts';
import { latePostgres, lateTemporal } from '../support/servers/latePart.ts';
import type { LatePart } from '../support/servers/latePart.ts';
import { expectTaken, untilAnswered } from '../support/servers/notificationSender.ts';
import { createTestDatabase } from '../support/store/postgres.ts';
import type { TestDatabase } from '../support/store/postgres.ts';

const WAIT = { timeout: 60_000, interval: 100 };
const TOKEN = 'planted-webhook-token';
let made: TestDatabase;
let postgres: LatePart;
let temporal: LatePart;
let server: NodeProcess;
let startedAtMs: number;

beforeEach(async () => {
  made = await createTestDatabase(inject('postgresUrl'));
  await emptySchema(made.url);
  const late = await latePostgres(made.url);
  postgres = late.part;
  temporal = await lateTemporal();
  startedAtMs = Date.now();
  server = startCommand(['serve'], {
    DATABASE_URL: late.url,
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_TASK_QUEUE: `test-${randomUUID()}`,
    FLEET_ID: 'north',
    ANALYTICS_BASE_URL: 'http://127.0.0.1:9',
    ANALYTICS_API_KEY: 'planted-analytics-key',
    WEBHOOK_TOKENS: TOKEN,
    API_TOKENS: 'viewer:vi:planted-viewer-token',
    SMTP_URL: 'off',
    SLACK_BOT_TOKEN: 'off',
    PORT: '0',
  });
});
afterEach(async () => {
  await server.kill();
  await Promise.all([postgres.close(), temporal.close()]);
  await made.drop();
});

/** Empties a database, as before its first migration. */
async function emptySchema(url: string): Promise<void> {
  const database = openDatabase(url);
  await sql`drop schema public cascade`.execute(database.db);
  await sql`create schema public`.execute(database.db);
  await database.close();
}

async function listening(): Promise<string> {
  const line = await server.says('web server listens');
  return (JSON.parse(line) as { url: string }).url;
}

const post = (url: string, body: object): Promise<Response> =>
  fetch(`${url}/webhooks/north/${TOKEN}`, { method: 'POST', body: JSON.stringify(body) });
const REPEAT_AFTER_MS = 30_000;
/** Returns a warning's log lines. Expects one, and at most one more for each half minute since the start. */
async function saidRarely(warning: string): Promise<string[]> {
  await expect.poll(() => server.lines(warning).length, WAIT).toBeGreaterThan(0);
  const said = server.lines(warning);
  expect(said.length).toBeLessThanOrEqual(1 + Math.floor((Date.now() - startedAtMs) / REPEAT_AFTER_MS));
  return said;
}
const scored = (): object => ({ type: 'TRIP_SCORED', driver_id: 'd-17', trip_id: randomUUID() });
const ready = async (url: string): Promise<unknown> => {
  const answer = await fetch(`${url}/readyz`);
  return { status: answer.status, ...((await answer.json()) as { checks: object }).checks };
};

it('takes trips while PostgreSQL is unavailable at start, and uses it once it is there', async () => {
  await temporal.open();
  const url = await listening();
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  await expect.poll(() => ready(url), WAIT).toEqual({ status: 503, database: 'unavailable', temporal: 'ok' });
  const trip = scored();
  await expectTaken(() => post(url, trip));
  expect((await untilAnswered(() => post(url, trip))).status).toBe(200);
  const unknown = await post(url, { type: 'SOMETHING_NEW' });
  expect([unknown.status, unknown.headers.get('retry-after')]).toEqual([503, '30']);

  await postgres.open();
  await expect.poll(() => ready(url), WAIT).toEqual({ status: 200, database: 'ok', temporal: 'ok' });
  expect(await (await post(url, { type: 'SOMETHING_NEW' })).json()).toEqual({ status: 'ignored' });
  expect((await saidRarely('is DATABASE_URL right?'))[0]).toContain(
    `PostgreSQL at ${postgres.address}/${made.database} does not answer (ECONNREFUSED)`,
  );
  await expect.poll(() => server.lines('PostgreSQL is available now').length, WAIT).toBe(1);
  expect(await server.stop()).toBe(0);
  expect(server.output()).not.toContain('planted-');
  expect(server.output()).not.toContain(new URL(made.url).password);
});

it('asks senders to come again while Temporal is unavailable at start, and takes trips once it is there', async () => {
  await postgres.open();
  const url = await listening();
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  await expect.poll(() => ready(url), WAIT).toEqual({ status: 503, database: 'ok', temporal: 'unavailable' });
  const trip = scored();
  const refused = await post(url, trip);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
  await saidRarely(`Temporal at ${temporal.address} does not answer`);

  await temporal.open();
  await expect.poll(async () => (await post(url, trip)).ok, WAIT).toBe(true);
  await expect.poll(() => ready(url), WAIT).toEqual({ status: 200, database: 'ok', temporal: 'ok' });
  await expect.poll(() => server.lines('Temporal is available now').length, WAIT).toBe(1);
  expect(await server.stop()).toBe(0);
});

it('starts with neither, and stops at once when asked to', async () => {
  const url = await listening();
  await expect
    .poll(() => ready(url), WAIT)
    .toEqual({ status: 503, database: 'unavailable', temporal: 'unavailable' });
  expect(await server.stop()).toBe(0);
});
