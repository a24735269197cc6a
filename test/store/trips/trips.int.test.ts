import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidCursorError, listAudit, withDriverLock, withFleetLock } from '../../../store/db/index.ts';
import {
  claimTrip,
  getStoredTrip,
  getTrip,
  getTripPath,
  listTrips,
  setTripState,
} from '../../../store/trips/index.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';
import { at, exampleTrip, keep, phoneUse } from '../examples.ts';

const test = useDatabase();
const claim = (key: { fleetId: string; driverId: string; tripId: string }) =>
  claimTrip(test.db, { ...key, workflowId: 'w', at: at('11:00:00') });

describe('claimTrip', () => {
  it('lets one of twenty be the first', async () => {
    const key = { fleetId: 'claims', driverId: 'd', tripId: 't' };
    const claims = await Promise.all(Array.from({ length: 20 }, () => claim(key)));
    expect(claims.filter((each) => each.isNew)).toHaveLength(1);
    expect(claims.every((each) => each.state === 'waiting' && each.revision === 0)).toBe(true);
  });

  it('separates trips of other drivers and fleets', async () => {
    const key = { fleetId: 'apart', driverId: 'd', tripId: 't' };
    expect((await claim(key)).isNew).toBe(true);
    expect((await claim({ ...key, driverId: 'e' })).isNew).toBe(true);
    expect((await claim({ ...key, fleetId: 'apart-2' })).isNew).toBe(true);
  });

  it('answers what is known of the trip', async () => {
    await keep(test.db, exampleTrip(), 'known');
    await setTripState(test.db, {
      fleetId: 'known',
      driverId: 'd-1',
      tripId: '1000',
      state: 'decided',
      at: at('12:00:00'),
    });
    expect(await claim({ fleetId: 'known', driverId: 'd-1', tripId: '1000' })).toEqual({
      isNew: false,
      state: 'decided',
      revision: 1,
      contentHash: 'h1',
    });
  });
});

