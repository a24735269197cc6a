import { decisionSentence } from '../../../messages/decisions/index.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import { openAlarm } from '../../../store/alarms/index.ts';
import { listAlerts } from '../../../store/alerts/index.ts';
import { listDeliveries } from '../../../store/deliveries/index.ts';
import { getDriver } from '../../../store/drivers/index.ts';
import { getTrip, latestDecision, listTrips } from '../../../store/trips/index.ts';
import { clearOfMidnight } from '../../support/run/clearOfMidnight.ts';
import { FLEET, startStack } from '../../support/servers/stack.ts';
import type { Stack } from '../../support/servers/stack.ts';
import { liveRule } from '../../support/rules/documents.ts';

const HOUR = 3_600_000;
const YEAR = 365 * 24 * HOUR;
const DRIVER = 'wrong-clock';
const PHONE_USE = 2;

const phoneUses = (least: number): JsonObject => ({
  fact: 'driver.events.count',
  params: { type: 'PHONE_USE', window: '7d' },
  operator: 'greaterThanInclusive',
  value: least,
});
const rule = (id: string, condition: JsonObject, more: JsonObject = {}): JsonObject =>
  liveRule(condition, { id, actions: [{ type: 'slack', channel: '#fleet' }], ...more });

let stack: Stack;
let today: string;
const drive = async (tripId: string, hoursAgo: number, events: readonly number[]): Promise<void> => {
  const endedAt = new Date(Date.now() - hoursAgo * HOUR);
  stack.put({ driverId: DRIVER, tripId }, { endedAt, events });
  await stack.runTrip({ driverId: DRIVER, tripId });
};
const key = (tripId: string) => ({ fleetId: FLEET, driverId: DRIVER, tripId });
const outcomes = async (tripId: string) =>
  Object.fromEntries(
    (await latestDecision(stack.database.db, key(tripId)))!.rules.map((each) => [each.rule, each.outcome]),
  );
const alertsOf = async (id: string) =>
  (await listAlerts(stack.database.db, { fleetId: FLEET, rule: id })).items
    .map(({ tripId, state, reason }) => [tripId, state, reason].filter(Boolean).join(' '))
    .reverse();

// A trip of a year ahead first, then three of a clock that is right.
beforeAll(async () => {
  await clearOfMidnight('UTC');
  stack = await startStack();
  for (const name of ['fleet', 'now', 'then']) stack.slack.channels.add(name);
  const dateIn = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString().slice(0, 10);
  today = dateIn(0);
  const [yesterday, ahead] = [dateIn(-24), dateIn(YEAR / HOUR)];
  const scores: [string, number][] = [[yesterday, 88], [today, 88], [ahead, 11]]; // prettier-ignore
  stack.analytics.scores.set(DRIVER, new Map(scores));
  stack.analytics.attributes.set(
    DRIVER,
    new Map([
      [yesterday, { name: 'Now', region: 'now' }],
      [today, { name: 'Now', region: 'now' }],
      [ahead, { name: 'Then', region: 'then' }],
    ]),
  );
  await stack.publishAs('route', {
    id: 'region',
    by: 'attribute',
    attribute: '$.region',
    default: { slack: '#fleet' },
    entries: { now: { slack: '#now' }, then: { slack: '#then' } },
  });
  await stack.publish(
    rule(
      'becomes',
      { fact: 'trip.events.count', params: { type: 'PHONE_USE' }, operator: 'greaterThan', value: 0 },
      { trigger: 'becomes_true', actions: [{ type: 'slack', channel: 'route:region' }] },
    ),
    rule('window', phoneUses(4)),
    rule('reached', phoneUses(2)),
    rule('score', { fact: 'driver.score', operator: 'lessThan', value: 50 }),
    rule('earlier', {
      fact: 'driver.rule_alerts',
      params: { rule: 'becomes', window: '30d' },
      operator: 'greaterThanInclusive',
      value: 2,
    }),
  );
  await stack.startWorker();
  await drive('ahead', -YEAR / HOUR, [PHONE_USE, PHONE_USE, PHONE_USE]);
  await drive('quiet', 3, []);
  await drive('loud', 2, [PHONE_USE]);
  await drive('louder', 1, [PHONE_USE]);
}, 300_000);
afterAll(() => stack.close());

it('has no part in runs: a rule that becomes true fires for the trips after it, and each run once', async () => {
  expect(await alertsOf('becomes')).toEqual(['ahead raised', 'loud raised', 'louder stopped still_true']);
});

it('has no part in windows, nor they in it', async () => {
  const undecided = { window: 'unknown', reached: 'unknown', score: 'unknown', earlier: 'unknown' };
  expect(await outcomes('ahead')).toEqual({ becomes: 'matched', ...undecided });
  const counted = { window: 'not_matched', score: 'not_matched', earlier: 'not_matched' };
  expect(await outcomes('louder')).toEqual({ becomes: 'matched', reached: 'matched', ...counted });
  expect(await alertsOf('reached')).toEqual(['louder raised']);
});

it('is no driver’s newest trip or reading: names, scores and routes are those of today', async () => {
  const { db } = stack.database;
  const driver = await getDriver(db, { fleetId: FLEET, driverId: DRIVER });
  const louder = await getTrip(db, key('louder'));
  expect(driver).toMatchObject({ score: 88, scoreDate: today, lastTripAt: louder!.endedAt });
  expect(driver?.source.attributes).toEqual({ name: 'Now', region: 'now' });
  const { items } = await listDeliveries(db, { fleetId: FLEET, rule: 'becomes' });
  expect(items.map(({ tripId, receiver }) => `${tripId} ${receiver}`).sort()).toEqual([
    'ahead #now',
    'loud #now',
  ]);
});

it('is marked and listed, in the order of its receipt, and says why it is by itself', async () => {
  const { db } = stack.database;
  const { items } = await listTrips(db, { fleetId: FLEET, clock: 'ahead' });
  expect(items.map(({ tripId }) => tripId)).toEqual(['ahead']);
  expect(items[0]!.endedAt).toBeNull();
  expect(items[0]!.clockAheadSeconds! / (YEAR / 1000)).toBeCloseTo(1, 2);
  const byEnd = await listTrips(db, { fleetId: FLEET, from: new Date(Date.now() - 12 * HOUR) });
  expect(byEnd.items.map(({ tripId }) => tripId)).toEqual(['ahead', 'louder', 'loud', 'quiet']);
  const decision = await latestDecision(db, key('ahead'));
  const windowed = decision!.rules.find((each) => each.rule === 'window')!;
  expect(decisionSentence(windowed, 'en')).toContain(
    "are unknown (the trip ended after it was received: the device's clock is wrong)",
  );
});

it('raises an alarm for several of one driver, and none for one or two', async () => {
  const alarm = () => openAlarm(stack.database.db, { fleetId: FLEET, kind: 'device_clocks' });
  await drive('ahead-again', -13, []);
  expect(await alarm()).toBeUndefined();
  await drive('in-time', 0, []);
  expect(await alarm()).toBeUndefined();
  await drive('ahead-often', -1, []);
  expect((await alarm())?.message).toContain('List them with clock=ahead');
});
