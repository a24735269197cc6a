import { MockActivityEnvironment } from '@temporalio/testing';
import { sql } from 'kysely';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ActivityDependencies } from '../../../activities/dependencies/index.ts';
import { createReleases } from '../../../activities/dispatch/index.ts';
import { compileFleetRules } from '../../../activities/facts/index.ts';
import type { FleetRules } from '../../../activities/facts/index.ts';
import { createSuppressedAdmission, decideTrip } from '../../../activities/trips/index.ts';
import type { Settled } from '../../../activities/trips/index.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import { createSilence, listAlerts } from '../../../store/alerts/index.ts';
import {
  createLedger,
  listDeliveries,
  skipHeldDeletions,
  skipHeldDelivery,
} from '../../../store/deliveries/index.ts';
import { storePublished } from '../../support/store/published.ts';
import { setTripState } from '../../../store/trips/index.ts';
import { eventOf, NO_READINGS, published, ruleDocument, tripWith } from '../../rules/given.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';

const inTest = useDatabase();
const NOON = new Date('2026-03-10T12:05:00Z');
const ONE = new Date('2026-03-10T13:00:00Z');
const TYPE = {
  crash: 'COLLISION',
  turn: 'HARD_TURN',
  brake: 'HARD_BRAKE',
  phone: 'PHONE_USE',
} as const;
type Name = keyof typeof TYPE;
const BATCHED = [{ type: 'slack', channel: '#fleet-safety', batch: { every: '1h' } }];

let count = 0;
let fleetId = '';
let now: Date;
let rules: FleetRules;
beforeEach(() => {
  fleetId = `f-${(count += 1)}`;
  now = NOON;
});

const deps = (): ActivityDependencies =>
  ({
    db: inTest.db,
    ledger: createLedger(inTest.db),
    now: () => now,
    log: pino({ level: 'silent' }),
    publicUrl: 'https://tripline.example',
    fleets: new Map([[fleetId, { id: fleetId, name: 'Fleet', timezone: 'UTC' }]]),
  }) as Partial<ActivityDependencies> as ActivityDependencies;

/** Publishes rules, each about trips with an event of its own type. */
async function publish(fields: Partial<Record<Name, JsonObject>>): Promise<void> {
  const documents = Object.entries(fields).map(([id, more]) =>
    ruleDocument({
      id,
      severity: 'warning',
      conditions: {
        all: [
          {
            fact: 'trip.events.count',
            params: { type: TYPE[id as Name] },
            operator: 'greaterThan',
            value: 0,
          },
        ],
      },
      actions: [{ type: 'slack', channel: `#${id}` }],
      ...more,
    }),
  );
  for (const body of documents) {
    await storePublished(inTest.db, { fleetId, kind: 'rule', body: published(body).rule, at: NOON });
  }
  rules = compileFleetRules(
    documents.map((each) => published(each)),
    [],
  );
}

const key = () => ({ fleet: fleetId, driverId: 'd', tripId: 't' });
const row = () => ({ fleetId, driverId: 'd', tripId: 't' });

/** Decides the trip as if it had events of these rules' types. */
const decide = (...matching: readonly Name[]): Promise<Settled> =>
  decideTrip(deps(), {
    key: key(),
    trip: tripWith({
      driverId: 'd',
      tripId: 't',
      events: matching.map((name) => eventOf(TYPE[name])),
    }),
    trigger: 'replay',
    rules,
    readings: NO_READINGS,
    isDriverRead: true,
  });

/** Returns each alert with its state, reason and detail. */
const alerts = async (): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await listAlerts(inTest.db, { fleetId })).items.map(({ rule, state, reason, detail }) => [
      rule,
      [state, reason, detail].filter(Boolean).join(' '),
    ]),
  );
const whySuppressed = async (rule: string): Promise<unknown> => {
  const [alert] = (await listAlerts(inTest.db, { fleetId, rule })).items;
  return [alert?.suppressedBy, alert?.suppressionEnded];
};
const reasonOf = async (rule: string): Promise<unknown> =>
  (await listAlerts(inTest.db, { fleetId, rule })).items[0]?.reason;
const deliveriesOf = async (rule: string): Promise<string[]> =>
  (await listDeliveries(inTest.db, { fleetId, rule })).items.map(({ receiver, state, reason }) =>
    [receiver, state, reason].filter(Boolean).join(' '),
  );
