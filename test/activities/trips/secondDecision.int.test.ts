import { setTimeout as pause } from 'node:timers/promises';
import { MockActivityEnvironment } from '@temporalio/testing';
import { pino } from 'pino';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFleetAlarms, createServiceEvidence } from '../../../activities/dependencies/index.ts';
import type { ActivityDependencies } from '../../../activities/dependencies/index.ts';
import { createAssessment, decideTrip } from '../../../activities/trips/index.ts';
import { createRuleLoader, readTripFor, serviceFactsFor } from '../../../activities/facts/index.ts';
import { createAnalyticsClient } from '../../../analytics/index.ts';
import { claimTrip, getTrip, latestDecision, setTripState } from '../../../store/trips/index.ts';
import { tripAt } from '../../support/stand-ins/analytics.ts';
import { FLEET } from '../../support/servers/stack.ts';
import { useStack } from '../../support/servers/useStack.ts';
import { storeDeletion } from '../../support/store/records.ts';
import { liveRule } from '../../support/rules/documents.ts';

const SCORE = '/v3/driver/d/score';
const END = new Date(Date.UTC(2026, 10, 20, 12));
let deps: ActivityDependencies;
const stack = useStack({ channels: 'outbox' });
beforeAll(async () => {
  const { db } = stack.database;
  const log = pino({ level: 'silent' });
  const now = (): Date => new Date();
  const { url: baseUrl, apiKey } = stack.analytics;
  deps = {
    db,
    log,
    now,
    pulse: createServiceEvidence(now),
    alarms: createFleetAlarms({ db, log, now }),
    tripReadableWaitMs: 86_400_000,
    fleets: new Map([
      [
        FLEET,
        { id: FLEET, name: 'North', timezone: 'UTC', analytics: createAnalyticsClient({ baseUrl, apiKey }) },
      ],
    ]),
  } as Partial<ActivityDependencies> as ActivityDependencies;
  await stack.publish(
    liveRule(
      { fact: 'driver.score', operator: 'lessThan', value: 70 },
      { id: 'low', name: 'Low score', severity: 'info', actions: [] },
    ),
  );
});
beforeEach(() => {
  stack.analytics.broken.clear();
  stack.analytics.odd.clear();
  stack.analytics.scores.set('d', new Map([['2026-11-20', 60]]));
});

const assessment = () => createAssessment(deps, createRuleLoader());
function driven(tripId: string) {
  stack.put({ driverId: 'd', tripId }, { endedAt: END });
  return { fleet: FLEET, driverId: 'd', tripId };
}
const received = (tripId: string) => ({
  ...driven(tripId),
  ...({ receivedAt: END.toISOString(), source: 'webhook', workflowId: tripId } as const),
});
/** Makes the service fail for this one trip, while it returns others. */
async function failsByItself(tripId: string): Promise<void> {
  const answer = { status: 500, body: { error: 'internal error' } };
  stack.analytics.odd.set(tripAt('d', tripId), answer);
  const key = { fleet: FLEET, driverId: 'd', tripId };
  await readTripFor(deps, key).catch(() => undefined);
  await pause(5);
  await readTripFor(deps, driven(`beside-${tripId}`));
}
const outcomeOf = async (tripId: string) =>
  (await latestDecision(stack.database.db, { fleetId: FLEET, driverId: 'd', tripId }))?.rules[0]?.outcome;

describe('a trip that was decided while its driver’s score was withheld', () => {
  it('is incomplete for each repeat, until it is decided again', async () => {
    const check = assessment();
    const input = received('repeated');
    stack.analytics.broken.add(SCORE);
    expect(await check.assessTrip(input)).toMatchObject({ revision: 1, incomplete: true });
    stack.analytics.broken.clear();
    // As after a crash before the first answer was recorded.
    expect(await check.assessTrip(input)).toMatchObject({ revision: 1, incomplete: true });
    expect(await check.completeTrip(input)).toMatchObject({ revision: 2 });
    expect(await outcomeOf('repeated')).toBe('matched');
    expect(await check.assessTrip(input)).not.toHaveProperty('incomplete');
  });

  it('is incomplete also for an attempt whose own readings are complete and come second', async () => {
    const key = driven('overtaken');
    const read = await readTripFor(deps, key);
    if (read.kind !== 'read') throw new Error('The trip is there.');
    const rules = await createRuleLoader()(deps.db, FLEET);
    const asked = { key, trip: read.trip, rules } as const;
    const complete = await serviceFactsFor(deps, { ...asked, timing: 'now' });
    stack.analytics.broken.add(SCORE);
    const withheld = await serviceFactsFor(deps, { ...asked, timing: 'now' });
    const decide = (readings: typeof complete) =>
      decideTrip(deps, { ...asked, trigger: 'notification', readings });
    expect(await decide(withheld)).toMatchObject({ revision: 1, incomplete: true });
    expect(await decide(complete)).toMatchObject({ revision: 1, incomplete: true });
  });
});

