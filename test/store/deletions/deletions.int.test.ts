import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import { jsonb, listAudit, withFleetLock } from '../../../store/db/index.ts';
import {
  countDeletedOn,
  countTripsOn,
  decideDeletion,
  expireDeletions,
  getDeletion,
  listDeletions,
  recordDeletionAttempt,
  requestDeletion,
  setDeletionState,
  willEscalate,
} from '../../../store/deletions/index.ts';
import { planDelivery } from '../../../store/deliveries/index.ts';
import type { DeliveryState } from '../../../store/deliveries/index.ts';
import { claimTrip, getSnapshot, keepSnapshot, listSnapshots } from '../../../store/trips/index.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';
import { at, exampleTrip } from '../examples.ts';

const test = useDatabase();
const now = at('12:00:00');
let trips = 0;

const request = (
  change: { fleetId?: string; tripId?: string; approval?: 'auto'; rule?: string; expiresAt?: Date } = {},
) =>
  requestDeletion(test.db, {
    fleetId: 'f',
    driverId: 'd-1',
    tripId: `t-${(trips += 1)}`,
    rule: 'invalid-trip',
    version: 3,
    approval: 'required',
    cause: 'too short',
    expiresAt: at('18:00:00'),
    at: now,
    ...change,
  });
const decide = (id: string, decision: 'approved' | 'rejected', when = now) =>
  decideDeletion(test.db, { fleetId: 'f', id, decision, who: 'admin', by: 'Ann', note: 'seen', at: when });

describe('requestDeletion', () => {
  it('opens one for a trip, however many ask at once', async () => {
    const asked = await Promise.all(Array.from({ length: 20 }, () => request({ tripId: 'many' })));
    expect(asked.filter((each) => each.isNew)).toHaveLength(1);
    expect(new Set(asked.map((each) => each.id)).size).toBe(1);
    expect(asked[0]?.state).toBe('requested');
  });

  it('needs nobody when the rule may delete by itself', async () => {
    const { id, state } = await request({ approval: 'auto' });
    expect(state).toBe('approved');
    expect(await getDeletion(test.db, { fleetId: 'f', id })).toMatchObject({
      decidedWho: 'rule invalid-trip',
    });
  });

  it('may be made again once the earlier one came to its end', async () => {
    const first = await request({ tripId: 'again' });
    await decide(first.id, 'rejected');
    expect(await request({ tripId: 'again' })).toMatchObject({ isNew: true, state: 'requested' });
  });
});

describe('decideDeletion', () => {
  it('approves once, with who, by, when and why', async () => {
    const { id } = await request();
    expect(await decide(id, 'approved')).toMatchObject({
      ok: true,
      deletion: { state: 'approved', decidedBy: 'Ann', note: 'seen' },
    });
    const { items } = await listAudit(test.db, { fleetId: 'f', subjectType: 'deletion', subjectId: id });
    expect(items.map((entry) => [entry.action, entry.who, entry.by, entry.why])).toEqual([
      ['deletion.approved', 'admin', 'Ann', 'seen'],
      ['deletion.requested', 'tripline', null, 'too short'],
    ]);
  });

  it('applies the first of many, and answers the others with the state', async () => {
    const { id } = await request();
    const verdicts = await Promise.all(
      Array.from({ length: 10 }, (_, index) => decide(id, index % 2 === 0 ? 'approved' : 'rejected')),
    );
    expect(verdicts.filter((verdict) => verdict?.ok)).toHaveLength(1);
    const state = (await getDeletion(test.db, { fleetId: 'f', id }))?.state;
    for (const verdict of verdicts) if (verdict?.ok === false) expect(verdict.state).toBe(state);
  });

  it('comes too late after the time is over', async () => {
    const { id } = await request();
    expect(await decide(id, 'approved', at('18:00:00'))).toEqual({ ok: false, state: 'expired' });
    expect((await getDeletion(test.db, { fleetId: 'f', id }))?.state).toBe('expired');
  });

  it('finds neither another fleet’s deletion nor nonsense', async () => {
    const { id } = await request({ fleetId: 'g' });
    expect(await decide(id, 'approved')).toBeUndefined();
    expect(await decide('nonsense', 'approved')).toBeUndefined();
  });
});