const deliveryOf = async (rule: string): Promise<string> =>
  (await listDeliveries(inTest.db, { fleetId, rule })).items[0]!.id;

/** Makes one attempt to send a rule's message, with this outcome. */
async function attempt(rule: string, end: 'confirm' | 'fail' | 'endUnconfirmed' | 'skip'): Promise<void> {
  const ledger = createLedger(inTest.db);
  const mine = { fleetId, id: await deliveryOf(rule) };
  const claim = await ledger.claim({ ...mine, at: now });
  if (claim.kind !== 'go') throw new Error(`It is ${claim.kind}.`);
  await ledger[end]({ ...mine, attempt: claim.attempt, reason: 'channel_not_found', at: now });
}

function release(): Promise<unknown> {
  now = ONE;
  const input = { fleet: fleetId, releaseAt: ONE.toISOString() };
  return new MockActivityEnvironment().run(() => createReleases(deps()).releaseHeld(input));
}

const requests = async (): Promise<string[]> =>
  (
    await inTest.db
      .selectFrom('temporalRequests')
      .select('subject')
      .where((where) => where.and({ fleetId, kind: 'admit_suppressed' }))
      .execute()
  ).map(({ subject }) => subject);

/** Runs the first step of each request's workflow. */
async function admitSuppressed(): Promise<readonly Settled[]> {
  const admission = createSuppressedAdmission(deps(), () => Promise.resolve(rules));
  const found = await requests();
  return Promise.all(
    found.map((alertId) => admission.admitSuppressed({ fleet: fleetId, alertId, request: '1' })),
  );
}

