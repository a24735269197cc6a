import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Simulator } from '../../../simulator/simulator.ts';
import { call, control, list, receiver, still, until, textOf } from '../calls.ts';

let simulator: Simulator;
beforeEach(async () => {
  simulator = await still();
});
afterEach(() => simulator.close());

it('shows the clock, the seed, groups and drivers', async () => {
  const { body } = await control(simulator, { method: 'GET', path: '/' });
  expect(body).toEqual({
    now: '2026-05-07T12:00:00.000Z',
    speed: 0,
    seed: 1,
    drivers: 12,
    groups: ['north', 'south', 'harbour', 'express'],
  });
  const drivers = await control(simulator, { method: 'GET', path: '/drivers?limit=2&offset=1' });
  expect(drivers.body['drivers']).toMatchObject([
    { driver_id: 'd-2', character: 'phone_user', group: 'south', has_gyroscope: true },
    { driver_id: 'd-3', character: 'declining' },
  ]);
});

it('adds a trip with the requested values', async () => {
  const wish = {
    kind: 'phone',
    driver_id: 'd-4',
    count: 2,
    session_id: 'tour',
    distance_km: 9,
    duration_seconds: 900,
    score: 42,
    events: [{ type: 'PHONE_USE', count: 2 }, { type: 'COLLISION' }],
    notify: false,
    readable_after_seconds: 20,
  };
  const { status, body } = await control(simulator, { method: 'POST', path: '/trips', body: wish });
  expect(status).toBe(201);
  const trips = list(body['trips']);
  expect(trips).toHaveLength(2);
  const path = `/driver/d-4/trip/${textOf(trips[0]!['trip_id'])}?fields=info,driving_behavior,events`;
  expect((await call(simulator, path)).status).toBe(404);
  await control(simulator, { method: 'POST', path: '/clock', body: { advance_seconds: 20 } });
  const trip = (await call(simulator, path)).body;
  expect(trip['info']).toMatchObject({ session_id: 'tour', distance_km: 9, duration_seconds: 900 });
  expect(trip['driving_behavior']!['score']!['service_score']).toBe(42);
  expect(
    list(trip['events'])
      .map((event) => event['event_type'])
      .sort(),
  ).toEqual([2, 2, 4]);
  expect(simulator.webhooks()).toEqual([]);
});

it('scores again, notifies and drops scores', async () => {
  const hook = await receiver();
  await control(simulator, { method: 'PUT', path: '/webhook', body: { url: hook.url } });
  const { tripId } = simulator.drive({ driverId: 'd-1', notify: false });
  const trip = `/trips/d-1/${tripId}`;
  await control(simulator, {
    method: 'POST',
    path: `${trip}/rescore`,
    body: { events: ['COLLISION'], notify: true },
  });
  await control(simulator, { method: 'POST', path: `${trip}/notify`, body: { copies: 2 } });
  await control(simulator, { method: 'POST', path: '/notifications', body: { type: 'NEWS' } });
  await until('four arrive', () => hook.received.length === 4);
  await until('all are noted', () =>
    simulator.webhooks().every((delivery) => delivery.state === 'delivered'),
  );
  const of = await control(simulator, {
    method: 'GET',
    path: `/notifications?trip_id=${tripId}&state=delivered`,
  });
  expect(list(of.body['notifications'])).toHaveLength(3);
  expect(list(of.body['notifications'])[0]).toMatchObject({ driver_id: 'd-1', attempts: [{ status: 200 }] });
  const score = async () =>
    Number((await call(simulator, '/driver/d-1/score')).body['driving_behavior']!['score']!['service_score']);
  const before = await score();
  await control(simulator, { method: 'POST', path: '/drivers/d-1/score', body: { drop: 12 } });
  expect(await score()).toBe(before - 12);
  await control(simulator, { method: 'PUT', path: '/webhook', body: { url: null } });
  await hook.close();
});

it('sets and shows faults of the service', async () => {
  const set = { limited: { next: 1, retry_after_seconds: 2 }, latency_ms: 1, out: { seconds: 5 } };
  const shown = await control(simulator, { method: 'PUT', path: '/faults', body: set });
  expect(shown.body).toEqual({
    latency_ms: 1,
    limited: { next: 1, retry_after_seconds: 2 },
    left: { limited: 1 },
    out_until: '2026-05-07T12:00:05.000Z',
  });
  expect((await call(simulator, '/groups')).status).toBe(503);
  simulator.advance(5);
  await control(simulator, { method: 'PATCH', path: '/faults', body: { refuse_key: 401 } });
  expect((await call(simulator, '/groups')).status).toBe(401);
  await control(simulator, { method: 'PUT', path: '/faults', body: { failing: { status: 504 } } });
  expect((await call(simulator, '/groups')).status).toBe(504);
  expect((await control(simulator, { method: 'DELETE', path: '/faults' })).body).toEqual({ left: {} });
  expect((await call(simulator, '/groups')).status).toBe(200);
  const { body } = await control(simulator, { method: 'GET', path: '/requests' });
  expect(list(body['requests']).map((request) => request['status'])).toEqual([503, 401, 504, 200]);
});

it.each([
  ['POST', '/trips', { kind: 'flying' }, '/kind'],
  ['POST', '/trips', { speed: 3 }, 'speed'],
  ['POST', '/trips', { driver_id: 'nobody' }, 'No driver'],
  ['POST', '/trips/d-1/17/rescore', {}, 'no such trip'],
  ['POST', '/trips/d-1/17/notify', {}, 'no such trip'],
  ['POST', '/drivers/d-1/score', { drop: 'much' }, '/drop'],
  ['PUT', '/faults', { failing: { share: 2 } }, '/failing/share'],
  ['POST', '/clock', { advance_seconds: -1 }, '/advance_seconds'],
])('refuses %s %s with %j and says why', async (method, path, body, why) => {
  const answer = await control(simulator, { method, path, body });
  expect(answer.status).toBe(400);
  expect(answer.body['error']).toContain(why);
});
