import { MockActivityEnvironment } from '@temporalio/testing';
import { pino } from 'pino';
import { beforeEach, expect, it } from 'vitest';
import type { ActivityDependencies, UnmarkedMessage } from '../../../activities/dependencies/index.ts';
import { composeDelivery, createReleases } from '../../../activities/dispatch/index.ts';
import { compileFleetRules } from '../../../activities/facts/index.ts';
import { decideTrip } from '../../../activities/trips/index.ts';
import { slackMessage } from '../../../messages/message.ts';
import { localDay } from '../../../rules/time/index.ts';
import { lockRules, openDatabase } from '../../../store/db/index.ts';
import { createLedger, getDelivery, listDeliveries } from '../../../store/deliveries/index.ts';
import type { Delivery } from '../../../store/deliveries/index.ts';
import { storePublished } from '../../support/store/published.ts';
import { beginErasure, removeSomeTrips } from '../../../store/retention/index.ts';
import { NO_READINGS, published, ruleDocument, tripWith } from '../../rules/given.ts';
import { waitsForLock } from '../../support/store/lockWaiters.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';
import { storeAlert } from '../../support/store/records.ts';

const inTest = useDatabase();
const TIMEZONE = 'Europe/Berlin';
const dayOf = (at: Date) => localDay(at, TIMEZONE);
const NOON = new Date('2026-03-10T11:00:00Z');
const MIDNIGHT = new Date('2026-03-10T23:00:00Z');
const fields = { id: 'chatty', severity: 'warning', budget: { alerts_per_day: 1 }, owner: '#owner' };
const rules = compileFleetRules([published(fields)], []);

let fleetId = '';
let count = 0;
let now: Date;

beforeEach(async () => {
  fleetId = `f-${(count += 1)}`;
  now = NOON;
  await storePublished(inTest.db, { fleetId, kind: 'rule', body: ruleDocument(fields), at: NOON });
});

const deps = (): ActivityDependencies =>
  ({
    db: inTest.db,
    ledger: createLedger(inTest.db),
    now: () => now,
    log: pino({ level: 'silent' }),
    publicUrl: 'https://tripline.example',
    fleets: new Map([[fleetId, { id: fleetId, name: 'Fleet', timezone: TIMEZONE }]]),
  }) as Partial<ActivityDependencies> as ActivityDependencies;

/** Raises an alert about each driver, one after the other. All but the day's first are over the budget. */
async function alertAbout(...drivers: readonly string[]): Promise<void> {
  for (const driverId of drivers) {
    const tripId = `trip of ${driverId}`;
    await decideTrip(deps(), {
      key: { fleet: fleetId, driverId, tripId },
      trip: tripWith({ driverId, tripId, distanceKm: 5 }),
      trigger: 'notification',
      rules,
      readings: NO_READINGS,
    });
  }
}

const begin = (driverId: string) => beginErasure(inTest.db, { fleetId, driverId, id: 'e', at: NOON, dayOf });
const forget = (driverId: string) =>
  removeSomeTrips(inTest.db, { fleetId, driverId, until: NOON, limit: 9, at: NOON });

async function aboutBudget(kind: 'budget_notice' | 'budget_summary'): Promise<Delivery | undefined> {
  const { items } = await listDeliveries(inTest.db, { fleetId });
  return items.find((each) => each.kind === kind);
}

type Released = Awaited<ReturnType<ReturnType<typeof createReleases>['releaseHeld']>>;

/** Runs a release at an instant. @returns the deliveries that it sends */
async function releasedAt(at: Date): Promise<Delivery[]> {
  now = at;
  const run = (): Promise<Released> =>
    createReleases(deps()).releaseHeld({ fleet: fleetId, releaseAt: at.toISOString() });
  const environment = new MockActivityEnvironment();
  const { deliveries } = await environment.run<[], Released, () => Promise<Released>>(run);
  const rows = await Promise.all(deliveries.map(({ id }) => getDelivery(inTest.db, { fleetId, id })));
  return rows.flatMap((row) => row ?? []);
}

const textOf = (content: UnmarkedMessage): string =>
  JSON.stringify(slackMessage(content.marked(false).message));
const marked = async (delivery: Delivery): Promise<string> => textOf(await composeDelivery(deps(), delivery));

it('what a budget held of others is sent when the driver is erased whose alert was the first over it', async () => {
  await alertAbout('ann', 'xaver', 'yves', 'zoe');
  expect(await aboutBudget('budget_summary')).toMatchObject({ driverId: 'xaver', state: 'held' });
  const begun = await begin('xaver');
  // Begins a second time, as after a worker that died right after the first.
  expect([begun, await begin('xaver')]).toEqual(
    [1, 2].map(() => ({ kind: 'begun', releases: [NOON, MIDNIGHT] })),
  );
  await forget('xaver');
  const [notice, ...others] = await releasedAt(NOON);
  expect([notice?.kind, notice?.receiver, others]).toEqual(['budget_notice', '#owner', []]);
  const { driverId, tripId, revision } = notice!;
  expect({ driverId, tripId, revision }).toEqual({ driverId: 'yves', tripId: 'trip of yves', revision: 1 });
  const summary = (await releasedAt(MIDNIGHT)).find(({ kind }) => kind === 'budget_summary');
  expect(summary).toMatchObject({ driverId: 'yves', tripId: 'trip of yves' });
  const text = await marked(summary!);
  expect(text).toContain('2 more alerts on 10 Mar 2026');
  expect(['xaver', 'yves', 'zoe'].filter((driver) => text.includes(driver))).toEqual(['yves', 'zoe']);
});