describe('a rule that suppressed another one', () => {
  it('and matches no more before its batch was sent lets the other one be sent at once', async () => {
    await publish({ crash: { suppresses: ['brake'], actions: BATCHED }, brake: {} });
    await decide('crash', 'brake');
    expect(await alerts()).toEqual({ crash: 'held batched', brake: 'stopped suppressed crash' });
    const settled = await decide('brake');
    expect(await deliveriesOf('brake')).toEqual(['#brake pending']);
    expect(settled.deliveries).toEqual([{ id: await deliveryOf('brake'), action: 'slack' }]);
    expect(await whySuppressed('brake')).toEqual(['crash', 'not_matched']);
    await release();
    expect(await alerts()).toEqual({ crash: 'stopped resolved not_matched', brake: 'raised' });
    await admitSuppressed();
    expect(await deliveriesOf('brake')).toEqual(['#brake pending']);
  });

  it('does not suppress what matches for the first time when it matches no more', async () => {
    await publish({ crash: { suppresses: ['brake'], actions: BATCHED }, brake: {} });
    await decide('crash');
    await decide('brake');
    expect(await alerts()).toEqual({ crash: 'held batched', brake: 'raised' });
  });

  it('and is silenced before its batch was sent lets the other one be sent then', async () => {
    await publish({ crash: { suppresses: ['brake'], actions: BATCHED }, brake: {} });
    await decide('crash', 'brake');
    const silence = { id: 's', reason: 'Roadworks', who: 'ed', at: NOON, until: new Date('2026-03-11') };
    await createSilence(inTest.db, { fleetId, ...silence, rules: ['crash'] });
    await release();
    const [settled] = await admitSuppressed();
    expect(await alerts()).toEqual({ crash: 'stopped silenced s', brake: 'raised' });
    expect(settled?.deliveries).toEqual([{ id: await deliveryOf('brake'), action: 'slack' }]);
    expect(await whySuppressed('brake')).toEqual(['crash', 'silenced']);
  });

  it.each([
    ['fail', 'failed'],
    ['endUnconfirmed', 'unconfirmed'],
    ['skip', 'channel_not_found'],
  ] as const)('and whose message ends by %s lets the other one be sent', async (end, why) => {
    await publish({ crash: { suppresses: ['brake'] }, brake: {} });
    await decide('crash', 'brake');
    await attempt('crash', end);
    await admitSuppressed();
    expect(await alerts()).toEqual({ crash: 'raised', brake: 'raised' });
    expect(await whySuppressed('brake')).toEqual(['crash', why]);
  });

  it('and whose message was grouped into one that fails lets the other one be sent', async () => {
    const actions = [{ type: 'slack', channel: '#one' }];
    await publish({
      turn: { severity: 'critical', actions },
      crash: { suppresses: ['brake'], actions },
      brake: {},
    });
    await decide('turn', 'crash', 'brake');
    expect(await deliveriesOf('crash')).toEqual(['#one skipped grouped']);
    await attempt('turn', 'fail');
    await admitSuppressed();
    expect(await deliveriesOf('brake')).toEqual(['#brake pending']);
  });

  it.each(['expired', 'rejected'])('and whose deletion is %s lets the other one be sent', async (reason) => {
    await publish({ crash: { suppresses: ['brake'], actions: [{ type: 'delete_trip' }] }, brake: {} });
    await decide('crash', 'brake');
    const ledger = createLedger(inTest.db);
    const mine = { fleetId, id: await deliveryOf('crash') };
    await ledger.claim({ ...mine, at: now });
    await ledger.hold({ ...mine, attempt: 1, reason: 'awaiting_approval', at: now });
    expect(await requests()).toEqual([]);
    await (reason === 'expired'
      ? skipHeldDeletions(inTest.db, { ...row(), reason, at: now })
      : skipHeldDelivery(inTest.db, { ...mine, reason, at: now }));
    await admitSuppressed();
    expect(await whySuppressed('brake')).toEqual(['crash', reason]);
    expect(await deliveriesOf('brake')).toEqual(['#brake pending']);
  });

  it('and whose deletion is asked for no more, as it was retired, lets the other one be sent', async () => {
    await publish({ crash: { suppresses: ['brake'], actions: [{ type: 'delete_trip' }] }, brake: {} });
    await decide('crash', 'brake');
    const ledger = createLedger(inTest.db);
    const mine = { fleetId, id: await deliveryOf('crash') };
    await ledger.claim({ ...mine, at: now });
    await ledger.hold({ ...mine, attempt: 1, reason: 'awaiting_approval', at: now });
    await publish({ brake: {} });
    await decide('brake', 'phone');
    await admitSuppressed();
    expect(await whySuppressed('brake')).toEqual(['crash', 'no_longer_matched']);
  });

  it('and was sent to one of its recipients goes on to suppress, whatever becomes of the rest', async () => {
    const actions = [{ type: 'slack', channel: '#one' }, ...BATCHED];
    await publish({ crash: { suppresses: ['brake'], actions }, brake: {} });
    await decide('crash', 'brake');
    const ledger = createLedger(inTest.db);
    const { items } = await listDeliveries(inTest.db, { fleetId, rule: 'crash', state: 'pending' });
    const mine = { fleetId, id: items[0]!.id };
    await ledger.claim({ ...mine, at: now });
    await ledger.confirm({ ...mine, attempt: 1, at: now });
    await decide('brake');
    await release();
    await admitSuppressed();
    expect(await alerts()).toEqual({ crash: 'raised', brake: 'stopped suppressed crash' });
    expect(await deliveriesOf('brake')).toEqual([]);
  });

  it('and reaches no one suppresses nothing from the start', async () => {
    const actions = [{ type: 'email', to: ['driver:manager'] }];
    await publish({ crash: { suppresses: ['brake'], actions }, brake: {} });
    await decide('crash', 'brake');
    expect((await alerts())['brake']).toBe('raised');
  });
});

