import { describe, expect, it } from 'vitest';
import { listAudit } from '../../../store/db/index.ts';
import {
  createLedger,
  deliveryKeyOf,
  getDelivery,
  listDeliveries,
  planDelivery,
  reopenDelivery,
  resumeDelivery,
  skipHeldDelivery,
} from '../../../store/deliveries/index.ts';
import type { DeliveryClaim, DeliveryIdentity, Ledger } from '../../../store/deliveries/index.ts';
import { lossyLedger } from '../../support/store/weakLedgers.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';
import { at } from '../examples.ts';
import { tripDue } from '../../../store/assessment/index.ts';

const test = useDatabase();
const fleetId = 'f';
const now = at('12:00:00');
let trips = 0;

const identity = (change: Partial<DeliveryIdentity> = {}): DeliveryIdentity => ({
  fleetId,
  driverId: 'd-1',
  tripId: `t-${(trips += 1)}`,
  rule: 'collision',
  action: 'email',
  receiver: 'lead@example.com',
  ...change,
});
const plan = (of: DeliveryIdentity, change: { state?: 'held' | 'skipped'; reason?: string } = {}) =>
  planDelivery(test.db, { ...of, version: 1, actionIndex: 0, revision: 1, at: now, ...change });

/** Plans a delivery. @returns it with the ledger's operations for it */
async function delivery() {
  const { id } = await plan(identity());
  const ledger = createLedger(test.db);
  const of = (attempt: number) => ({ fleetId, id, attempt, at: now });
  return {
    id,
    ledger,
    of,
    claim: () => claimed(ledger, id),
    state: async () => (await getDelivery(test.db, { fleetId, id }))?.state,
    row: () => getDelivery(test.db, { fleetId, id }),
  };
}

async function claimed(ledger: Ledger, id: string): Promise<DeliveryClaim & { kind: 'go' }> {
  const claim = await ledger.claim({ fleetId, id, at: now });
  if (claim.kind !== 'go') throw new Error(`the claim was answered ${claim.kind}`);
  return claim;
}

describe('planDelivery', () => {
  it('enters a delivery once, however many try at once', async () => {
    const of = identity();
    const planned = await Promise.all(Array.from({ length: 20 }, () => plan(of)));
    expect(planned.filter((each) => each.isNew)).toHaveLength(1);
    expect(new Set(planned.map((each) => each.id)).size).toBe(1);
    expect(planned[0]?.deliveryKey).toBe(deliveryKeyOf(of));
  });

  it.each([
    ['driver', { driverId: 'd-2' }],
    ['trip', { tripId: 'another' }],
    ['rule', { rule: 'speeding' }],
    ['action', { action: 'slack' as const }],
    ['receiver', { receiver: 'boss@example.com' }],
    ['fleet', { fleetId: 'g' }],
  ])('takes another %s for another delivery', async (_what, change) => {
    const of = identity({ tripId: `keys-${(trips += 1)}` });
    await plan(of);
    expect((await plan({ ...of, ...change })).isNew).toBe(true);
  });

  it('holds or skips from the start, with the reason', async () => {
    const held = await plan(identity(), { state: 'held', reason: 'needs_approval' });
    expect(await createLedger(test.db).claim({ fleetId, id: held.id, at: now })).toEqual({
      kind: 'settled',
      state: 'held',
    });
    expect(await resumeDelivery(test.db, { fleetId, id: held.id })).toBe(true);
    expect(await resumeDelivery(test.db, { fleetId, id: held.id })).toBe(false);
    const skipped = await plan(identity(), { state: 'skipped', reason: 'shadow' });
    expect(await getDelivery(test.db, { fleetId, id: skipped.id })).toMatchObject({
      state: 'skipped',
      reason: 'shadow',
    });
  });

  it('ends a held one that is not to be sent after all, and no other', async () => {
    const [held, pending] = [await plan(identity(), { state: 'held' }), await plan(identity())];
    const skip = (id: string) => skipHeldDelivery(test.db, { fleetId, id, reason: 'rejected', at: now });
    expect([await skip(held.id), await skip(held.id), await skip(pending.id)]).toEqual([true, false, false]);
    expect(await getDelivery(test.db, { fleetId, id: held.id })).toMatchObject({
      state: 'skipped',
      reason: 'rejected',
    });
  });

  it('lists what is pending in the order of the plan', async () => {
    const of = identity();
    const ids = [];
    for (const receiver of ['a', 'b', 'c']) ids.push((await plan({ ...of, receiver })).id);
    await plan({ ...of, receiver: 'd' }, { state: 'skipped' });
    expect((await tripDue(test.db, of)).deliveries.map((row) => row.id)).toEqual(ids);
    const { driverId, tripId } = of;
    expect(
      (await listDeliveries(test.db, { fleetId, driverId, tripId, state: 'skipped' })).items,
    ).toHaveLength(1);
  });
});

