import { describe, expect, it } from 'vitest';
import {
  claimGroupRefresh,
  countRuleAlerts,
  getDriverGroups,
  getScoreReading,
  keepGroups,
  keepScoreReading,
  listGroups,
  noteNoGroup,
  releaseGroupRefresh,
  renewGroupRefresh,
} from '../../../store/facts/index.ts';
import type { GroupRefresh } from '../../../store/facts/index.ts';
import { setTripState } from '../../../store/trips/index.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';
import { at, exampleTrip, keep } from '../examples.ts';
import { storeAlert } from '../../support/store/records.ts';

const test = useDatabase();
const PAUSES = { succeeded: 300_000, failed: 60_000, open: 120_000 };

const claimed = (fleetId: string, time: string): Promise<GroupRefresh | undefined> =>
  claimGroupRefresh(test.db, { fleetId, at: at(time), pauses: PAUSES });
const claim = async (fleetId: string, time: string): Promise<boolean> =>
  (await claimed(fleetId, time)) !== undefined;
const members = (...entries: readonly (readonly [string, readonly string[]])[]) => new Map(entries);

describe('groups of a fleet', () => {
  it('are replaced by what was read last, and say since when', async () => {
    expect(await getDriverGroups(test.db, { fleetId: 'f', driverId: 'd-1' })).toEqual({ attemptOpen: false });
    const groupIds = ['south', 'north'];
    await keepGroups(test.db, {
      fleetId: 'f',
      groupIds,
      members: members(['d-1', ['south', 'north']], ['d-2', ['south']]),
      at: at('08:00:00'),
    });
    await keepGroups(test.db, {
      fleetId: 'f',
      groupIds,
      members: members(['d-1', ['south']]),
      at: at('09:00:00'),
    });
    expect(await listGroups(test.db, 'f')).toEqual(['north', 'south']);
    expect(await getDriverGroups(test.db, { fleetId: 'f', driverId: 'd-1' })).toEqual({
      groups: ['south'],
      refreshedAt: at('09:00:00'),
      begunAt: at('09:00:00'),
      attemptOpen: false,
    });
    expect(await getDriverGroups(test.db, { fleetId: 'f', driverId: 'd-2' })).not.toHaveProperty('groups');
    expect(await getDriverGroups(test.db, { fleetId: 'other', driverId: 'd-1' })).not.toHaveProperty(
      'groups',
    );
  });

  it('remember who is in none until the driver is listed', async () => {
    await noteNoGroup(test.db, { fleetId: 'none', driverId: 'd-1', at: at('08:00:00') });
    await keepGroups(test.db, { fleetId: 'none', groupIds: [], members: members(), at: at('09:00:00') });
    expect(await getDriverGroups(test.db, { fleetId: 'none', driverId: 'd-1' })).toMatchObject({
      groups: [],
    });
    await keepGroups(test.db, {
      fleetId: 'none',
      groupIds: ['north'],
      members: members(['d-1', ['north']]),
      at: at('10:00:00'),
    });
    expect(await getDriverGroups(test.db, { fleetId: 'none', driverId: 'd-1' })).toMatchObject({
      groups: ['north'],
    });
  });

  it('are read by one of many who ask at once', async () => {
    const claims = await Promise.all(Array.from({ length: 8 }, () => claim('race', '08:00:00')));
    expect(claims.filter(Boolean)).toHaveLength(1);
  });

  it('are read again five minutes after a success', async () => {
    expect(await claim('again', '08:00:00')).toBe(true);
    await keepGroups(test.db, { fleetId: 'again', groupIds: [], members: members(), at: at('08:00:10') });
    expect(await claim('again', '08:04:59')).toBe(false);
    expect(await claim('again', '08:05:00')).toBe(true);
  });

  it('are read again a minute after a failure, and two after someone was lost', async () => {
    const first = await claimed('failing', '08:00:00');
    await releaseGroupRefresh(test.db, first!);
    expect(await claim('failing', '08:00:59')).toBe(false);
    expect(await claim('failing', '08:01:00')).toBe(true);
    expect(await claim('failing', '08:02:59')).toBe(false);
    expect(await claim('failing', '08:03:00')).toBe(true);
  });

  it('are read by nobody else while who reads them renews the claim', async () => {
    const first = await claimed('slow', '08:00:00');
    const renewed = await renewGroupRefresh(test.db, first!, at('08:01:50'));
    expect(await claim('slow', '08:03:49')).toBe(false);
    await keepGroups(test.db, {
      fleetId: 'slow',
      groupIds: ['north'],
      members: members(),
      at: at('08:03:49'),
      claim: renewed,
    });
    expect(await listGroups(test.db, 'slow')).toEqual(['north']);
    expect(await claim('slow', '08:06:49')).toBe(false);
    expect(await claim('slow', '08:06:50')).toBe(true);
  });

  it('are left to who took them over: the one before keeps, renews and ends nothing', async () => {
    const lost = await claimed('taken', '08:00:00');
    const taken = await claimed('taken', '08:02:00');
    const isLost = 'Another worker reads';
    await expect(renewGroupRefresh(test.db, lost!, at('08:02:01'))).rejects.toThrow(isLost);
    await releaseGroupRefresh(test.db, lost!);
    const old = { fleetId: 'taken', groupIds: ['old'], members: members(['d-1', ['old']]), claim: lost! };
    await expect(keepGroups(test.db, { ...old, at: at('08:02:02') })).rejects.toThrow(isLost);
    expect(await getDriverGroups(test.db, { fleetId: 'taken', driverId: 'd-1' })).toEqual({
      attemptedAt: at('08:02:00'),
      attemptOpen: true,
    });
    const renewed = await renewGroupRefresh(test.db, taken!, at('08:03:00'));
    const own = { fleetId: 'taken', groupIds: ['new'], members: members(), claim: renewed };
    await keepGroups(test.db, { ...own, at: at('08:03:01') });
    expect(await listGroups(test.db, 'taken')).toEqual(['new']);
  });
});