describe('carrying out', () => {
  it('counts attempts before each goes out, and only while approved', async () => {
    const { id } = await request();
    const attempt = () => recordDeletionAttempt(test.db, { fleetId: 'f', id, at: now });
    expect(await attempt()).toBeUndefined();
    await decide(id, 'approved');
    expect([await attempt(), await attempt()]).toEqual([1, 2]);
    expect((await getDeletion(test.db, { fleetId: 'f', id }))?.state).toBe('deleting');
    const to = (state: 'unknown_outcome' | 'deleted' | 'refused') =>
      setDeletionState(test.db, { fleetId: 'f', id, state, at: now });
    expect([await to('unknown_outcome'), await attempt(), await to('deleted')]).toEqual([true, 3, true]);
    expect([await attempt(), await to('refused')]).toEqual([undefined, false]);
    expect(await getDeletion(test.db, { fleetId: 'f', id })).toMatchObject({
      state: 'deleted',
      settledAt: now,
      attempts: 3,
    });
  });

  it('moves only from the given states', async () => {
    const { id } = await request();
    const move = { fleetId: 'f', id, state: 'refused', reason: 'has_collision', at: now } as const;
    expect(await setDeletionState(test.db, { ...move, from: ['approved', 'deleting'] })).toBe(false);
    expect(await setDeletionState(test.db, { ...move, from: ['requested'] })).toBe(true);
    expect(await getDeletion(test.db, { fleetId: 'f', id })).toMatchObject({
      state: 'refused',
      reason: 'has_collision',
    });
  });

  it('lets requests expire whose time is over, once', async () => {
    const { id } = await request({ fleetId: 'expiry' });
    await request({ fleetId: 'expiry', expiresAt: at('23:00:00') });
    const expire = () => expireDeletions(test.db, { fleetId: 'expiry', at: at('18:00:00') });
    expect((await expire()).map((row) => row.id)).toEqual([id]);
    expect(await expire()).toEqual([]);
  });

  it('lists by state, newest first', async () => {
    const ids = [];
    for (let index = 0; index < 3; index += 1) ids.push((await request({ fleetId: 'list' })).id);
    await setDeletionState(test.db, { fleetId: 'list', id: ids[1]!, state: 'refused', at: now });
    const { items } = await listDeletions(test.db, { fleetId: 'list', state: 'requested' });
    expect(items.map((row) => row.id)).toEqual([ids[2], ids[0]]);
  });
});

describe('an escalation of the trip', () => {
  const escalation = async (state: DeliveryState, reference: JsonObject | null = null) => {
    const key = { fleetId: 'f', driverId: 'd-1', tripId: `escalated-${(trips += 1)}` };
    const { id } = await planDelivery(test.db, {
      ...key,
      rule: 'collision',
      action: 'escalate',
      receiver: 'safety',
      version: 1,
      actionIndex: 0,
      revision: 1,
      at: now,
    });
    await test.db
      .updateTable('deliveries')
      .set({ state, reference: reference === null ? null : jsonb(reference) })
      .where((row) => row.and({ fleetId: 'f', id }))
      .execute();
    return willEscalate(test.db, key);
  };

  it.each<[DeliveryState, boolean]>([
    ['pending', true],
    ['held', true],
    ['failed', true],
    ['unconfirmed', true],
    ['skipped', false],
  ])('that is %s without an incident: someone has still to be paged, %s', async (state, expected) => {
    expect(await escalation(state)).toBe(expected);
  });

  it.each<DeliveryState>(['sent', 'failed'])(
    'that opened an incident is %s: the incident counts',
    async (state) => {
      expect(await escalation(state, { incident_id: '1' })).toBe(false);
    },
  );
});