describe('an alert that is suppressed no more', () => {
  it('is sent once, however often and by how many that is found', async () => {
    await publish({ crash: { suppresses: ['brake'] }, brake: {} });
    await decide('crash', 'brake');
    await attempt('crash', 'fail');
    const again = await Promise.all([admitSuppressed(), admitSuppressed(), admitSuppressed()]);
    const id = await deliveryOf('brake');
    // As after a crash between the admission and its answer: each returns the work that is still open.
    for (const [settled] of again) expect(settled?.deliveries).toEqual([{ id, action: 'slack' }]);
    await attempt('brake', 'confirm');
    const [after] = await admitSuppressed();
    expect(after?.deliveries).toEqual([]);
    expect(await deliveriesOf('brake')).toEqual(['#brake sent']);
    await decide('brake');
    expect(await deliveriesOf('brake')).toEqual(['#brake sent']);
  });

  it('is found by whoever decides the trip before its request is carried out', async () => {
    await publish({ crash: { suppresses: ['brake'] }, brake: {} });
    await decide('crash', 'brake');
    await attempt('crash', 'fail');
    await decide('crash', 'brake');
    expect(await deliveriesOf('brake')).toEqual(['#brake pending']);
    await admitSuppressed();
    expect(await deliveriesOf('brake')).toEqual(['#brake pending']);
  });

  it('meets its own silences, throttles and batches', async () => {
    await publish({
      crash: { suppresses: ['brake', 'phone', 'turn'] },
      brake: {},
      phone: { actions: BATCHED },
      turn: { throttle: { per: 'driver', every: '1h' } },
    });
    now = new Date(NOON.getTime() - 60_000);
    await decideTrip(deps(), {
      key: { ...key(), tripId: 'before' },
      trip: tripWith({ driverId: 'd', tripId: 'before', events: [eventOf(TYPE.turn)] }),
      trigger: 'replay',
      rules,
      readings: NO_READINGS,
      isDriverRead: true,
    });
    now = NOON;
    await decide('crash', 'brake', 'phone', 'turn');
    const silence = { id: 's', reason: 'Roadworks', who: 'ed', at: NOON, until: new Date('2026-03-11') };
    await createSilence(inTest.db, { fleetId, ...silence, rules: ['brake'] });
    await attempt('crash', 'fail');
    const [settled] = await admitSuppressed();
    const { items } = await listAlerts(inTest.db, { fleetId, tripId: 't', driverId: 'd' });
    expect(Object.fromEntries(items.map(({ rule, state, reason }) => [rule, `${state} ${reason}`]))).toEqual({
      crash: 'raised null',
      brake: 'stopped silenced',
      phone: 'held batched',
      turn: 'stopped throttled',
    });
    expect(settled).toMatchObject({ deliveries: [], releases: [ONE.toISOString()] });
  });

  it('has the messages of its budget sent, where it is the one that goes over it', async () => {
    await publish({ crash: { suppresses: ['brake'] }, brake: { budget: { alerts_per_day: 1 } } });
    await decideTrip(deps(), {
      key: { ...key(), tripId: 'before' },
      trip: tripWith({ driverId: 'd', tripId: 'before', events: [eventOf(TYPE.brake)] }),
      trigger: 'replay',
      rules,
      readings: NO_READINGS,
      isDriverRead: true,
    });
    await decide('crash', 'brake');
    await attempt('crash', 'fail');
    const [settled] = await admitSuppressed();
    const ofTrip = { fleetId, rule: 'brake', tripId: 't', driverId: 'd' };
    expect((await listAlerts(inTest.db, ofTrip)).items).toMatchObject([{ reason: 'over_budget' }]);
    const { items } = await listDeliveries(inTest.db, ofTrip);
    const notice = items.find(({ kind }) => kind === 'budget_notice');
    expect(notice?.state).toBe('pending');
    expect(settled?.deliveries).toEqual([{ id: notice?.id, action: 'slack' }]);
    expect(settled?.releases).toEqual(['2026-03-11T00:00:00.000Z']);
  });

  it('suppresses what it names itself, and not before', async () => {
    await publish({
      crash: { suppresses: ['brake', 'phone'] },
      brake: { suppresses: ['phone'] },
      phone: {},
    });
    await decide('crash', 'brake', 'phone');
    await attempt('crash', 'fail');
    await admitSuppressed();
    expect(await alerts()).toEqual({ crash: 'raised', brake: 'raised', phone: 'stopped suppressed brake' });
    await attempt('brake', 'fail');
    await admitSuppressed();
    expect((await alerts())['phone']).toBe('raised');
    expect(await whySuppressed('phone')).toEqual(['brake', 'failed']);
  });

  it('waits for each rule that suppresses it', async () => {
    await publish({ crash: { suppresses: ['brake'] }, turn: { suppresses: ['brake'] }, brake: {} });
    await decide('crash', 'turn', 'brake');
    await attempt('crash', 'fail');
    await admitSuppressed();
    expect((await alerts())['brake']).toBe('stopped suppressed turn');
    await attempt('turn', 'fail');
    await admitSuppressed();
    expect((await alerts())['brake']).toBe('raised');
  });

  it('opens the incident that it calls for', async () => {
    const actions = [{ type: 'escalate', policy: 'collision' }];
    await publish({ crash: { suppresses: ['brake'] }, brake: { actions } });
    await decide('crash', 'brake');
    await attempt('crash', 'fail');
    const [settled] = await admitSuppressed();
    expect(settled?.deliveries).toMatchObject([{ action: 'escalate' }]);
  });

  it('is not sent when its own rule does not match any more, until it does', async () => {
    await publish({ crash: { suppresses: ['brake'] }, brake: {} });
    await decide('crash', 'brake');
    await decide('crash');
    await attempt('crash', 'fail');
    await admitSuppressed();
    expect((await alerts())['brake']).toBe('stopped suppressed crash');
    await decide('crash', 'brake');
    expect((await alerts())['brake']).toBe('raised');
  });

  it('is sent when a decision withdraws the rule that was throttled, and cannot decide its own', async () => {
    await publish({ crash: { suppresses: ['brake'], throttle: { per: 'driver', every: '24h' } }, brake: {} });
    now = new Date(NOON.getTime() - 60_000);
    await decideTrip(deps(), {
      key: { ...key(), tripId: 'before' },
      trip: tripWith({ driverId: 'd', tripId: 'before', events: [eventOf(TYPE.crash)] }),
      trigger: 'replay',
      rules,
      readings: NO_READINGS,
      isDriverRead: true,
    });
    now = NOON;
    await decide('crash', 'brake');
    expect(await reasonOf('brake')).toBe('suppressed');
    expect(await requests()).toEqual([]);
    // Its rule was retired, so no decision says any more whether it matches.
    const left = rules.published.filter(({ id }) => id !== 'brake');
    rules = compileFleetRules(left, []);
    await decide('phone');
    const [settled] = await admitSuppressed();
    expect(await whySuppressed('brake')).toEqual(['crash', 'not_matched']);
    expect(settled?.deliveries).toEqual([{ id: await deliveryOf('brake'), action: 'slack' }]);
  });

  it('is still to be sent when its trip is gone after it was admitted', async () => {
    await publish({ crash: { suppresses: ['brake'] }, brake: {} });
    await decide('crash', 'brake');
    await attempt('crash', 'fail');
    await admitSuppressed();
    // The answer of the first attempt was lost with its worker.
    await setTripState(inTest.db, { ...row(), state: 'gone', at: now });
    const [settled] = await admitSuppressed();
    expect(settled).toMatchObject({ state: 'gone', deliveries: [{ id: await deliveryOf('brake') }] });
  });

  it.each(['deleted', 'gone'] as const)('is not sent about a trip that is %s', async (state) => {
    await publish({ crash: { suppresses: ['brake'] }, brake: {} });
    await decide('crash', 'brake');
    await attempt('crash', 'fail');
    await setTripState(inTest.db, { ...row(), state, at: now });
    await admitSuppressed();
    expect((await alerts())['brake']).toBe('stopped suppressed crash');
  });

  it('is what its decision found, whatever was published since', async () => {
    await publish({ crash: { suppresses: ['brake'] }, brake: {} });
    await decide('crash', 'brake');
    await publish({ crash: {}, phone: {} });
    await attempt('crash', 'fail');
    await admitSuppressed();
    expect(await deliveriesOf('brake')).toEqual(['#brake pending']);
    const [alert] = (await listAlerts(inTest.db, { fleetId, rule: 'brake' })).items;
    expect(alert).toMatchObject({ version: 1, revision: 1 });
  });
});

it('a rule that suppresses nothing asks for nothing when its message fails', async () => {
  await publish({ crash: {}, brake: {} });
  await decide('crash', 'brake');
  await attempt('crash', 'fail');
  expect(await requests()).toEqual([]);
});

it('a decision that is made while the message fails is not lost between the two', async () => {
  await publish({ crash: { suppresses: ['brake'] }, brake: {} });
  await decide('crash');
  await attempt('crash', 'fail');
  // As it was when the decision began: the message still has to be sent.
  await sql`update deliveries set state = 'pending' where fleet_id = ${fleetId}`.execute(inTest.db);
  await decide('crash', 'brake');
  await sql`update deliveries set state = 'failed' where fleet_id = ${fleetId}`.execute(inTest.db);
  expect((await alerts())['brake']).toBe('stopped suppressed crash');
  await admitSuppressed();
  expect((await alerts())['brake']).toBe('raised');
});
