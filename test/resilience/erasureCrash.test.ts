import { sql } from 'kysely';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getErasure, requestErasure } from '../../store/retention/index.ts';
import { WORKFLOWS, erasureWorkflowId, retentionWorkflowId } from '../../workflows/contracts/index.ts';
import { placesOf } from '../support/store/databaseScan.ts';
import { killableWorker } from '../support/servers/killable.ts';
import type { Killable } from '../support/servers/killable.ts';
import { FLEET, startStack } from '../support/servers/stack.ts';
import type { Stack } from '../support/servers/stack.ts';
import { seedTrips } from '../support/store/storedFleet.ts';

const TRIPS = 200;
/** Advisory lock that blocks every deletion of a trip while another session holds it, once half of them are gone. */
const GATE = 4_711;
/** The driver of all trips that `seedTrips` stores when there are so few. */
const DRIVER = 'driver-0';

let stack: Stack;
let worker: Killable;
let gate: Client;
beforeEach(async () => {
  stack = await startStack({ channels: 'outbox', more: { RETENTION_TRIPS_DAYS: '100' } });
  const { db } = stack.database;
  await seedTrips(db, { fleetId: FLEET, trips: TRIPS });
  await sql
    .raw(
      `create function wait_at_gate() returns trigger language plpgsql as $$ begin
         if (select count(*) from trips) <= ${TRIPS / 2} then perform pg_advisory_xact_lock_shared(${GATE}); end if;
         return old;
       end $$`,
    )
    .execute(db);
  await sql`create trigger wait_at_gate before delete on trips for each row execute function wait_at_gate()`.execute(
    db,
  );
  gate = new Client({ connectionString: stack.environment['DATABASE_URL'] });
  await gate.connect();
  await gate.query(`select pg_advisory_lock(${GATE})`);
  worker = killableWorker(stack.environment);
  await worker.start();
});
afterEach(async () => {
  await worker.stop();
  await gate.end();
  await stack.close();
});

async function count(table: string): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from ${sql.table(table)}`.execute(stack.database.db);
  return rows[0]!.count;
}

/** Kills the worker while half of the trips are gone and others are being deleted, and releases the lock. */
async function killInTheMiddle(): Promise<void> {
  const waiting = async (): Promise<number> => {
    const { rows } = await gate.query(
      `select from pg_locks where locktype = 'advisory' and objid = ${GATE} and not granted`,
    );
    return rows.length;
  };
  await expect.poll(waiting, { timeout: 60_000 }).toBeGreaterThan(0);
  expect(await count('trips')).toBe(TRIPS / 2);
  await worker.killAndRestart();
  await gate.query(`select pg_advisory_unlock(${GATE})`);
}

const start = (workflow: string, workflowId: string, input: object) =>
  stack.client.workflow.start(workflow, {
    workflowId,
    args: [input],
    taskQueue: stack.config.temporal.taskQueue,
  });

describe('a worker killed with -9', () => {
  it('in the middle of an erasure: another ends it, and nothing of the driver is left', async () => {
    const { db } = stack.database;
    const asked = { fleetId: FLEET, driverId: DRIVER, who: 'ann', why: 'asked', at: new Date() };
    const { id } = await requestErasure(db, asked);
    const input = { fleet: FLEET, erasureId: id };
    const handle = await start(WORKFLOWS.erasure, erasureWorkflowId(input), input);
    await killInTheMiddle();
    expect(await handle.result()).toEqual({ state: 'done' });
    const row = await getErasure(db, { fleetId: FLEET, id });
    expect(row).toMatchObject({ state: 'done', driverId: null });
    for (const table of ['trips', 'trip_events', 'trip_paths'])
      expect([table, await count(table)]).toEqual([table, 0]);
    expect(await placesOf(db, [DRIVER])).toEqual([]);
  });

  it('in the middle of retention: another ends it, and no half of a trip is left', async () => {
    const handle = await start(WORKFLOWS.retention, retentionWorkflowId({ fleet: FLEET }), { fleet: FLEET });
    await killInTheMiddle();
    expect(await handle.result()).toMatchObject({ over: true });
    for (const table of ['trips', 'trip_events', 'trip_paths'])
      expect([table, await count(table)]).toEqual([table, 0]);
    // A hash of each trip stays, so that none is reported again.
    expect(await count('trip_tombstones')).toBe(TRIPS);
  });
});
