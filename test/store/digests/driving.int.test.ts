import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { digestEvents, nightShareOfTrips } from '../../../store/digests/index.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';

const test = useDatabase();
const scope = { fleetId: 'f', runId: '1', dates: { from: '2026-01-05', to: '2026-01-06' }, groups: null };

it('leaves out trips whose beginning is no time, and counts the others', async () => {
  const begun = ['2026-01-05T03:00:00Z', 'NA', '', '2026-02-30T10:00:00Z', '2026-01-05T25:00:00Z', 'now'];
  for (const [index, startTime] of begun.entries())
    await sql`
      insert into trips (fleet_id, driver_id, trip_id, state, start_time, ended_at, first_received_at)
      values ('f', 'd-1', ${`t-${index}`}, 'decided', ${startTime}, '2026-01-05T05:00:00Z', '2026-01-05T05:00:00Z')`.execute(
      test.db,
    );
  expect(await nightShareOfTrips(test.db, scope)).toEqual({ share: 0.5, trips: 1 });
});

it('counts a trip whose clock was ahead in the dates of its receipt, and in no others', async () => {
  await sql`
    insert into trips (fleet_id, driver_id, trip_id, state, start_time, clock_ahead_seconds, distance_km, events_known,
      first_received_at)
    values ('g', 'd-1', 't', 'decided', '2026-01-07T04:00:00Z', 90000, 12, true, '2026-01-06T05:00:00Z')`.execute(
    test.db,
  );
  const kilometres = async (from: string, to: string) =>
    (await digestEvents(test.db, { ...scope, fleetId: 'g', dates: { from, to } })).distanceKm;
  expect(await kilometres('2026-01-05', '2026-01-06')).toBe(12);
  expect(await kilometres('2026-01-07', '2026-01-08')).toBe(0);
});
