import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { startServer } from '../../server/main.ts';
import type { RunningServer } from '../../server/main.ts';
import { openDatabase } from '../../store/db/index.ts';
import type { Database } from '../../store/db/index.ts';
import { getTrip, listDecisions } from '../../store/trips/index.ts';
import { tripWorkflowId } from '../../workflows/contracts/index.ts';
import { notificationOf } from '../support/stand-ins/analytics.ts';
import { latePostgres, lateTemporal } from '../support/servers/latePart.ts';
import type { LatePart } from '../support/servers/latePart.ts';
import { FLEET, WEBHOOK_TOKEN, sha256Hex, startStack } from '../support/servers/stack.ts';
import type { Stack, Trip } from '../support/servers/stack.ts';

vi.setConfig({ testTimeout: 300_000 });
const WAIT = { timeout: 240_000, interval: 200 };

let postgres: LatePart;
let temporal: LatePart;
let stack: Stack;
let server: RunningServer;
/** Past the line that is cut. */
let beside: Database;

beforeAll(async () => {
  const real = new URL(inject('postgresUrl'));
  const late = await latePostgres(real.href);
  postgres = late.part;
  temporal = await lateTemporal();
  await Promise.all([postgres.open(), temporal.open()]);
  stack = await startStack({
    servers: { postgresUrl: late.url, temporalAddress: temporal.address },
    more: { PORT: '0' },
  });
  real.pathname = new URL(stack.config.databaseUrl!).pathname;
  beside = openDatabase(real.href);
  const log = pino({ level: 'silent' });
  server = await startServer({ config: stack.config, database: stack.database, log });
  await stack.publish({
    id: 'phone',
    name: 'Phone',
    severity: 'warning',
    mode: 'live',
    conditions: {
      all: [
        {
          fact: 'driver.events.count',
          params: { type: 'PHONE_USE', window: '7d' },
          operator: 'greaterThanInclusive',
          value: 6,
        },
      ],
    },
    actions: [{ type: 'email', to: ['lead@example.com'] }],
  });
  await stack.startWorker();
});
afterAll(async () => {
  await server.close();
  await beside.close();
  await stack.close();
  await Promise.all([postgres.close(), temporal.close()]);
});

/** Adds a trip with one phone event to the service, `hoursAgo` old. */
function driven(driverId: string, hoursAgo = 1): Trip {
  const endedAt = new Date(Date.now() - hoursAgo * 3_600_000);
  return stack.put({ driverId, tripId: randomUUID() }, { events: [2], endedAt });
}
async function post(trip: Trip): Promise<{ status: number; retryAfter: string | null }> {
  const answer = await fetch(`${server.url}/webhooks/${FLEET}/${WEBHOOK_TOKEN}`, {
    method: 'POST',
    body: notificationOf(trip),
  });
  await answer.arrayBuffer();
  return { status: answer.status, retryAfter: answer.headers.get('retry-after') };
}
const stateOf = async (trip: Trip): Promise<string | undefined> =>
  (await getTrip(beside.db, { fleetId: FLEET, ...trip }))?.state;
const isHeldByTemporal = async (trip: Trip): Promise<string> =>
  (await stack.client.workflow.getHandle(tripWorkflowId({ fleet: FLEET, ...trip }, sha256Hex)).describe())
    .status.name;

it('without Temporal a sender is asked to come again, and the same post is taken and decided afterwards', async () => {
  const before = driven('ann');
  expect((await post(before)).status).toBe(202);
  await temporal.close();
  const trip = driven('ann');
  expect(await post(trip)).toEqual({ status: 503, retryAfter: '30' });
  expect(await stateOf(trip)).toBeUndefined();
  await temporal.open();
  await expect.poll(async () => (await post(trip)).status < 300, WAIT).toBe(true);
  await expect.poll(() => stateOf(trip), WAIT).toBe('decided');
  await expect.poll(() => stateOf(before), WAIT).toBe('decided');
  expect(await listDecisions(beside.db, { fleetId: FLEET, ...trip })).toHaveLength(1);
});

it('without the database trips are taken and wait in Temporal; back again, each is decided once and nothing is missing in a window', async () => {
  await postgres.close();
  const trips = [6, 5, 4, 3, 2, 1].map((hoursAgo) => driven('bob', hoursAgo));
  const others = Array.from({ length: 10 }, (_each, index) => driven(`driver-${index}`));
  for (const trip of [...trips, ...others]) expect((await post(trip)).status).toBe(202);
  for (const trip of trips) expect(await isHeldByTemporal(trip)).toBe('RUNNING');
  for (const trip of [...trips, ...others]) expect(await stateOf(trip)).not.toBe('decided');
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503);

  await postgres.open();
  for (const trip of [...trips, ...others]) await expect.poll(() => stateOf(trip), WAIT).toBe('decided');
  for (const trip of [...trips, ...others])
    expect(await listDecisions(beside.db, { fleetId: FLEET, ...trip })).toHaveLength(1);
  // Whichever of Bob's six trips came last, his six events are in one window, sent once.
  await expect.poll(() => stack.smtp.mails.length, WAIT).toBe(1);
  expect(stack.smtp.mails[0]!.parsed.text).toContain('bob');
});