it('who is erased next passes on what he was given', async () => {
  await alertAbout('ann', 'xaver', 'yves', 'zoe');
  for (const driverId of ['xaver', 'yves']) await begin(driverId);
  expect(await aboutBudget('budget_summary')).toMatchObject({ driverId: 'zoe', state: 'held' });
  expect(await marked((await aboutBudget('budget_summary'))!)).toContain('1 more alert on 10 Mar 2026');
});

it('what a budget held of the erased driver alone is not sent, and what comes after it is', async () => {
  // Another day has its own summary.
  now = new Date(NOON.getTime() - 86_400_000);
  await alertAbout('old', 'older');
  now = NOON;
  await alertAbout('ann', 'xaver');
  await begin('xaver');
  const { items } = await listDeliveries(inTest.db, { fleetId, driverId: 'xaver' });
  expect(items.map(({ kind, state, reason }) => [kind, state, reason])).toEqual([
    ['budget_summary', 'skipped', 'erased'],
    ['budget_notice', 'skipped', 'erased'],
  ]);
  await alertAbout('yves');
  await forget('xaver');
  const { items: left } = await listDeliveries(inTest.db, { fleetId, driverId: 'yves' });
  expect(left.map(({ kind, state }) => [kind, state])).toEqual([
    ['budget_summary', 'held'],
    ['budget_notice', 'pending'],
  ]);
  expect(await marked(left[0]!)).toContain('1 more alert on 10 Mar 2026');
});

it('a summary that is sent while the erased driver’s trips are still stored does not mention the driver', async () => {
  await alertAbout('ann', 'yves', 'xaver', 'zoe');
  await releasedAt(MIDNIGHT);
  const summary = (await aboutBudget('budget_summary'))!;
  const { ledger } = deps();
  const mine = { fleetId, id: summary.id, attempt: 1, at: MIDNIGHT };
  await ledger.claim({ ...mine, beginsLater: true });
  expect(await marked(summary)).toContain('3 more alerts');
  await begin('xaver');
  // An attempt that composed the summary before cannot begin to send it.
  expect(await ledger.beginSending(mine)).toBe(false);
  const text = await marked(summary);
  expect([text.includes('2 more alerts'), text.includes('xaver')]).toEqual([true, false]);
});

it.each([
  { beginsLater: false, unknownOutcomeAttempts: [1] },
  { beginsLater: true, unknownOutcomeAttempts: [] },
])('a summary is taken from the attempt at it: %o', async ({ beginsLater, unknownOutcomeAttempts }) => {
  await alertAbout('ann', 'xaver', 'yves');
  await releasedAt(MIDNIGHT);
  const { id } = (await aboutBudget('budget_summary'))!;
  const { ledger } = deps();
  const claim = { fleetId, id, attempt: 1, at: MIDNIGHT };
  expect(await ledger.claim({ ...claim, beginsLater })).toMatchObject({ kind: 'go', attempt: 1 });
  await begin('xaver');
  expect(await aboutBudget('budget_summary')).toMatchObject({
    driverId: 'yves',
    state: 'held',
    claimedAt: null,
    unknownOutcomeAttempts,
  });
  expect(await ledger.beginSending(claim)).toBe(false);
  // `lastErrorAt` is recent, so that no lookup treats the attempt as one that ended long ago: it may be on its way.
  const { lastErrorAt } = (await aboutBudget('budget_summary'))!;
  expect(Date.now() - lastErrorAt!.getTime()).toBeLessThan(60_000);
  // A message that was sent stays sent, however late its confirmation comes.
  await ledger.confirm(claim);
  expect(await aboutBudget('budget_summary')).toMatchObject({ state: 'sent', possibleRepeat: false });
});

it('an alert that is over the budget while the driver is erased is not missed', async () => {
  await alertAbout('ann', 'xaver');
  const other = openDatabase(inTest.url);
  let releaseLock = (): void => undefined;
  const mayEnd = new Promise<void>((resolve) => (releaseLock = resolve));
  let holds = (): void => undefined;
  const held = new Promise<void>((resolve) => (holds = resolve));
  const done = other.db.transaction().execute(async (tx) => {
    await lockRules(tx, { fleetId, rules: ['chatty'] });
    await storeAlert(tx, {
      fleetId,
      driverId: 'yves',
      tripId: 'trip of yves',
      rule: 'chatty',
      revision: 4,
      state: 'stopped',
      reason: 'over_budget',
      passedBudget: false,
      at: NOON,
    });
    holds();
    await mayEnd;
  });
  await held;
  const erased = begin('xaver');
  await waitsForLock(inTest.db);
  releaseLock();
  await Promise.all([done, erased]);
  await other.close();
  expect(await aboutBudget('budget_summary')).toMatchObject({
    driverId: 'yves',
    state: 'held',
    revision: 4,
  });
});
