import { beforeEach, expect, it } from 'vitest';
import {
  askInstead,
  decideDeletion,
  dropDeletionAsks,
  expireDeletions,
  planDeletionAsk,
  requestDeletion,
} from '../../../store/deletions/index.ts';
import { listDeliveries } from '../../../store/deliveries/index.ts';
import { beginErasure, previewErasure, removeSomeTrips } from '../../../store/retention/index.ts';
import { waitsForRow } from '../../support/store/lockWaiters.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';
import { localDay } from '../../../rules/time/index.ts';

const dayOf = (at: Date) => localDay(at, 'UTC');

const inTest = useDatabase();
const DAY = '2026-01-12';
const AT = new Date(`${DAY}T22:00:00Z`);
let fleetId = '';
let count = 0;
beforeEach(() => void (fleetId = `f-${(count += 1)}`));

interface Stop {
  readonly rule?: string;
  readonly version?: number;
  readonly at?: Date;
  readonly expiresAt?: Date;
  /** Receivers of its approval request. None when absent: the rule has already sent its request of the day for another trip. */
  readonly asks?: readonly string[];
  readonly releaseAt?: Date;
}

/** Stores a deletion of a driver's trip at which its rule stopped. @returns its id */
async function stopped(driverId: string, change: Stop = {}): Promise<string> {
  const { rule = 'short', version = 1, at = AT, expiresAt = new Date('2026-02-01'), asks = [] } = change;
  const trip = { fleetId, driverId, tripId: `trip of ${driverId}` };
  const decided = { revision: 3, contentHash: 'h' };
  const of = { ...trip, rule, version, at, expiresAt };
  const { id } = await requestDeletion(inTest.db, { ...of, approval: 'auto', decided });
  const stop = { fleetId, id, reason: 'daily_share_reached', expiresAt, at };
  expect(await askInstead(inTest.db, stop)).toBe(true);
  for (const receiver of asks) {
    const once = ['stopped', rule, at.toISOString().slice(0, 10)];
    const ask = { ...of, deletionId: id, revision: 3, action: 'slack', receiver, once } as const;
    await planDeletionAsk(inTest.db, { ...ask, releaseAt: change.releaseAt });
  }
  return id;
}

const reject = (id: string) =>
  decideDeletion(inTest.db, { fleetId, id, decision: 'rejected', who: 'ann', at: AT });
const drop = (deletionId: string) => dropDeletionAsks(inTest.db, { fleetId, deletionId, at: AT });

/** Returns receiver, deletion and driver of the day's requests, or `skipped`. */
async function questions() {
  const { items } = await listDeliveries(inTest.db, { fleetId });
  return items
    .filter(({ kind }) => kind === 'deletion_request')
    .map(({ receiver, deletionId, driverId, state }) =>
      state === 'skipped' ? 'skipped' : `${receiver} ${deletionId} ${driverId}`,
    )
    .sort();
}

it('is handed on to each receiver, with all that names the trip', async () => {
  const releaseAt = new Date('2026-01-13T06:00:00Z');
  const first = await stopped('ann', { asks: ['#a', '#b'], releaseAt });
  const second = await stopped('ben');
  await stopped('cas');
  await reject(first);
  await drop(first);
  expect(await questions()).toEqual([`#a ${second} ben`, `#b ${second} ben`]);
  const { items } = await listDeliveries(inTest.db, { fleetId, driverId: 'ben' });
  expect(items).toHaveLength(2);
  for (const each of items)
    expect(each).toMatchObject({
      tripId: 'trip of ben',
      rule: 'short',
      version: 1,
      revision: 3,
      state: 'held',
      reason: 'quiet_hours',
      releaseAt,
    });
});

it('is handed on to a trip of the rule’s version first, and to none of another rule, day or fleet', async () => {
  const first = await stopped('ann', { asks: ['#a'], version: 2 });
  await stopped('rule', { rule: 'other' });
  await stopped('before', { at: new Date('2026-01-11T23:59:59Z') });
  await stopped('after', { at: new Date('2026-01-13T00:00:00Z') });
  const own = fleetId;
  fleetId = `${own}-other`;
  await stopped('elsewhere');
  fleetId = own;
  const old = await stopped('ben');
  const same = await stopped('cas', { version: 2 });
  for (const [ended, next] of [
    [first, `#a ${same} cas`],
    [same, `#a ${old} ben`],
    [old, 'skipped'],
  ] as const) {
    await reject(ended);
    await drop(ended);
    expect(await questions()).toEqual([next]);
  }
});

