import { pino } from 'pino';
import { beforeAll, expect, it } from 'vitest';
import { createFleetAlarms, createServiceEvidence } from '../../../activities/dependencies/index.ts';
import type { ActivityDependencies } from '../../../activities/dependencies/index.ts';
import { createDeletions } from '../../../activities/deletions/index.ts';
import { createRuleLoader } from '../../../activities/facts/index.ts';
import { createAnalyticsClient } from '../../../analytics/index.ts';
import {
  NO_LONGER_MATCHED,
  expireDeletions,
  listDeletions,
  requestDeletion,
} from '../../../store/deletions/index.ts';
import { createLedger, listDeliveries } from '../../../store/deliveries/index.ts';
import type { Ledger } from '../../../store/deliveries/index.ts';
import { getTrip, setTripState } from '../../../store/trips/index.ts';
import { tripAt } from '../../support/stand-ins/analytics.ts';
import { FLEET } from '../../support/servers/stack.ts';
import { useStack } from '../../support/servers/useStack.ts';
import { storeVerdict } from '../../support/store/records.ts';
import { deletingRule } from '../../support/rules/documents.ts';

const stack = useStack({ channels: 'outbox' });
beforeAll(async () => {
  await stack.publish(deletingRule({}, { id: 'one' }), deletingRule({}, { id: 'other' }));
  await stack.startWorker();
});

/** Tries a delivery as a worker does. */
function tryAgain(deliveryId: string, change: Partial<Ledger> = {}) {
  const { db } = stack.database;
  const log = pino({ level: 'silent' });
  const now = (): Date => new Date();
  const { url: baseUrl, apiKey } = stack.analytics;
  const fleet = {
    id: FLEET,
    name: 'North',
    timezone: 'UTC',
    analytics: createAnalyticsClient({ baseUrl, apiKey }),
  };
  const deps = {
    fleets: new Map([[FLEET, fleet]]),
    db,
    log,
    now,
    ledger: { ...createLedger(db), ...change },
    pulse: createServiceEvidence(now),
    alarms: createFleetAlarms({ db, log, now }),
  } as Partial<ActivityDependencies> as ActivityDependencies;
  return createDeletions(deps, createRuleLoader()).deleteTrip({ fleet: FLEET, deliveryId });
}

async function compareContent(tripId: string) {
  const { db } = stack.database;
  const trip = { fleetId: FLEET, driverId: 'd', tripId };
  const deliveries = (await listDeliveries(db, trip)).items.filter(({ kind }) => kind !== 'deletion_request');
  const by = (rule: string) => deliveries.find((each) => each.rule === rule)!;
  return { one: by('one'), other: by('other'), deletions: (await listDeletions(db, trip)).items };
}

/**
 * Runs a trip that both rules want deleted, with one approval request, and resets its deliveries as if they were not held yet.
 */
async function askedAbout(tripId: string) {
  stack.put({ driverId: 'd', tripId }, { distanceKm: 0.1 });
  await stack.runTrip({ driverId: 'd', tripId });
  const { deletions } = await compareContent(tripId);
  expect(deletions).toHaveLength(1);
  await stack.database.db
    .updateTable('deliveries')
    .set({ state: 'pending', claimedAt: null, reason: null })
    .where((row) => row.and({ fleetId: FLEET, tripId, action: 'delete_trip' }))
    .execute();
  return deletions[0]!;
}

const reject = (id: string) => storeVerdict(stack.database.db, { id, decision: 'rejected' });

it('a deletion that was rejected while its trip could not be read is asked about no more, by no rule', async () => {
  const { id, rule } = await askedAbout('a-1');
  await reject(id);
  const { one, other } = await compareContent('a-1');
  for (const delivery of [one, other])
    expect(await tryAgain(delivery.id)).toMatchObject({ state: 'refused', reason: 'rejected' });
  const after = await compareContent('a-1');
  expect(after).toMatchObject({
    one: { state: 'skipped', reason: 'rejected' },
    other: { state: 'skipped', reason: 'rejected' },
    deletions: [{ id, rule, state: 'rejected' }],
  });
});