it('a rule that no reading will ever decide leaves its trip complete, at the first look and at a repeat', async () => {
  stack.analytics.scores.clear();
  const check = assessment();
  const input = received('never-rated');
  expect(await check.assessTrip(input)).not.toHaveProperty('incomplete');
  expect(await outcomeOf('never-rated')).toBe('unknown');
  expect(await check.assessTrip(input)).not.toHaveProperty('incomplete');
});

describe('a trip that cannot be read when it is to be decided again', () => {
  const WAIT = { kind: 'not_readable', waitLimitMs: 86_400_000 };

  it('is waited for where it was decided: nobody else would look again', async () => {
    const check = assessment();
    const input = received('flapping');
    stack.analytics.broken.add(SCORE);
    expect(await check.assessTrip(input)).toMatchObject({ incomplete: true });
    stack.analytics.broken.clear();
    await failsByItself('flapping');
    expect(await check.completeTrip(input)).toEqual(WAIT);
    stack.analytics.odd.clear();
    expect(await check.completeTrip(input)).toMatchObject({ kind: 'settled', revision: 2 });
  });

  it('is left to the next reconciliation run if it was parked or is gone', async () => {
    const check = assessment();
    const input = received('set-aside');
    await check.assessTrip(input);
    const key = { fleetId: FLEET, driverId: 'd', tripId: 'set-aside' };
    for (const state of ['parked', 'gone', 'deleted'] as const) {
      await setTripState(stack.database.db, { ...key, state, at: new Date() });
      await failsByItself('set-aside');
      expect(await check.completeTrip(input)).toEqual({ ...WAIT, waitLimitMs: 0 });
    }
  });
});

it('a check again decides at once with what can be read, and says that something is missing', async () => {
  const check = assessment();
  const input = driven('set-aside-before');
  await claimTrip(stack.database.db, {
    fleetId: FLEET,
    driverId: 'd',
    tripId: input.tripId,
    workflowId: 'before',
    at: END,
  });
  stack.analytics.broken.add(SCORE);
  expect(await check.reevaluateTrip(input)).toMatchObject({ kind: 'settled', revision: 1, incomplete: true });
  // A second call while the data is still missing neither decides again nor loses track of the missing data.
  expect(await check.reevaluateTrip(input)).toMatchObject({ kind: 'settled', revision: 1, incomplete: true });
  stack.analytics.broken.clear();
  expect(await check.completeTrip(input)).toMatchObject({ kind: 'settled', revision: 2 });
});

it('a second decision that Tripline itself fails on is tried for as long as one waits for a trip, and ends', async () => {
  const broken = createAssessment(deps, () => Promise.reject(new TypeError('broken')));
  const input = driven('broken-inside');
  const triedSince = (since: Date) =>
    new MockActivityEnvironment({ heartbeatDetails: { failingSince: since.toISOString() } }).run(() =>
      broken.completeTrip(input),
    );
  await expect(triedSince(new Date())).rejects.toThrow('broken');
  expect(await triedSince(new Date(Date.now() - 86_400_000))).toMatchObject({
    kind: 'not_readable',
    waitLimitMs: 0,
  });
});

it('a trip that Tripline itself is deleting is not taken for one that vanished', async () => {
  const check = assessment();
  const input = received('being-deleted');
  await check.assessTrip(input);
  const key = { fleetId: FLEET, driverId: 'd', tripId: 'being-deleted' };
  const at = new Date();
  const { id } = await storeDeletion(stack.database.db, {
    ...key,
    rule: 'low',
    approval: 'auto',
    at,
    plannedAt: at,
    expiresAt: at,
  });
  stack.analytics.trips.delete(tripAt('d', 'being-deleted'));
  for (const state of ['deleting', 'unknown_outcome'] as const) {
    await stack.database.db.updateTable('deletions').set({ state }).where('id', '=', id).execute();
    await expect(check.completeTrip(input)).rejects.toMatchObject({ type: 'deletion_under_way' });
    expect((await getTrip(stack.database.db, key))?.state).toBe('decided');
  }
  await stack.database.db
    .updateTable('deletions')
    .set({ state: 'refused', settledAt: at })
    .where('id', '=', id)
    .execute();
  expect(await check.completeTrip(input)).toMatchObject({ state: 'gone' });
});
