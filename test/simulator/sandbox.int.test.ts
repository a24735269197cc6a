import { afterEach, expect, it } from 'vitest';
import { startSimulator } from '../../simulator/simulator.ts';
import type { Simulator, SimulatorOptions } from '../../simulator/simulator.ts';
import { call, KEY, list, START, until, textOf } from './calls.ts';

let simulator: Simulator;
afterEach(() => simulator.close());

/** A sandbox whose clock the test moves: a minute of it is a simulated minute. */
async function sandbox(options: Partial<SimulatorOptions> = {}): Promise<void> {
  simulator = await startSimulator({
    apiKey: KEY,
    seed: 1,
    drivers: 40,
    startAt: START,
    speed: 1,
    tripsPerMinute: 4,
    webhook: { url: 'http://127.0.0.1:1/nobody' },
    ...options,
    quirks: {
      lateReadability: { share: 0, upToSeconds: 0 },
      duplicateShare: 0,
      unknownNotificationShare: 0,
      ...options.quirks,
    },
  });
}

const announced = () => simulator.webhooks().filter((delivery) => delivery.type === 'TRIP_SCORED');

async function read(delivery: { driverId?: string; tripId?: string }) {
  const path = `/driver/${encodeURIComponent(delivery.driverId!)}/trip/${delivery.tripId!}`;
  return (await call(simulator, `${path}?fields=info,events,simple_path,driving_behavior`)).body;
}

it('shows one of each kind among its first dozen trips', async () => {
  await sandbox();
  simulator.advance(4);
  expect(announced()).toHaveLength(1);
  simulator.advance(235);
  expect(announced().length).toBeGreaterThanOrEqual(12);
  const dozen = announced().slice(0, 12);
  const trips = await Promise.all(dozen.map(read));
  const events = trips.map((trip) => list(trip['events']).map((event) => textOf(event['event_type_name'])));
  expect(events.some((names) => names.includes('COLLISION'))).toBe(true);
  expect(
    trips.some(
      (trip) => Number(trip['info']!['distance_km']) < 0.2 && Number(trip['info']!['distance_km']) > 0,
    ),
  ).toBe(true);
  expect(trips.some((trip) => Number(trip['info']!['distance_km']) === 0)).toBe(true);
  expect(trips.some((trip) => list(trip['simple_path']).length === 2)).toBe(true);
  const streak = dozen.flatMap((delivery, at) => (delivery.driverId === 'd-2' ? events[at]! : []));
  expect(streak.filter((name) => name === 'PHONE_USE').length).toBeGreaterThanOrEqual(6);
  expect(dozen.filter((delivery) => delivery.driverId === 'd-2')).toHaveLength(3);
  expect(dozen.some((delivery) => delivery.driverId === 'd-3')).toBe(true);
});

it('lets trips end just before now, and nobody drive two at once', async () => {
  await sandbox({ quirks: { rescoreShare: 0 } });
  for (let minute = 0; minute < 90; minute += 1) simulator.advance(60);
  const all = announced();
  // Its clock runs on while they are read.
  const now = Date.parse(simulator.state().now);
  expect(all.length).toBeGreaterThan(200);
  const byDriver = new Map<string, [number, number][]>();
  for (const delivery of all) {
    const { info } = await read(delivery);
    const times: [number, number] = [
      Date.parse(textOf(info!['start_time'])),
      Date.parse(textOf(info!['end_time'])),
    ];
    byDriver.set(delivery.driverId!, [...(byDriver.get(delivery.driverId!) ?? []), times]);
  }
  const last = Math.max(...[...byDriver.values()].flat().map(([, end]) => end));
  expect(now - last).toBeLessThan(60_000);
  for (const trips of byDriver.values()) {
    trips.sort((one, other) => one[0] - other[0]);
    for (const [at, [start, end]] of trips.entries()) {
      expect(end).toBeGreaterThan(start);
      if (at > 0) expect(start).toBeGreaterThan(trips[at - 1]![1]);
    }
  }
});

it('scores some trips again, with a collision found late', async () => {
  await sandbox({ quirks: { rescoreShare: 1 } });
  simulator.advance(4);
  const [first] = announced();
  const before = await read(first!);
  simulator.advance(1_900);
  const after = await read(first!);
  expect(list(before['events']).map((event) => event['event_type'])).not.toContain(4);
  expect(list(after['events']).map((event) => event['event_type'])).toContain(4);
});

it('lives the planned days: every trip is announced once, when it is uploaded', async () => {
  simulator = await startSimulator({
    apiKey: KEY,
    seed: 1,
    drivers: 15,
    startAt: START,
    speed: 0,
    autoDrive: true,
    quirks: { duplicateShare: 0, unknownNotificationShare: 0, rescoreShare: 0, oddDriverIds: false },
  });
  for (let quarter = 0; quarter < 4 * 30; quarter += 1) {
    simulator.advance(900);
  }
  await until('all are noted', () => announced().length > 30);
  const keys = announced().map((delivery) => `${delivery.driverId!} ${delivery.tripId!}`);
  expect(new Set(keys).size).toBe(keys.length);
  const listed: string[] = [];
  for (const { driverId } of simulator.drivers())
    for (const offset of [0, 50]) {
      const { body } = await call(
        simulator,
        `/driver/${driverId}/trips?limit=50&offset=${offset}&start_date=2026-05-07&end_date=2026-05-08`,
      );
      for (const trip of list(body['trips']))
        if (Date.parse(textOf(trip['info']!['end_time'])) > Date.parse(START))
          listed.push(`${driverId} ${textOf(trip['trip_id'])}`);
    }
  // A trip that was uploaded late was received, but may have ended before the start; every listed one was received.
  expect(keys).toEqual(expect.arrayContaining(listed));
  expect(listed.length).toBeGreaterThan(30);
});

it('pages through a hundred thousand drivers without making them all', async () => {
  simulator = await startSimulator({
    apiKey: KEY,
    seed: 1,
    drivers: 100_000,
    startAt: START,
    speed: 0,
    quirks: { oddDriverIds: false },
  });
  const { body } = await call(simulator, '/drivers?limit=50&offset=150&fields=info');
  expect(list(body['drivers'])).toHaveLength(50);
  expect(body['next_offset']).toBe(200);
  expect((await call(simulator, '/driver/d-99999/score')).status).toBe(200);
  expect((await call(simulator, '/driver/d-100001/score')).status).toBe(404);
});