describe('a delivery that goes well', () => {
  it('is claimed, confirmed, and settled for everyone after', async () => {
    const { id, ledger, of, claim, row } = await delivery();
    expect(await claim()).toMatchObject({
      attempt: 1,
      afterUnclear: false,
      unknownOutcomeAttempts: 0,
      possibleRepeat: false,
      delivery: { rule: 'collision', receiver: 'lead@example.com' },
    });
    await ledger.confirm({ ...of(1), reference: { ts: '123.45' }, title: 'Jana: 3 phone events' });
    expect(await row()).toMatchObject({
      state: 'sent',
      title: 'Jana: 3 phone events',
      reference: { ts: '123.45' },
      settledAt: now,
      possibleRepeat: false,
    });
    expect(await ledger.claim({ fleetId, id, at: now })).toEqual({ kind: 'settled', state: 'sent' });
  });

  it('is in the audit log once, though confirmed twice', async () => {
    const { id, ledger, of, claim, row } = await delivery();
    await claim();
    await ledger.confirm(of(1));
    await ledger.confirm(of(1));
    const { items } = await listAudit(test.db, { fleetId, subjectType: 'delivery', subjectId: id });
    expect(items.map((entry) => entry.action)).toEqual(['delivery.sent']);
    expect((await row())?.possibleRepeat).toBe(false);
  });

  it('may be tried again after a certain failure, without any doubt', async () => {
    const { ledger, of, claim, row } = await delivery();
    await claim();
    await ledger.release({ ...of(1), error: '429' });
    expect(await row()).toMatchObject({ state: 'pending', lastError: '429', claimedAt: null });
    expect(await claim()).toMatchObject({ attempt: 2, afterUnclear: false, possibleRepeat: false });
  });
});

