import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { listAlarms } from '../../store/alarms/index.ts';
import { startCommand } from '../support/servers/commandProcess.ts';
import type { NodeProcess } from '../support/servers/nodeProcess.ts';
import { latePart } from '../support/servers/latePart.ts';
import type { LatePart } from '../support/servers/latePart.ts';
import { FLEET, startStack } from '../support/servers/stack.ts';
import type { Stack } from '../support/servers/stack.ts';

let stack: Stack;
let postgres: LatePart;
let temporal: LatePart;
let worker: NodeProcess;

beforeEach(async () => {
  stack = await startStack({ channels: 'outbox' });
  const { hostname, port } = new URL(stack.config.databaseUrl!);
  postgres = await latePart({ host: hostname, port: Number(port) });
  const [host, temporalPort] = inject('temporalAddress').split(':');
  temporal = await latePart({ host: host!, port: Number(temporalPort) });
  const databaseUrl = new URL(stack.config.databaseUrl!);
  databaseUrl.host = postgres.address;
  worker = startCommand(['worker'], {
    ...stack.environment,
    DATABASE_URL: databaseUrl.href,
    TEMPORAL_ADDRESS: temporal.address,
  });
  await worker.says('is DATABASE_URL right?');
  await worker.says('is TEMPORAL_ADDRESS right');
});
afterEach(async () => {
  await worker.kill();
  await Promise.all([postgres.close(), temporal.close()]);
  await stack.close();
});

it('waits for PostgreSQL and Temporal, then works', async () => {
  const trip = stack.put({ driverId: 'd-17', tripId: 'late' });
  await postgres.open();
  await worker.says('PostgreSQL is available now');
  await temporal.open();
  await worker.says('worker runs');
  expect(await stack.runTrip(trip)).toMatchObject({ state: 'decided' });
  const openAlarms = await listAlarms(stack.database.db, { fleetId: FLEET, openOnly: true });
  expect(openAlarms.map(({ kind }) => kind).sort()).toEqual(['slack_off', 'smtp_off']);
  expect(await worker.stop()).toBe(0);
  expect(worker.output()).not.toContain('planted-');
});

it('stops at once when asked to while it waits', async () => {
  expect(await worker.stop()).toBe(0);
  expect(worker.lines('worker stopped')).toHaveLength(1);
});