describe('keepTrip', () => {
  const key = { fleetId: 'keep', driverId: 'd-1', tripId: '1000' };

  it('gives back what was kept, events included and the way apart', async () => {
    const trip = exampleTrip();
    expect(await keep(test.db, trip, 'keep')).toBe(true);
    const { path, speedProfile, ...rest } = trip;
    expect(await getStoredTrip(test.db, key)).toEqual(rest);
    expect(await getTripPath(test.db, key)).toEqual({ path, speedProfile });
    expect(await getTrip(test.db, key)).toMatchObject({ pathPoints: 1, speedSamples: 1, eventsKnown: true });
  });

  it('puts new content in place of the old', async () => {
    await keep(test.db, exampleTrip({ events: [phoneUse(), phoneUse(), phoneUse()] }), 'keep');
    const { path: _path, speedProfile: _profile, score: _score, ...bare } = exampleTrip({ events: [] });
    await keep(test.db, bare, 'keep');
    expect(await getStoredTrip(test.db, key)).toEqual(bare);
    expect(await getTripPath(test.db, key)).toEqual({});
  });

  it('distinguishes absent events from none, and an absent score from one that cannot be given', async () => {
    const { events: _events, ...silent } = exampleTrip({ score: null });
    await keep(test.db, silent, 'keep');
    const stored = await getStoredTrip(test.db, key);
    expect(stored).not.toHaveProperty('events');
    expect(stored?.score).toBeNull();
  });

  it('keeps thousands of events in their order', async () => {
    const events = Array.from({ length: 2_500 }, (_, index) => phoneUse({ durationSeconds: index }));
    await keep(test.db, exampleTrip({ events }), 'keep');
    expect((await getStoredTrip(test.db, key))?.events).toEqual(events);
  });

  it('gives nothing back for a trip that was only announced', async () => {
    const received = { fleetId: 'keep', driverId: 'd-1', tripId: 'announced' };
    await claim(received);
    expect(await getStoredTrip(test.db, received)).toBeUndefined();
    expect(await getTripPath(test.db, received)).toEqual({});
  });

  it('keeps texts that PostgreSQL would refuse', async () => {
    await keep(
      test.db,
      exampleTrip({ sessionId: 'a\0b', extra: { 'k\0': 'v\0', half: '\ud800', path: '\\u0000' } }),
      'keep',
    );
    const stored = await getStoredTrip(test.db, key);
    expect(stored?.sessionId).toBe('a\ufffdb');
    expect(stored?.extra).toEqual({ 'k\ufffd': 'v\ufffd', half: '\ufffd', path: '\\u0000' });
  });

  it('gives back any JSON and any number', async () => {
    const words = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));
    const number = fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .map((value) => (value === 0 ? 0 : value));
    const json = fc.dictionary(words, fc.jsonValue(), { noNullPrototype: true }).map((value) => {
      const plain = JSON.parse(JSON.stringify(value)) as Record<string, never>;
      return JSON.stringify(plain).includes('\\u') ? {} : plain;
    });
    await fc.assert(
      fc.asyncProperty(json, number, words, async (extra, distanceKm, trackingId) => {
        const {
          path: _path,
          speedProfile: _profile,
          ...rest
        } = exampleTrip({ extra, distanceKm, trackingId });
        await keep(test.db, rest, 'keep');
        expect(await getStoredTrip(test.db, key)).toEqual(rest);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a deleted trip', () => {
  const key = { fleetId: 'deleted', driverId: 'd-1', tripId: '1000' };

  it('is not brought back by anything late', async () => {
    await keep(test.db, exampleTrip(), 'deleted');
    expect(await setTripState(test.db, { ...key, state: 'deleted', at: at('12:00:00') })).toBe(true);
    expect(await keep(test.db, exampleTrip({ distanceKm: 99 }), 'deleted')).toBe(false);
    expect(await setTripState(test.db, { ...key, state: 'decided', at: at('12:00:00') })).toBe(false);
    expect(await setTripState(test.db, { ...key, state: 'deleted', at: at('12:00:00') })).toBe(true);
    expect((await claim(key)).state).toBe('deleted');
    expect((await getStoredTrip(test.db, key))?.distanceKm).toBe(12.345);
  });

  it('is in the audit log once', async () => {
    const { items } = await listAudit(test.db, { fleetId: 'deleted', action: 'trip.deleted' });
    expect(items).toMatchObject([{ subjectType: 'trip', subjectId: 'd-1/1000', who: 'tripline' }]);
  });

  it('is false for a trip nobody knows', async () => {
    const unknown = { ...key, tripId: 'unknown' };
    expect(await setTripState(test.db, { ...unknown, state: 'gone', at: at('12:00:00') })).toBe(false);
  });
});

describe('listTrips', () => {
  it('pages through all, newest first, each once, while new ones arrive', async () => {
    for (let index = 0; index < 7; index += 1)
      await keep(test.db, exampleTrip({ tripId: `t${index}` }), 'pages');
    const first = await listTrips(test.db, { fleetId: 'pages', limit: 3 });
    await keep(test.db, exampleTrip({ tripId: 'late' }), 'pages');
    const second = await listTrips(test.db, { fleetId: 'pages', limit: 3, cursor: first.nextCursor });
    const third = await listTrips(test.db, { fleetId: 'pages', limit: 3, cursor: second.nextCursor });
    const ids = [first, second, third].flatMap((page) => page.items.map((trip) => trip.tripId));
    expect(ids).toEqual(['t6', 't5', 't4', 't3', 't2', 't1', 't0']);
    expect(third.nextCursor).toBeUndefined();
  });

  it('filters by driver, state and time', async () => {
    const other = exampleTrip({ driverId: 'd-2', tripId: 'x', endTime: '2026-03-11T00:00:00Z' });
    await keep(test.db, exampleTrip(), 'filters');
    await keep(test.db, other, 'filters');
    await claim({ fleetId: 'filters', driverId: 'd-3', tripId: 'announced' });
    const ids = async (filter: object) =>
      (await listTrips(test.db, { fleetId: 'filters', ...filter })).items.map((trip) => trip.tripId);
    expect(await ids({ driverId: 'd-2' })).toEqual(['x']);
    expect(await ids({ state: 'decided' })).toEqual([]);
    expect(await ids({ from: new Date('2026-03-11T00:00:00Z') })).toEqual(['x']);
    expect(await ids({ to: new Date('2026-03-11T00:00:00Z') })).toEqual(['announced', '1000']);
  });

  it('of a period are in the order of their ends, page by page, each once', async () => {
    const fleetId = 'by-end';
    const ended = (tripId: string, endTime: string) =>
      keep(test.db, exampleTrip({ tripId, endTime }), fleetId);
    await ended('late', '2026-03-10T18:00:00Z');
    await ended('before', '2026-03-09T23:59:59Z');
    await ended('same-1', '2026-03-10T09:00:00.000Z');
    await ended('same-2', '2026-03-10T09:00:00.000Z');
    await ended('next', '2026-03-11T00:00:00Z');
    // Its end is not known, and it became known at eleven.
    await claim({ fleetId, driverId: 'd-2', tripId: 'announced' });
    const range = { from: new Date('2026-03-10T00:00:00Z'), to: new Date('2026-03-11T00:00:00Z') };
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listTrips(test.db, { fleetId, ...range, limit: 1, cursor });
      found.push(...page.items.map(({ tripId }) => tripId));
      expect(page.items[0]).not.toHaveProperty('micros');
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(found).toEqual(['late', 'announced', 'same-2', 'same-1']);
    const { nextCursor } = await listTrips(test.db, { fleetId, ...range, limit: 1 });
    await expect(listTrips(test.db, { fleetId, cursor: nextCursor })).rejects.toThrow(InvalidCursorError);
    for (const wrong of [
      'trips:1',
      'trips-by-end:1',
      'trips-by-end:1/x',
      'trips-by-end:99999999999999999/1',
    ]) {
      const asked = { fleetId, ...range, cursor: Buffer.from(wrong).toString('base64url') };
      const isWrong = !wrong.includes('99999999');
      const listed = listTrips(test.db, asked);
      await (isWrong ? expect(listed).rejects.toThrow(InvalidCursorError) : listed);
    }
  });

  it('refuses a cursor of another list', async () => {
    const cursor = Buffer.from('alerts:1').toString('base64url');
    await expect(listTrips(test.db, { fleetId: 'pages', cursor })).rejects.toThrow(InvalidCursorError);
  });
});

describe('locks', () => {
  it('let one at a time work on a driver', async () => {
    let inside = 0;
    let most = 0;
    const work = () =>
      withDriverLock(test.db, { fleetId: 'f', driverId: 'd' }, async (tx) => {
        most = Math.max(most, (inside += 1));
        await listTrips(tx, { fleetId: 'f' });
        await new Promise((resolve) => setImmediate(resolve));
        inside -= 1;
      });
    await Promise.all(Array.from({ length: 25 }, work));
    expect(most).toBe(1);
  });

  it('let different drivers and fleets work side by side', async () => {
    // Each waits inside its lock for the other: were it one lock, neither would ever come.
    const meeting = (count: number) => {
      let release!: () => void;
      const met = new Promise<void>((resolve) => (release = resolve));
      return () => ((count -= 1) === 0 ? release() : undefined, met);
    };
    const arrive = meeting(4);
    await Promise.all([
      withDriverLock(test.db, { fleetId: 'f', driverId: 'a' }, arrive),
      withDriverLock(test.db, { fleetId: 'f', driverId: 'b' }, arrive),
      withDriverLock(test.db, { fleetId: 'g', driverId: 'a' }, arrive),
      withFleetLock(test.db, { fleetId: 'f', purpose: 'a' }, arrive),
    ]);
    expect(await listTrips(test.db, { fleetId: 'f' })).toEqual({ items: [] });
  });

  it('go with a failed transaction, and so does its work', async () => {
    const key = { fleetId: 'rollback', driverId: 'd', tripId: 't' };
    const failing = withDriverLock(test.db, key, async (tx) => {
      await claimTrip(tx, { ...key, workflowId: 'w', at: at('11:00:00') });
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    expect(await withDriverLock(test.db, key, (tx) => getTrip(tx, key))).toBeUndefined();
  });
});