describe('an outcome nobody reported', () => {
  it('puts the attempt in doubt', async () => {
    const { claim } = await delivery();
    await claim();
    expect(await claim()).toMatchObject({ attempt: 2, afterUnclear: true, unknownOutcomeAttempts: 1 });
    expect(await claim()).toMatchObject({ attempt: 3, afterUnclear: true, unknownOutcomeAttempts: 2 });
  });

  it('leaves no doubt when it was to say that it begins, and died before', async () => {
    const { id, ledger, of, row } = await delivery();
    const beginsLater = (): Promise<unknown> => ledger.claim({ fleetId, id, at: now, beginsLater: true });
    await beginsLater();
    expect(await beginsLater()).toMatchObject({ attempt: 2, afterUnclear: false, unknownOutcomeAttempts: 0 });
    // An overtaken attempt can no longer begin, and does not affect the attempt that can.
    expect(await ledger.beginSending({ ...of(1), at: now })).toBe(false);
    expect(await ledger.beginSending({ ...of(2), at: now })).toBe(true);
    expect(await beginsLater()).toMatchObject({ attempt: 3, afterUnclear: true, unknownOutcomeAttempts: 1 });
    await ledger.confirm(of(2));
    expect(await ledger.beginSending({ ...of(3), at: now })).toBe(false);
    expect(await row()).toMatchObject({ state: 'sent', sentAttempt: 2 });
    const other = await delivery();
    await other.ledger.claim({ fleetId, id: other.id, at: now, beginsLater: true });
    // The next claim is by a release that records no beginnings. Its attempt dies.
    await other.claim();
    expect(await other.claim()).toMatchObject({ attempt: 3, afterUnclear: true, unknownOutcomeAttempts: 1 });
  });

  it('gives twenty claims at once twenty numbers, and one of them no doubt', async () => {
    const { claim } = await delivery();
    const claims = await Promise.all(Array.from({ length: 20 }, claim));
    expect(claims.map((each) => each.attempt).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, i) => i + 1),
    );
    expect(claims.filter((each) => !each.afterUnclear).map((each) => each.attempt)).toEqual([1]);
  });

  it('keeps others out while its lease runs, says for how long, and is in doubt after it', async () => {
    const { id, ledger } = await delivery();
    const after = (ms: number): Date => new Date(now.getTime() + ms);
    const lease = { fleetId, id, leaseMs: 40_000 };
    expect(await ledger.claim({ ...lease, at: now })).toMatchObject({ kind: 'go', afterUnclear: false });
    expect(await ledger.claim({ ...lease, at: after(15_000) })).toEqual({
      kind: 'busy',
      retryAfterMs: 25_000,
    });
    expect(await ledger.claim({ ...lease, at: after(40_000) })).toMatchObject({
      kind: 'go',
      attempt: 2,
      afterUnclear: true,
      unknownOutcomeAttempts: 1,
    });
  });

  it('keeps others out for as long as the attempt at work renews its lease', async () => {
    const { id, ledger, of } = await delivery();
    const after = (ms: number): Date => new Date(now.getTime() + ms);
    const lease = { fleetId, id, leaseMs: 40_000 };
    await ledger.claim({ ...lease, at: now });
    expect(await ledger.renew({ ...of(1), at: after(30_000) })).toBe(true);
    expect(await ledger.claim({ ...lease, at: after(60_000) })).toEqual({
      kind: 'busy',
      retryAfterMs: 10_000,
    });
    expect(await ledger.claim({ ...lease, at: after(70_000) })).toMatchObject({
      kind: 'go',
      attempt: 2,
      lastTriedAt: after(30_000),
    });
    expect(await ledger.renew({ ...of(1), at: after(71_000) })).toBe(false);
    await ledger.confirm(of(2));
    expect(await ledger.renew({ ...of(2), at: after(72_000) })).toBe(false);
  });

  it('left by an attempt that lived lets the next one in at once, which looks first', async () => {
    const { id, ledger, of } = await delivery();
    const lease = { fleetId, id, leaseMs: 40_000, at: now };
    await ledger.claim(lease);
    const broken = { ...of(1), error: 'no answer' };
    await ledger.leave(broken);
    await ledger.leave(broken);
    expect(await ledger.claim(lease)).toMatchObject({
      kind: 'go',
      attempt: 2,
      unknownOutcomeAttempts: 1,
      lastTriedAt: now,
      delivery: { lastError: 'no answer' },
    });
    await ledger.leave(broken);
    expect(await ledger.claim(lease)).toMatchObject({ kind: 'busy' });
  });

  it('stays in doubt when the next attempt could not even look', async () => {
    const { ledger, of, claim } = await delivery();
    await claim();
    await claim();
    await ledger.release({ ...of(2), error: 'rate limited while looking' });
    expect(await claim()).toMatchObject({ attempt: 3, afterUnclear: true, unknownOutcomeAttempts: 1 });
  });

  it('is no doubt any more after a check that found nothing', async () => {
    const { ledger, of, claim } = await delivery();
    await claim();
    await claim();
    await ledger.noteNotSent(of(2));
    await ledger.release({ ...of(2), error: '503' });
    expect(await claim()).toMatchObject({ attempt: 3, afterUnclear: false, unknownOutcomeAttempts: 0 });
  });

  it('allows one marked repeat, which a certain failure does not use up', async () => {
    const { ledger, of, claim, state } = await delivery();
    await claim();
    expect(await claim()).toMatchObject({ unknownOutcomeAttempts: 1, possibleRepeat: false });
    await ledger.markPossibleRepeat(of(2));
    await ledger.release({ ...of(2), error: 'connection refused' });
    expect(await claim()).toMatchObject({ attempt: 3, unknownOutcomeAttempts: 1, possibleRepeat: true });
    expect(await claim()).toMatchObject({ attempt: 4, unknownOutcomeAttempts: 2, possibleRepeat: true });
    await ledger.endUnconfirmed({ ...of(4), reason: 'unclear twice' });
    expect(await state()).toBe('unconfirmed');
  });
});

