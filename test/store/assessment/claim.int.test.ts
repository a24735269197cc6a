import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { publishDocument, saveDraft } from '../../../store/documents/index.ts';
import { noteErased, setTripState } from '../../../store/trips/index.ts';
import { createSilence, endSilence } from '../../../store/alerts/index.ts';
import { fleetMoment, noteAndClaim } from '../../../store/assessment/index.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';
import { at } from '../examples.ts';

const test = useDatabase();
const received = (fleetId: string, tripId = 't') => ({
  fleetId,
  driverId: 'd',
  tripId,
  workflowId: `w-${tripId}`,
  source: 'webhook' as const,
  version: 3,
  receivedAt: at('11:00:00'),
  at: at('11:00:01'),
});
const rowsOf = async (fleetId: string): Promise<unknown[]> => {
  const { rows } = await sql`
    select 'notification' as kind, trip_id, version, received_at as at from notifications where fleet_id = ${fleetId}
    union all select state, trip_id, null, first_received_at from trips where fleet_id = ${fleetId}
    order by kind`.execute(test.db);
  return rows;
};

describe('noteAndClaim', () => {
  it('keeps notification and trip once, however often and however many at a time ask', async () => {
    const first = {
      state: 'waiting',
      revision: 0,
      mark: undefined,
      isSilencedByGroup: false,
      // Not when a worker took it up.
      receivedAt: at('11:00:00'),
    };
    expect(await noteAndClaim(test.db, received('once'))).toEqual(first);
    const all = Array.from({ length: 8 }, () => noteAndClaim(test.db, received('once', 'racing')));
    expect(await Promise.all(all)).toEqual(all.map(() => first));
    expect(await noteAndClaim(test.db, received('once'))).toEqual(first);
    await setTripState(test.db, { ...received('once'), state: 'decided', at: at('12:00:00') });
    const again = { ...received('once'), receivedAt: at('13:00:00') };
    expect(await noteAndClaim(test.db, again)).toMatchObject({
      state: 'decided',
      receivedAt: at('11:00:00'),
    });
    const row = { tripId: 't', version: null };
    expect((await rowsOf('once')).filter((each) => (each as { tripId: string }).tripId === 't')).toEqual([
      { ...row, kind: 'decided', at: at('11:00:01') },
      { ...row, kind: 'notification', version: 3, at: at('11:00:00') },
      { ...row, kind: 'notification', version: 3, at: at('13:00:00') },
    ]);
    expect(await rowsOf('once')).toHaveLength(5);
  });

  it('notes nothing of a driver who was erased since, and takes up what comes later', async () => {
    await test.db
      .transaction()
      .execute((tx) => noteErased(tx, { fleetId: 'erased', driverId: 'd', at: at('11:30:00') }));
    expect(await noteAndClaim(test.db, received('erased'))).toBe('forgotten');
    expect(await rowsOf('erased')).toEqual([]);
    const later = { ...received('erased'), receivedAt: at('11:30:01') };
    expect(await noteAndClaim(test.db, later)).toMatchObject({ state: 'waiting' });
  });

  it('says by what the trip is decided at that moment', async () => {
    const edit = { fleetId: 'moment', kind: 'rule', id: 'r', who: 'test', at: at('09:00:00') } as const;
    await saveDraft(test.db, { ...edit, body: { id: 'r' } });
    expect(await fleetMoment(test.db, edit)).toEqual({ mark: undefined, isSilencedByGroup: false });
    await publishDocument(test.db, edit);
    const silence = {
      fleetId: 'moment',
      id: 's',
      reason: 'x',
      until: at('12:00:00'),
      who: 'x',
      at: at('10:00:00'),
    };
    await createSilence(test.db, { ...silence, groups: ['north'] });
    const claimed = await noteAndClaim(test.db, received('moment'));
    expect(claimed).toMatchObject({ mark: expect.any(String) as string, isSilencedByGroup: true });
    const { mark } = await fleetMoment(test.db, edit);
    expect(claimed).toMatchObject({ mark });
    const isSilencedAt = async (time: string): Promise<boolean> =>
      (await fleetMoment(test.db, { fleetId: 'moment', at: at(time) })).isSilencedByGroup;
    expect([await isSilencedAt('09:59:59'), await isSilencedAt('12:00:00')]).toEqual([false, false]);
    await endSilence(test.db, { ...silence, at: at('11:00:00') });
    expect([await isSilencedAt('10:59:59'), await isSilencedAt('11:00:00')]).toEqual([true, false]);
    expect((await fleetMoment(test.db, { fleetId: 'another', at: at('11:00:00') })).mark).toBeUndefined();
  });
});