it('nor is one whose time was over meanwhile', async () => {
  const { id } = await askedAbout('a-2');
  await expireDeletions(stack.database.db, { fleetId: FLEET, at: new Date(Date.now() + 20 * 86_400_000) });
  const { one, other } = await compareContent('a-2');
  for (const delivery of [one, other])
    expect(await tryAgain(delivery.id)).toMatchObject({ state: 'refused', reason: 'expired' });
  expect(await compareContent('a-2')).toMatchObject({
    one: { state: 'skipped', reason: 'expired' },
    other: { state: 'skipped', reason: 'expired' },
    deletions: [{ id, state: 'expired' }],
  });
});

it('a rejection right before the delivery is held ends it', async () => {
  const deletion = await askedAbout('a-3');
  const { one, other } = await compareContent('a-3');
  const beside = deletion.deliveryId === one.id ? other : one;
  const ledger = createLedger(stack.database.db);
  const outcome = await tryAgain(beside.id, {
    async hold(args) {
      await reject(deletion.id);
      await ledger.hold(args);
    },
  });
  expect(outcome).toMatchObject({ state: 'refused', reason: 'rejected' });
  const after = await compareContent('a-3');
  expect(after.one.id === beside.id ? after.one : after.other).toMatchObject({
    state: 'skipped',
    reason: 'rejected',
  });
});

it('what nobody answered, or what came after an answer, is asked about', async () => {
  const { id, driverId, tripId, deliveryId } = await askedAbout('a-4');
  const { db } = stack.database;
  const plannedAt = new Date();
  const asks = {
    fleetId: FLEET,
    driverId,
    tripId,
    rule: 'one',
    version: 1,
    plannedAt,
    approval: 'required' as const,
    deliveryId: deliveryId!,
    expiresAt: new Date(Date.now() + 60_000),
    at: plannedAt,
  };
  await db
    .updateTable('deletions')
    .set({ state: 'refused', reason: NO_LONGER_MATCHED, settledAt: new Date() })
    .where('id', '=', id)
    .execute();
  const again = await requestDeletion(db, asks);
  expect(again).toMatchObject({ isNew: true, state: 'requested' });
  await reject(again.id);
  expect(await requestDeletion(db, asks)).toEqual({ id: again.id, isNew: false, state: 'rejected' });
  const { one, other } = await compareContent('a-4');
  const later = {
    deliveryId: deliveryId === one.id ? other.id : one.id,
    plannedAt: new Date(Date.now() + 1),
  };
  expect(await requestDeletion(db, { ...asks, ...later })).toMatchObject({ isNew: true });
});

it('a deletion whose DELETE went out is seen to its end, also when the trip was found gone meanwhile', async () => {
  const { id, deliveryId } = await askedAbout('a-5');
  const { db } = stack.database;
  const trip = { fleetId: FLEET, driverId: 'd', tripId: 'a-5' };
  const longAgo = new Date(Date.now() - 120_000);
  await db
    .updateTable('deletions')
    .set({
      state: 'unknown_outcome',
      approval: 'auto',
      attempts: 1,
      firstAttemptAt: longAgo,
      lastAttemptAt: longAgo,
    })
    .where('id', '=', id)
    .execute();
  stack.analytics.trips.delete(tripAt('d', 'a-5'));
  await setTripState(db, { ...trip, state: 'gone', at: new Date() });
  expect(await tryAgain(deliveryId!)).toMatchObject({ state: 'deleted' });
  const { one, other, deletions } = await compareContent('a-5');
  expect(deletions).toMatchObject([{ id, state: 'deleted' }]);
  const [own] = [one, other].filter((each) => each.id === deliveryId);
  expect(own).toMatchObject({ state: 'sent' });
  expect((await getTrip(db, trip))?.state).toBe('deleted');
});