it('a question of a rule that asks about each trip is handed on to none', async () => {
  const trip = { fleetId, driverId: 'ann', tripId: 'asked', rule: 'short', version: 1, at: AT };
  const expiresAt = new Date('2026-02-01');
  const { id } = await requestDeletion(inTest.db, { ...trip, approval: 'required', expiresAt });
  const ask = { deletionId: id, revision: 1, action: 'slack', receiver: '#a' } as const;
  await planDeletionAsk(inTest.db, { ...trip, ...ask });
  await stopped('ben');
  await reject(id);
  await drop(id);
  // A second plan does not send it either.
  await planDeletionAsk(inTest.db, { ...trip, ...ask });
  expect(await questions()).toEqual(['skipped']);
});

it('is handed on when the first one’s time is over, and not to one whose time is over too', async () => {
  const soon = new Date('2026-01-13T01:00:00Z');
  const first = await stopped('ann', { asks: ['#a'], expiresAt: soon });
  await stopped('ben', { expiresAt: soon });
  const third = await stopped('cas');
  await expireDeletions(inTest.db, { fleetId, at: soon });
  await drop(first);
  expect(await questions()).toEqual([`#a ${third} cas`]);
});

it('a dry run of an erasure counts it as the other driver’s, whose it is from then on', async () => {
  const first = await stopped('ann', { asks: ['#a', '#b'] });
  const second = await stopped('ben', { rule: 'other', asks: ['#c'] });
  await stopped('cas');
  // Decided, but not yet settled: an erasure finds them in this state.
  await reject(first);
  await reject(second);
  for (const [driverId, deliveries] of [
    ['ann', 0],
    ['ben', 1],
  ] as const) {
    const key = { fleetId, driverId, until: AT };
    expect((await previewErasure(inTest.db, { ...key, dayOf }))['deliveries'] ?? 0).toBe(deliveries);
    expect(await beginErasure(inTest.db, { fleetId, driverId, id: 'e', at: AT, dayOf })).toMatchObject({
      kind: 'begun',
    });
    const removed = await removeSomeTrips(inTest.db, { ...key, limit: 10, at: AT });
    expect(removed).toMatchObject({ deletions: 1, deliveries });
  }
});

it('is lost to nobody when all are decided and settled at once', async () => {
  const first = await stopped('ann', { asks: ['#a'] });
  const others = await Promise.all(['ben', 'cas', 'dan', 'eve'].map((driverId) => stopped(driverId)));
  const last = others.pop()!;
  await Promise.all(
    [first, ...others].map(async (id) => {
      await reject(id);
      await drop(id);
    }),
  );
  expect(await questions()).toEqual([`#a ${last} eve`]);
  await reject(last);
  await drop(last);
  expect(await questions()).toEqual(['skipped']);
});

it('waits for a verdict on the next one that is being given', async () => {
  const first = await stopped('ann', { asks: ['#a'] });
  const second = await stopped('ben');
  const third = await stopped('cas');
  await reject(first);
  let dropped: Promise<void> | undefined;
  await inTest.db.transaction().execute(async (tx) => {
    await decideDeletion(tx, { fleetId, id: second, decision: 'rejected', who: 'ann', at: AT });
    dropped = drop(first);
    await waitsForRow(inTest.db);
  });
  await dropped;
  expect(await questions()).toEqual([`#a ${third} cas`]);
});

it('is handed on when the driver is erased or the trip forgotten before it was settled', async () => {
  const first = await stopped('ann', { asks: ['#a'] });
  const second = await stopped('ben');
  const third = await stopped('cas');
  await reject(first);
  expect(await beginErasure(inTest.db, { fleetId, driverId: 'ann', id: 'e', at: AT, dayOf })).toMatchObject({
    kind: 'begun',
  });
  expect(await questions()).toEqual([`#a ${second} ben`]);
  await reject(second);
  await removeSomeTrips(inTest.db, { fleetId, driverId: 'ben', until: AT, limit: 9, at: AT });
  expect(await questions()).toEqual([`#a ${third} cas`]);
});

it('is asked about a trip that stops after the driver of the last one began to be erased', async () => {
  await reject(await stopped('ann', { asks: ['#a'] }));
  await beginErasure(inTest.db, { fleetId, driverId: 'ann', id: 'e', at: AT, dayOf });
  expect(await questions()).toEqual(['skipped']);
  const second = await stopped('ben', { asks: ['#a'] });
  expect(await questions()).toEqual([`#a ${second} ben`]);
});