describe('a report of an attempt that was overtaken', () => {
  it('counts when it says sent, while the newer one is under way, and marks the repeat', async () => {
    const { id, ledger, of, claim, row } = await delivery();
    await claim();
    await claim();
    await ledger.confirm({ ...of(1), reference: 'first' });
    expect(await row()).toMatchObject({
      state: 'sent',
      sentAttempt: 1,
      reference: 'first',
      possibleRepeat: true,
    });
    await ledger.confirm({ ...of(2), reference: 'second' });
    await ledger.fail({ ...of(2), reason: 'no' });
    await ledger.release({ ...of(2), error: 'no' });
    expect(await row()).toMatchObject({ state: 'sent', reference: 'first', possibleRepeat: true });
    const { items } = await listAudit(test.db, { fleetId, subjectType: 'delivery', subjectId: id });
    expect(items).toHaveLength(1);
  });

  it('counts when it says sent after the newer one certainly sent nothing, and is no repeat', async () => {
    const { ledger, of, claim, row } = await delivery();
    await claim();
    await claim();
    await ledger.release({ ...of(2), error: '503' });
    await ledger.confirm(of(1));
    expect(await row()).toMatchObject({ state: 'sent', possibleRepeat: false });
  });

  it.each(['failed', 'unconfirmed', 'skipped'] as const)(
    'counts when it says sent although the end was %s',
    async (end) => {
      const { ledger, of, claim, state } = await delivery();
      await claim();
      await claim();
      const report = { ...of(2), reason: 'r' };
      if (end === 'failed') await ledger.fail(report);
      else if (end === 'skipped') await ledger.skip(report);
      else await ledger.endUnconfirmed(report);
      expect(await state()).toBe(end);
      await ledger.confirm(of(1));
      expect(await state()).toBe('sent');
    },
  );

  it('marks the repeat when the newer one was confirmed already', async () => {
    const { ledger, of, claim, row } = await delivery();
    await claim();
    await claim();
    await ledger.confirm(of(2));
    expect(await row()).toMatchObject({ possibleRepeat: false });
    await ledger.confirm(of(1));
    expect(await row()).toMatchObject({ state: 'sent', sentAttempt: 2, possibleRepeat: true });
  });

  it('takes its doubt away when it says not sent, and only its own', async () => {
    const { ledger, of, claim } = await delivery();
    await claim();
    await claim();
    await claim();
    await ledger.release({ ...of(1), error: 'refused' });
    await ledger.release({ ...of(1), error: 'refused' });
    expect(await claim()).toMatchObject({ attempt: 4, unknownOutcomeAttempts: 2 });
  });

  it('is ignored when it says anything else', async () => {
    const { ledger, of, claim, row } = await delivery();
    await claim();
    await claim();
    await ledger.fail({ ...of(1), reason: 'r' });
    await ledger.endUnconfirmed({ ...of(1), reason: 'r' });
    await ledger.hold({ ...of(1), reason: 'r' });
    await ledger.skip({ ...of(1), reason: 'r' });
    await ledger.markPossibleRepeat(of(1));
    await ledger.noteNotSent(of(1));
    expect(await row()).toMatchObject({
      state: 'pending',
      possibleRepeat: false,
      unknownOutcomeAttempts: [1],
      attempt: 2,
    });
  });

  it('is ignored when no claim ever had its number', async () => {
    const { ledger, of, state } = await delivery();
    await ledger.confirm(of(1));
    await ledger.confirm(of(0));
    expect(await state()).toBe('pending');
  });
});

describe('reopenDelivery', () => {
  const reopen = (id: string, evenUnconfirmed = false) =>
    reopenDelivery(test.db, { fleetId, id, at: now, who: 'ops', evenUnconfirmed });

  it('gives a failed delivery another chance, and says who', async () => {
    const { id, ledger, of, claim, state } = await delivery();
    await claim();
    await ledger.fail({ ...of(1), reason: 'channel_not_found' });
    expect(await reopen(id)).toBe(true);
    expect(await state()).toBe('pending');
    expect(await claim()).toMatchObject({ attempt: 2, afterUnclear: false });
    const { items } = await listAudit(test.db, { fleetId, action: 'delivery.reopened', subjectId: id });
    expect(items).toMatchObject([{ who: 'ops', why: 'was failed', details: { driver_id: 'd-1' } }]);
  });

  it('reopens an unconfirmed one only on request, marked, with its doubts settled', async () => {
    const { id, ledger, of, claim } = await delivery();
    await claim();
    await claim();
    await ledger.endUnconfirmed({ ...of(2), reason: 'r' });
    expect(await reopen(id)).toBe(false);
    expect(await reopen(id, true)).toBe(true);
    expect(await claim()).toMatchObject({ unknownOutcomeAttempts: 0, possibleRepeat: true });
  });

  it('never reopens what was sent', async () => {
    const { id, ledger, of, claim } = await delivery();
    await claim();
    await ledger.confirm(of(1));
    expect(await reopen(id, true)).toBe(false);
    expect(await reopen('not-a-number')).toBe(false);
  });
});

describe('the ledger', () => {
  it('knows nothing of another fleet’s deliveries', async () => {
    const { id, ledger, claim, of, state } = await delivery();
    await claim();
    expect(await ledger.claim({ fleetId: 'g', id, at: now })).toEqual({ kind: 'missing' });
    await ledger.confirm({ ...of(1), fleetId: 'g' });
    expect(await state()).toBe('pending');
  });

  it('is what remembers: a forgetful one lets everything go again', async () => {
    const { id, of } = await delivery();
    const ledger = lossyLedger(test.db);
    expect(await ledger.claim({ fleetId, id, at: now })).toMatchObject({ kind: 'go', afterUnclear: false });
    await ledger.confirm(of(1));
    expect(await ledger.claim({ fleetId, id, at: now })).toMatchObject({ kind: 'go', afterUnclear: false });
  });
});
