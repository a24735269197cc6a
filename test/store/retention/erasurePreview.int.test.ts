import { MockActivityEnvironment } from '@temporalio/testing';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createErasures } from '../../../activities/retention/index.ts';
import { localDay } from '../../../rules/time/index.ts';
import { getErasure, previewErasure, requestErasure } from '../../../store/retention/index.ts';
import { KEPT_AT, storedMentions } from '../../support/store/storedMentions.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';

const test = useDatabase();
const DRIVER = 'petra-7f3';
const NAME = 'Petra Person';
const NOW = new Date('2026-03-01T12:00:00Z');
const dayOf = (at: Date) => localDay(at, 'Europe/Berlin');

const preview = (fleetId: string, driverId = DRIVER) =>
  previewErasure(test.db, { fleetId, driverId, until: NOW, dayOf });

/** Stores nearly every kind of record once, many of them with two mentions, so that a double count is found. */
async function plant(fleetId: string): Promise<void> {
  const { db } = test;
  const kept = storedMentions(db, fleetId);
  for (const trip of ['t-1', 't-2']) await kept.trip(DRIVER, trip);
  await kept.trip('other', 'o-1');
  await sql`insert into trip_events (fleet_id, driver_id, trip_id, position, extra)
    select ${fleetId}, ${DRIVER}, 't-1', number, '{}' from generate_series(0, 2) number`.execute(db);
  const own = await kept.delivery({ driverId: DRIVER, tripId: 't-1' });
  const others = await kept.delivery({ driverId: 'other', tripId: 'o-1' });
  await kept.delivery({ driverId: DRIVER, tripId: 't-2', groupedInto: others });
  const run = await kept.digest({ drivers: [{ driverId: DRIVER, name: NAME }] });
  const digest = await kept.delivery({ driverId: 'other', tripId: 'o-1', digestRunId: run });
  // The driver's own, that of the other delivery into which one was grouped, the digest's, and one that only names him. Two match
  // in two ways.
  await kept.outbox(`about ${NAME}`, own);
  await kept.outbox('a summary', others);
  await kept.outbox(`a digest with ${NAME}`, digest);
  await kept.outbox(`${NAME} and others`);
  await kept.outbox('somebody else');
  await sql`insert into digest_drivers (fleet_id, run_id, range, driver_id, name)
    values (${fleetId}, ${run}, 'now', ${DRIVER}, ${NAME})`.execute(db);
  await kept.simulation({ driver_id: DRIVER });
  await kept.notification({ members: [DRIVER, 'other'] });
  await sql`insert into notifications (fleet_id, driver_id, trip_id, type, version, received_at, source, body)
    values (${fleetId}, ${DRIVER}, 't-1', 'TRIP_SCORED', 1, ${KEPT_AT}, 'webhook', null),
      (${fleetId}, ${DRIVER}, null, 'X', 1, ${KEPT_AT}, 'webhook', ${JSON.stringify({ driver_id: DRIVER })})`.execute(
    db,
  );
  await kept.deadLetter(`{"driver_id":"${DRIVER}", broken`);
  await kept.silence([DRIVER], `for ${NAME}`);
  await kept.silence([DRIVER, 'other'], `also for ${NAME}`);
  await kept.backtest({ drivers: [{ driver_id: DRIVER }] });
  await kept.audit({ type: 'trip', id: `${DRIVER}/t-1`, why: `${NAME} called` });
  await kept.audit({ type: 'trip', id: 'x', details: { driver_id: DRIVER, trip_id: 't-2' } });
  await kept.audit({ type: 'driver', id: DRIVER });
  await kept.audit({ type: 'silence', id: 's', details: { drivers: [DRIVER] } });
  await kept.audit({ type: 'silence', id: 's', why: 'about somebody else' });
  await sql`insert into driver_directory (fleet_id, driver_id, name, updated_at)
    values (${fleetId}, ${DRIVER}, ${NAME}, ${KEPT_AT})`.execute(db);
  const { rows } = await sql<{ id: string }>`
    insert into incidents (fleet_id, driver_id, trip_id, rule, rule_version, severity, policy, policy_version, state, opened_at, note)
    values (${fleetId}, ${DRIVER}, 't-1', 'collision', 1, 'critical', 'collision', 1, 'resolved', ${KEPT_AT}, ${`${NAME} is well`})
    returning id`.execute(db);
  await sql`insert into incident_events (fleet_id, incident_id, seq, at, kind, who, via, note)
    values (${fleetId}, ${rows[0]!.id}, 1, ${KEPT_AT}, 'note', 'ann', 'api', ${`${NAME} called back`})`.execute(
    db,
  );
}

it('counts what the erasure then removes, each row once, and changes nothing', async () => {
  const fleetId = 'previewed';
  await plant(fleetId);
  const counted = await preview(fleetId);
  expect(counted).toMatchObject({
    trips: 2,
    trip_events: 3,
    deliveries: 2,
    outbox: 4,
    simulations: 1,
    notifications: 3,
    dead_letters: 1,
    silences: 2,
    words: 1,
    backtests: 1,
    audit: 4,
    driver_directory: 1,
    incidents: 1,
    incident_events: 1,
    digest_runs: 1,
    digest_drivers: 1,
  });
  expect(await preview(fleetId)).toEqual(counted);

  const key = { fleetId, driverId: DRIVER };
  const { id } = await requestErasure(test.db, { ...key, who: 'ann', why: 'Asked.', at: NOW });
  const activities = createErasures({
    db: test.db,
    now: () => NOW,
    log: pino({ level: 'silent' }),
    fleets: new Map([[fleetId, { timezone: 'Europe/Berlin' }]]),
  } as unknown as Parameters<typeof createErasures>[0]);
  const input = { fleet: fleetId, erasureId: id };
  expect(await activities.openErasure(input)).toMatchObject({ state: 'running' });
  for (let pass = 0; pass < 2; pass += 1)
    await new MockActivityEnvironment().run(() => activities.removeDriver(input));
  expect((await getErasure(test.db, { fleetId, id }))?.removed).toEqual(counted);
  expect(await preview(fleetId)).toEqual({});
});

it('finds nothing of a driver of whom nothing is stored', async () => {
  await plant('elsewhere');
  expect(await preview('elsewhere', 'nobody-at-all')).toEqual({});
  expect(await preview('other-fleet')).toEqual({});
});