describe('caps', () => {
  const deleteOne = async (fleetId: string, rule: string, when: Date) => {
    const { id } = await request({ fleetId, rule, approval: 'auto' });
    await recordDeletionAttempt(test.db, { fleetId, id, at: when });
    return id;
  };

  it('count what was or may have been deleted on a UTC date', async () => {
    const settle = async (id: string, state: 'deleted' | 'gone' | 'unknown_outcome') =>
      setDeletionState(test.db, { fleetId: 'caps', id, state, at: now });
    await settle(await deleteOne('caps', 'a', at('00:00:00')), 'deleted');
    await settle(await deleteOne('caps', 'a', at('23:59:59')), 'unknown_outcome');
    await settle(await deleteOne('caps', 'a', at('12:00:00')), 'gone');
    await deleteOne('caps', 'b', at('12:00:00'));
    await deleteOne('caps', 'b', new Date('2026-03-11T00:00:00Z'));
    await request({ fleetId: 'caps' });
    const on = (utcDate: string, rule?: string) =>
      countDeletedOn(test.db, { fleetId: 'caps', utcDate, ...(rule === undefined ? {} : { rule }) });
    expect(await on('2026-03-10')).toBe(3);
    expect(await on('2026-03-10', 'a')).toBe(2);
    expect(await on('2026-03-11')).toBe(1);
    await expect(on('yesterday')).rejects.toThrow(RangeError);
  });

  it('are kept by workers that count and act under one lock', async () => {
    const act = () =>
      withFleetLock(test.db, { fleetId: 'crowd', purpose: 'deletion-caps' }, async (tx) => {
        if ((await countDeletedOn(tx, { fleetId: 'crowd', utcDate: '2026-03-10' })) >= 3) return;
        const { id } = await requestDeletion(tx, {
          fleetId: 'crowd',
          driverId: 'd',
          tripId: `crowd-${(trips += 1)}`,
          rule: 'r',
          version: 1,
          approval: 'auto',
          expiresAt: now,
          at: now,
        });
        await recordDeletionAttempt(tx, { fleetId: 'crowd', id, at: now });
      });
    await Promise.all(Array.from({ length: 12 }, act));
    expect(await countDeletedOn(test.db, { fleetId: 'crowd', utcDate: '2026-03-10' })).toBe(3);
  });

  it('know how many trips a UTC date announced', async () => {
    const receive = (tripId: string, when: Date) =>
      claimTrip(test.db, { fleetId: 'share', driverId: 'd', tripId, workflowId: 'w', at: when });
    await receive('a', at('00:00:00'));
    await receive('b', at('23:59:59'));
    await receive('c', new Date('2026-03-11T00:00:00Z'));
    expect(await countTripsOn(test.db, { fleetId: 'share', utcDate: '2026-03-10' })).toBe(2);
  });
});

describe('snapshots', () => {
  const key = { fleetId: 'f', driverId: 'd-1', tripId: '1000' };
  const keep = (raw: { info: { distance_km: number } }) =>
    keepSnapshot(test.db, { ...key, raw, trip: exampleTrip(), reason: 'before deletion', at: now });

  it('are kept once per content, whole', async () => {
    const first = await keep({ info: { distance_km: 1 } });
    const same = await keep({ info: { distance_km: 1 } });
    const other = await keep({ info: { distance_km: 2 } });
    expect([first.isNew, same.isNew, other.isNew]).toEqual([true, false, true]);
    expect(same.id).toBe(first.id);
    expect((await listSnapshots(test.db, key)).map((row) => row.id)).toEqual([other.id, first.id]);
    expect(await getSnapshot(test.db, { fleetId: 'f', id: first.id })).toMatchObject({
      raw: { info: { distance_km: 1 } },
      trip: exampleTrip(),
      takenAt: now,
    });
    expect(await getSnapshot(test.db, { fleetId: 'g', id: first.id })).toBeUndefined();
  });

  it('stand with the deletion that took them', async () => {
    const { id } = await request();
    const snapshot = await keep({ info: { distance_km: 3 } });
    await setDeletionState(test.db, {
      fleetId: 'f',
      id,
      state: 'approved',
      snapshotId: snapshot.id,
      at: now,
    });
    expect((await getDeletion(test.db, { fleetId: 'f', id }))?.snapshotId).toBe(snapshot.id);
  });
});
