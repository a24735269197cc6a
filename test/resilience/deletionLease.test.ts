import { setTimeout as sleep } from 'node:timers/promises';
import { ApplicationFailure } from '@temporalio/common';
import { pino } from 'pino';
import { beforeAll, expect, it } from 'vitest';
import { createFleetAlarms, createServiceEvidence } from '../../activities/dependencies/index.ts';
import type { ActivityDependencies } from '../../activities/dependencies/index.ts';
import { executeDeletion } from '../../activities/deletions/index.ts';
import { createRuleLoader } from '../../activities/facts/index.ts';
import { createAnalyticsClient } from '../../analytics/index.ts';
import type { AnalyticsClient } from '../../analytics/index.ts';
import { createLedger } from '../../store/deliveries/index.ts';
import { claimDeletion, decideDeletion, getDeletion, listDeletions } from '../../store/deletions/index.ts';
import { FLEET } from '../support/servers/stack.ts';
import { useStack } from '../support/servers/useStack.ts';

const stack = useStack();
beforeAll(async () => {
  await stack.publish({
    id: 'invalid',
    name: 'Invalid trip',
    severity: 'info',
    mode: 'live',
    conditions: { all: [{ fact: 'trip.distance_km', operator: 'lessThan', value: 0.5 }] },
    actions: [{ type: 'delete_trip' }],
  });
  await stack.startWorker();
});

/** Creates an approved deletion that no workflow carries out. */
async function approved(tripId: string): Promise<string> {
  await stack.runTrip(stack.put({ driverId: 'd', tripId }, { distanceKm: 0.1 }));
  const { items } = await listDeletions(stack.database.db, { fleetId: FLEET, driverId: 'd', tripId });
  const { id } = items[0]!;
  await decideDeletion(stack.database.db, {
    fleetId: FLEET,
    id,
    decision: 'approved',
    who: 'ann',
    at: new Date(),
  });
  return id;
}

type DeleteTrip = AnalyticsClient['deleteTrip'];

/** Carries out the deletion as a worker does, with a DELETE that is answered as given. */
function attempt(deletionId: string, wayOf: (real: DeleteTrip) => DeleteTrip, now = () => new Date()) {
  const { db } = stack.database;
  const log = pino({ level: 'silent' });
  const real = createAnalyticsClient({ baseUrl: stack.analytics.url, apiKey: stack.analytics.apiKey });
  const analytics = { ...real, deleteTrip: wayOf((...args) => real.deleteTrip(...args)) };
  const deps = {
    db,
    log,
    now,
    ledger: createLedger(db),
    pulse: createServiceEvidence(now),
    alarms: createFleetAlarms({ db, log, now }),
    fleets: new Map([[FLEET, { id: FLEET, name: 'North', timezone: 'UTC', analytics }]]),
  } as Partial<ActivityDependencies> as ActivityDependencies;
  return executeDeletion({ deps, loadRules: createRuleLoader() }, { fleet: FLEET, deletionId });
}

const deletes = (tripId: string): number =>
  stack.analytics.calls.filter((call) => call.startsWith('DELETE') && call.endsWith(`/${tripId}`)).length;
const asItIs: (real: DeleteTrip) => DeleteTrip = (real) => real;

it('a DELETE that waits for its turn until another attempt has the deletion does not go out', async () => {
  const id = await approved('l-1');
  const { db } = stack.database;
  const late = attempt(id, (real) => async (driverId, tripId, options) => {
    // As if this process had been suspended for a minute.
    await db
      .updateTable('deletions')
      .set({ claimedAt: new Date(Date.now() - 60_000) })
      .where('id', '=', id)
      .execute();
    const other = await claimDeletion(db, { fleetId: FLEET, id, at: new Date(), leaseMs: 40_000 });
    expect(other.kind).toBe('go');
    await sleep(10_500);
    return real(driverId, tripId, options);
  });
  await expect(late).rejects.toBeInstanceOf(ApplicationFailure);
  await expect(late).rejects.toMatchObject({ type: 'deletion_busy' });
  expect(deletes('l-1')).toBe(0);
});

it('a deletion that takes longer than its lease is carried out once, and others wait meanwhile', async () => {
  const id = await approved('l-2');
  // The clock runs five times as fast: a heartbeat comes every 25 seconds, a lease lasts 40, and others try for 50.
  const began = Date.now();
  const now = (): Date => new Date(began + (Date.now() - began) * 5);
  let isOut: () => void = () => undefined;
  const out = new Promise<void>((done) => (isOut = done));
  let isAsked: () => void = () => undefined;
  const asked = new Promise<void>((done) => (isAsked = done));
  const slow = attempt(
    id,
    (real) => async (driverId, tripId, options) => {
      const outcome = real(driverId, tripId, options);
      isOut();
      // The answer comes after the attempts of the others, however long a busy machine needs for them.
      await asked;
      return outcome;
    },
    now,
  );
  await out;
  for (let count = 0; count < 5; count += 1) {
    await sleep(2_000);
    await expect(attempt(id, asItIs, now)).rejects.toMatchObject({ type: 'deletion_busy' });
  }
  isAsked();
  expect(await slow).toEqual({ state: 'deleted' });
  expect(await attempt(id, asItIs, now)).toEqual({ state: 'deleted' });
  expect(deletes('l-2')).toBe(1);
  expect(await getDeletion(stack.database.db, { fleetId: FLEET, id })).toMatchObject({ attempts: 1 });
});
