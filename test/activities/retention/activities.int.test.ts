import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { retentionCounts } from '../../../store/retention/index.ts';
import { WORKFLOWS, retentionScheduleId } from '../../../workflows/contracts/index.ts';
import type { RetentionProgress } from '../../../workflows/contracts/index.ts';
import { PLANTED_LATITUDE, PLANTED_LONGITUDE } from '../../support/stand-ins/analytics.ts';
import { placesOf } from '../../support/store/databaseScan.ts';
import { everythingIn } from '../../support/temporal/storedPayloads.ts';
import { useStack, useStackServer } from '../../support/servers/useStack.ts';

/** Schedules are called by their fleet, and stacks share a Temporal. */
const FLEET = `retained-${randomBytes(4).toString('hex')}`;
const stack = useStack({
  channels: 'outbox',
  more: { FLEET_ID: FLEET, PORT: '0', RETENTION_POSITIONS_DAYS: '30', RETENTION_TRIPS_DAYS: '100' },
});
const server = useStackServer(stack);
beforeAll(() => stack.startWorker());
afterAll(() =>
  schedule()
    .delete()
    .catch(() => undefined),
);

const schedule = () => stack.client.schedule.getHandle(retentionScheduleId({ fleet: FLEET }));
const DAY_MS = 86_400_000;

async function drive(tripId: string, daysAgo: number): Promise<void> {
  const endedAt = new Date(Date.now() - daysAgo * DAY_MS);
  stack.put({ driverId: 'd', tripId }, { endedAt, events: [2] });
  await stack.runTrip({ driverId: 'd', tripId });
  await sql`update trips set first_received_at = ${endedAt} where trip_id = ${tripId}`.execute(
    stack.database.db,
  );
}

describe('retention', () => {
  it('is scheduled daily by the server, for a fleet whose data is not kept for ever', async () => {
    await expect
      .poll(async () => (await schedule().describe()).action, { timeout: 30_000 })
      .toMatchObject({ workflowType: WORKFLOWS.retention, args: [{ fleet: FLEET }] });
    expect((await schedule().describe()).spec.intervals).toMatchObject([{ every: DAY_MS }]);
    const runs = async () =>
      (await retentionCounts(stack.database.db)).filter(({ category }) => category === 'runs').length;
    await expect.poll(runs, { timeout: 20_000 }).toBe(1);
    // The schedule's hour is derived from the fleet's name, and may be now. Pauses it, because the other tests remove rows
    // themselves.
    await schedule().pause('the other tests remove by hand');
  });

  it('removes positions first, then trips; only counts are returned', async () => {
    await drive('planted-young', 1);
    await drive('planted-middle', 31);
    await drive('planted-old', 101);
    const workflowId = `retention:${FLEET}:test`;
    const progress = await stack.execute<RetentionProgress>(WORKFLOWS.retention, workflowId, {
      fleet: FLEET,
    });
    expect(progress).toMatchObject({ over: true, removed: { positions: 2, trips: 1 } });
    const { rows } = await sql`
      select trip_id, exists (select from trip_paths where trip_paths.trip_id = trips.trip_id) as has_path,
        (select count(latitude_start)::int from trip_events where trip_events.trip_id = trips.trip_id) as places
      from trips order by trip_id`.execute(stack.database.db);
    expect(rows).toEqual([
      { tripId: 'planted-middle', hasPath: false, places: 0 },
      { tripId: 'planted-young', hasPath: true, places: 1 },
    ]);
    expect(await placesOf(stack.database.db, ['planted-old'])).toEqual([]);

    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toMatch(new RegExp(`tripline_retention_removed{fleet="${FLEET}",kind="trips"} 1`));
    expect(metrics).toContain(`tripline_retention_last_run_timestamp_seconds{fleet="${FLEET}"}`);
    const log = stack
      .logged()
      .split('\n')
      .find((line) => line.includes('retention removed old data') && line.includes('"trips":1'));
    expect(log).toBeDefined();
    const history = everythingIn(await stack.client.workflow.getHandle(workflowId).fetchHistory());
    for (const text of [log!, history])
      for (const planted of ['planted-old', String(PLANTED_LATITUDE), String(PLANTED_LONGITUDE)])
        expect(text).not.toContain(planted);
  });

  it('takes a trip’s positions although the trip itself cannot be taken yet', async () => {
    const { db } = stack.database;
    await drive('planted-stuck', 101);
    await sql`create function keep_trips() returns trigger language plpgsql
      as $$ begin raise exception 'trips cannot be deleted now'; end $$`.execute(db);
    await sql`create trigger keep_trips before delete on trips for each row execute function keep_trips()`.execute(
      db,
    );
    const workflowId = `retention:${FLEET}:stuck`;
    const handle = await stack.start(WORKFLOWS.retention, workflowId, { fleet: FLEET });
    const stuck = async () =>
      (
        await sql`select state, exists (select from trip_paths where trip_paths.trip_id = trips.trip_id) as has_path
          from trips where trip_id = 'planted-stuck'`.execute(db)
      ).rows;
    await expect.poll(stuck, { timeout: 20_000 }).toEqual([{ state: 'decided', hasPath: false }]);
    await sql`drop function keep_trips cascade`.execute(db);
    await handle.result();
    expect(await stuck()).toEqual([]);
  });
});
