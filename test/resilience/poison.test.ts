import { decisionSentence } from '../../messages/decisions/index.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listAlarms } from '../../store/alarms/index.ts';
import { getTrip, latestDecision } from '../../store/trips/index.ts';
import { listDeliveries } from '../../store/deliveries/index.ts';
import { tripWorkflowId } from '../../workflows/contracts/index.ts';
import { tripAt } from '../support/stand-ins/analytics.ts';
import { FLEET, sha256Hex } from '../support/servers/stack.ts';
import type { Trip } from '../support/servers/stack.ts';
import { useStack } from '../support/servers/useStack.ts';

const READABLE_WAIT_MS = 12_000;
const stack = useStack({ more: { TRIP_READABLE_WAIT: `${READABLE_WAIT_MS / 1000}s` } });
beforeAll(() => stack.startWorker());
beforeEach(() => stack.analytics.odd.clear());

const put = (driverId: string, tripId: string): Trip => stack.put({ driverId, tripId });
const rowOf = (trip: Trip) => getTrip(stack.database.db, { fleetId: FLEET, ...trip });
const alarms = async (openOnly: boolean): Promise<string[]> =>
  (await listAlarms(stack.database.db, { fleetId: FLEET, openOnly })).map((each) => each.kind);

/** Waits until the worker has failed on the trip: Temporal then shows a second attempt. */
const untilTried = async (trip: Trip): Promise<void> => {
  const handle = stack.client.workflow.getHandle(tripWorkflowId({ fleet: FLEET, ...trip }, sha256Hex));
  const attempts = async () => (await handle.describe()).raw.pendingActivities?.[0]?.attempt ?? 0;
  await expect.poll(attempts, { timeout: 60_000 }).toBeGreaterThan(1);
};

describe('one trip that cannot be read while others can', () => {
  it.each([
    [200, { error: 'Processing' }],
    [500, { error: 'Something went wrong' }],
    [200, {}],
  ])('because of HTTP %i %j is parked after the wait, and nobody is alarmed', async (status, body) => {
    const id = `poison-${status}-${JSON.stringify(body).length}`;
    const poison = put('unlucky', id);
    stack.analytics.odd.set(tripAt('unlucky', id), { status, body });
    await stack.runTrip(put('lucky', `before-${id}`));
    const running = stack.runTrip(poison);
    await untilTried(poison);
    await stack.runTrip(put('lucky', `after-${id}`));
    expect(await running).toMatchObject({ state: 'parked' });
    expect(await alarms(false)).toEqual([]);
  });

  it('because no URL can carry its id is parked at once, with the reason', async () => {
    const trip = { driverId: '..', tripId: '1790000000001' };
    expect(await stack.runTrip(trip)).toMatchObject({ state: 'parked' });
    expect(await rowOf(trip)).toMatchObject({
      state: 'parked',
      stateReason: expect.stringContaining('no URL can contain') as string,
    });
    expect(await alarms(false)).toEqual([]);
  });

  it('becomes readable and is decided', async () => {
    await stack.runTrip(put('lucky', 'another'));
    const trip = put('late', 'processed-soon');
    stack.analytics.odd.set(tripAt('late', 'processed-soon'), { status: 200, body: { error: 'Processing' } });
    const running = stack.runTrip(trip);
    await untilTried(trip);
    await stack.runTrip(put('lucky', 'meanwhile'));
    await pause(1_500);
    stack.analytics.odd.clear();
    expect(await running).toMatchObject({ state: 'decided' });
  });
});

it('a rule that always fails says so in every decision, stops no other, and delays nobody', async () => {
  const live = { severity: 'warning', mode: 'live', actions: [{ type: 'slack', channel: '#fleet-safety' }] };
  const long = { fact: 'trip.distance_km', operator: 'greaterThan', value: 1 };
  await stack.publish(
    { ...live, id: 'poison', name: 'Poison', conditions: { all: [{ condition: 'nobody-wrote-it' }] } },
    { ...live, id: 'sound', name: 'Sound', conditions: { all: [long] } },
  );
  const trips = Array.from({ length: 5 }, (_each, index) => put('beside', `beside-${index}`));
  const ended = await Promise.all(trips.map((trip) => stack.runTrip(trip)));
  expect(new Set(ended.map(({ state }) => state))).toEqual(new Set(['decided']));
  for (const trip of trips) {
    const decision = await latestDecision(stack.database.db, { fleetId: FLEET, ...trip });
    expect(decision!.rules.map(({ rule, outcome }) => [rule, outcome]).sort()).toEqual([
      ['poison', 'failed'],
      ['sound', 'matched'],
    ]);
    const poisoned = decision!.rules.find(({ rule }) => rule === 'poison')!;
    expect(decisionSentence(poisoned, 'en')).toContain('nobody-wrote-it');
    const { items } = await listDeliveries(stack.database.db, { fleetId: FLEET, ...trip });
    expect(items.map(({ rule, state }) => `${rule} ${state}`)).toEqual(['sound sent']);
  }
  expect(await alarms(false)).toEqual([]);
});

