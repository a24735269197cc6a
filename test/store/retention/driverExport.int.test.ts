import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { recordDecision, setTripState } from '../../../store/trips/index.ts';
import {
  EXPORTED_TABLES,
  exportDriver,
  removeSomeTrips,
  requestErasure,
} from '../../../store/retention/index.ts';
import type { ExportedRow } from '../../../store/retention/index.ts';
import { KEPT_AT, storedMentions } from '../../support/store/storedMentions.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';
import { exampleDecision } from '../examples.ts';

const test = useDatabase();

it('reads every table that names drivers', async () => {
  const { rows } = await sql<{ table: string }>`
    select table_name as "table" from information_schema.columns
    where table_schema = 'public' and column_name = 'driver_id' order by table_name`.execute(test.db);
  const named = rows.map(({ table }) => table);
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((table) => !EXPORTED_TABLES.includes(table))).toEqual([]);
});

it('hands out a request to erase him while it is under way', async () => {
  const key = { fleetId: 'mine', driverId: 'd-1' };
  const asked = { who: 'ann', why: 'He asked.', at: new Date('2026-03-10T12:00:00Z') };
  await requestErasure(test.db, { ...key, ...asked });
  await requestErasure(test.db, { ...key, driverId: 'd-2', ...asked });
  const rows: ExportedRow[] = [];
  await exportDriver(test.db, key, (read) => {
    rows.push(...read);
    return Promise.resolve();
  });
  expect(rows.map(({ kind }) => kind)).toEqual(['erasure']);
  expect(rows[0]!.data).toMatchObject({ driver_id: 'd-1', state: 'running', why: 'He asked.' });
  expect(Object.keys(rows[0]!.data)).not.toContain('driver_hash');
});

describe('the audit log and other lists', () => {
  const exported = async (fleetId: string, driverId: string): Promise<readonly ExportedRow[]> => {
    const rows: ExportedRow[] = [];
    await exportDriver(test.db, { fleetId, driverId }, (read) => {
      rows.push(...read);
      return Promise.resolve();
    });
    return rows;
  };

  it('give a driver what is his, also where another one’s id begins with his', async () => {
    const kept = storedMentions(test.db, 'slash');
    await kept.trip('depot', '17/t-known');
    const his = [
      await kept.audit({ type: 'trip', id: 'depot/t-1' }),
      await kept.audit({ type: 'trip', id: 'depot/17/t-known' }),
      await kept.audit({ type: 'trip', id: 'depot/17/t-2', details: { driver_id: 'depot' } }),
      await kept.audit({ type: 'driver', id: 'depot' }),
    ];
    const others = [
      await kept.audit({ type: 'trip', id: 'depot/17/t-1' }),
      await kept.audit({ type: 'trip', id: 'depot/17', details: { driver_id: 'x' } }),
      await kept.audit({ type: 'trip', id: 'depot/17/t-known', details: { driver_id: 'depot/17' } }),
      await kept.audit({ type: 'silence', id: 'depot/t-1' }),
    ];
    const ids = async (driverId: string) =>
      (await exported('slash', driverId))
        .filter(({ kind }) => kind === 'audit')
        .map(({ data }) => String(data['id'] as number));
    expect(await ids('depot')).toEqual(his);
    expect(await ids('depot/17')).toEqual([others[0], others[2]].sort());
    await removeSomeTrips(test.db, {
      fleetId: 'slash',
      driverId: 'depot',
      until: KEPT_AT,
      limit: 50,
      at: KEPT_AT,
    });
    await kept.erase('depot');
    expect((await kept.audited()).map(({ subjectId }) => subjectId)).toEqual([
      'removed',
      'removed',
      'removed',
      'removed',
      'depot/17/t-1',
      'depot/17',
      'depot/17/t-known',
      'depot/t-1',
    ]);
  });

  it('say of a trip whose it is', async () => {
    const trip = { fleetId: 'writers', driverId: 'depot/17', tripId: 't-1' };
    await storedMentions(test.db, 'writers').trip(trip.driverId, trip.tripId);
    await recordDecision(test.db, {
      fleetId: 'writers',
      decision: exampleDecision({ driver_id: trip.driverId, trip_id: trip.tripId }),
    });
    await setTripState(test.db, { ...trip, state: 'parked', at: KEPT_AT });
    const audit = (await exported('writers', 'depot/17')).filter(({ kind }) => kind === 'audit');
    expect(audit.map(({ data }) => [data['action'], data['details']])).toMatchObject([
      ['decision.recorded', { driver_id: 'depot/17', trip_id: 't-1', revision: 1 }],
      ['trip.parked', { driver_id: 'depot/17', trip_id: 't-1' }],
    ]);
  });

  it('mention him once, however deep in lists', async () => {
    const kept = storedMentions(test.db, 'once');
    const his = { driverId: 'd-1', score: 1 };
    await kept.digest({ drivers: [[his], { driverId: 'd-2', worse: [{ driverId: 'd-1', score: 2 }] }] });
    await kept.backtest({ examples: [{ driver_id: 'd-1', trip_id: 't' }, { driver_id: 'd-2' }] });
    const mentions = (await exported('once', 'd-1')).map(({ kind, data }) => [kind, data['mentions']]);
    expect(mentions).toEqual([
      ['backtest_mentions', [{ driver_id: 'd-1', trip_id: 't' }]],
      ['digest_mentions', [his, { driverId: 'd-1', score: 2 }]],
    ]);
  });
});