describe('scores of fleets and groups', () => {
  it('are kept by group and date, the newest word last', async () => {
    const reading = (score: number) => ({ score, ratings: {}, extra: {}, problems: [] });
    const fleet = { fleetId: 'f', endDate: '2026-03-10' };
    const north = { ...fleet, groupId: 'north' };
    await keepScoreReading(test.db, { ...fleet, reading: reading(71.5), at: at('09:00:00') });
    await keepScoreReading(test.db, { ...fleet, reading: reading(70), at: at('08:00:00') });
    await keepScoreReading(test.db, { ...north, reading: undefined, at: at('08:00:00') });
    expect(await getScoreReading(test.db, fleet)).toEqual({ reading: reading(71.5), readAt: at('09:00:00') });
    expect(await getScoreReading(test.db, north)).toEqual({ reading: undefined, readAt: at('08:00:00') });
    expect(await getScoreReading(test.db, { ...fleet, fleetId: 'g' })).toBeUndefined();
    expect(await getScoreReading(test.db, { ...fleet, endDate: '2026-03-09' })).toBeUndefined();
  });
});

describe('alerts of a rule', () => {
  const alert = async (
    tripId: string,
    change: { rule?: string; reason?: string; inShadow?: boolean } = {},
  ) => {
    const key = { fleetId: 'alerts', driverId: 'd-1', tripId };
    await keep(test.db, exampleTrip({ tripId, endTime: `2026-03-10T${tripId}Z` }), 'alerts');
    const { reason, inShadow } = change;
    await storeAlert(test.db, {
      ...key,
      rule: change.rule ?? 'phone',
      state: reason === undefined ? 'raised' : 'stopped',
      ...(reason !== undefined && { reason }),
      ...(inShadow !== undefined && { inShadow }),
      at: at('20:00:00'),
    });
    return key;
  };
  const count = (from: string, to: string, excludeTripId = '') =>
    countRuleAlerts(test.db, {
      fleetId: 'alerts',
      driverId: 'd-1',
      rule: 'phone',
      from: at(from),
      to: at(to),
      excludeTripId,
    });

  it('are counted by the end of their trips, stopped ones too, without shadow, deleted trips and the trip itself', async () => {
    await alert('08:00:00');
    await alert('09:00:00', { reason: 'throttled' });
    await alert('09:30:00', { reason: 'shadow' });
    await alert('09:40:00', { reason: 'still_true', inShadow: true });
    await alert('09:45:00', { rule: 'speeding' });
    await alert('10:00:00');
    const gone = await alert('10:30:00');
    await setTripState(test.db, { ...gone, state: 'deleted', at: at('21:00:00') });
    expect(await count('08:00:00', '10:30:00')).toEqual({ count: 2 });
    expect(await count('07:00:00', '10:30:00')).toEqual({ count: 3, historySince: at('08:00:00') });
    expect(await count('07:00:00', '10:30:00', '09:00:00')).toMatchObject({ count: 2 });
    expect(await count('07:00:00', '09:59:59')).toMatchObject({ count: 2 });
  });
});
