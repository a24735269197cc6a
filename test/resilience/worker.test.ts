import { afterEach, beforeEach, expect, it } from 'vitest';
import { listAlarms } from '../../store/alarms/index.ts';
import { startCommand } from '../support/servers/commandProcess.ts';
import type { NodeProcess } from '../support/servers/nodeProcess.ts';
import { latePostgres, lateTemporal } from '../support/servers/latePart.ts';
import type { LatePart } from '../support/servers/latePart.ts';
import { FLEET, startStack } from '../support/servers/stack.ts';
import type { Stack } from '../support/servers/stack.ts';

let stack: Stack;
let postgres: LatePart;
let temporal: LatePart;
let worker: NodeProcess;

beforeEach(async () => {
  stack = await startStack({ channels: 'outbox' });
  const late = await latePostgres(stack.config.databaseUrl!);
  postgres = late.part;
  temporal = await lateTemporal();
  worker = startCommand(['worker'], {
    ...stack.environment,
    DATABASE_URL: late.url,
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