it('one trip that Tripline itself fails on is parked after the wait and says why, and an alarm is raised', async () => {
  const { db } = stack.database;
  await sql`
    create function refuse_planted() returns trigger language plpgsql as $$
    begin
      if new.trip_id = 'planted-value' then
        raise exception 'value "planted-secret" is out of range' using errcode = '22003';
      end if;
      return new;
    end $$;
    create trigger refuse_planted before insert on decisions for each row execute function refuse_planted();
  `.execute(db);
  // From the alarm to the parking there is time to look.
  await stack.worker?.shutdown();
  await stack.startWorker({ config: { ...stack.config, tripReadableWaitMs: 30_000 } });
  const poison = put('unlucky', 'planted-value');
  const running = stack.runTrip(poison);
  await expect.poll(() => alarms(true), { timeout: 60_000 }).toEqual(['work_failing']);
  expect(await stack.runTrip(put('lucky', 'beside-it'))).toMatchObject({ state: 'decided' });
  expect((await rowOf(poison))?.state).toBe('waiting');
  expect(await running).toMatchObject({ state: 'parked' });
  expect((await rowOf(poison))?.stateReason).toBe(
    'Processing failed repeatedly (SQLSTATE 22003). See the worker log, message "internal error in an activity".',
  );
  const lines = stack
    .logged()
    .split('\n')
    .filter((line) => line.includes('"msg":"internal error in an activity"'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.length).toBeGreaterThanOrEqual(5);
  expect(lines.at(-1)).toMatchObject({
    fleet: FLEET,
    driver: 'unlucky',
    trip: 'planted-value',
    activity: 'assessTrip',
    error: { code: '22003', at: expect.stringContaining('store/') as string },
  });
  expect(stack.logged()).not.toContain('planted-secret');

  await sql`drop trigger refuse_planted on decisions`.execute(db);
  expect(await stack.runTrip(poison)).toMatchObject({ state: 'decided' });
  await expect.poll(() => alarms(true), { timeout: 60_000 }).toEqual([]);
  await stack.worker?.shutdown();
  await stack.startWorker();
});

it('one trip that cannot even be noted waits until it can, and is never set aside without a trace', async () => {
  const { db } = stack.database;
  await sql`
    create function refuse_noting() returns trigger language plpgsql as $$
    begin
      if new.trip_id = 'cannot-be-noted' then raise exception 'too large' using errcode = '54000'; end if;
      return new;
    end $$;
    create trigger refuse_noting before insert on trips for each row execute function refuse_noting();
  `.execute(db);
  const poison = put('unlucky', 'cannot-be-noted');
  const running = stack.runTrip(poison);
  const failing = async () =>
    (await listAlarms(db, { fleetId: FLEET, openOnly: true })).map((each) => each.subject).sort();
  await expect.poll(failing, { timeout: 90_000 }).toContain('parkTrip');
  expect(await rowOf(poison)).toBeUndefined();
  await sql`drop trigger refuse_noting on trips`.execute(db);
  expect(await running).toMatchObject({ state: 'parked' });
  expect(await rowOf(poison)).toMatchObject({
    state: 'parked',
    stateReason: expect.stringContaining('SQLSTATE 54000') as string,
  });
  expect(await stack.runTrip(poison)).toMatchObject({ state: 'decided' });
  await expect.poll(() => alarms(true), { timeout: 60_000 }).toEqual([]);
});

it('an outage with the same words parks nothing: trips wait beyond the wait, one alarm stands', async () => {
  await stack.runTrip(put('lucky', 'just-before'));
  stack.analytics.odd.set('*', { status: 200, body: { error: 'Something went wrong' } });
  const trips = ['o-1', 'o-2', 'o-3'].map((id) => put('waiting', id));
  const beganMs = Date.now();
  const running = trips.map((trip) => stack.runTrip(trip));
  await expect.poll(() => alarms(true), { timeout: 60_000 }).toEqual(['analytics_unavailable']);
  await pause(Math.max(2_000, beganMs + READABLE_WAIT_MS + 4_000 - Date.now()));
  expect((await Promise.all(trips.map(rowOf))).map((row) => row?.state)).toEqual([
    'waiting',
    'waiting',
    'waiting',
  ]);
  stack.analytics.odd.clear();
  expect((await Promise.all(running)).map((each) => each.state)).toEqual(['decided', 'decided', 'decided']);
  await expect.poll(() => alarms(true), { timeout: 60_000 }).toEqual([]);
  expect(stack.logged().split('does not answer. Trips wait').length - 1).toBe(1);
});
