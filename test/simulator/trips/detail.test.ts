import { expect, it } from 'vitest';
import { assemble } from '../../../simulator/assemble.ts';
import { crowKm, utcDay } from '../../../simulator/world/index.ts';
import { detailOf, timesOf } from '../../../simulator/trips/index.ts';

const START = '2026-05-07T12:00:00Z';
const { book, driving } = assemble({ apiKey: 'k', seed: 3, drivers: 12, startAt: START, speed: 0 });
const lastDays = timesOf({ first: utcDay(Date.parse(START)) - 3, last: utcDay(Date.parse(START)) });
const trips = [...Array(12).keys()]
  .flatMap((index) => book.trips(index, lastDays))
  .filter((trip) => trip.distanceKm > 2);
const options = { seed: 3, missingLimits: true };

it('has enough trips to say something', () => {
  expect(trips.length).toBeGreaterThan(60);
  expect(trips.some((trip) => trip.events.length > 2)).toBe(true);
});

it('makes speeds that reach the top speed and add up to the distance', () => {
  for (const trip of trips) {
    const { samples } = detailOf(trip, options);
    const stepHours = (trip.endMs - trip.startMs) / 3_600_000 / (samples.length - 1);
    const km = samples.reduce((sum, sample) => sum + sample.speedKmph, 0) * stepHours;
    expect(Math.abs(km / trip.distanceKm - 1)).toBeLessThan(0.02);
    expect(Math.max(...samples.map((sample) => sample.speedKmph))).toBeCloseTo(trip.maxSpeedKmph, 1);
    expect([samples.at(0)!.speedKmph, samples.at(-1)!.speedKmph]).toEqual([0, 0]);
  }
});

it('makes a path as long as the trip, driven no faster than its top speed', () => {
  for (const trip of trips) {
    const { path } = detailOf(trip, options);
    let km = 0;
    for (const [at, point] of path.entries()) {
      const last = path[at - 1];
      if (!last) continue;
      const leg = crowKm(last, point);
      km += leg;
      expect(leg / ((point.atMs - last.atMs) / 3_600_000)).toBeLessThan(trip.maxSpeedKmph * 1.15 + 5);
    }
    expect(Math.abs(km / trip.distanceKm - 1)).toBeLessThan(0.12);
    expect(crowKm(path.at(-1)!, trip.to)).toBeLessThan(0.05);
  }
});

it('puts every event inside the trip and onto its path', () => {
  for (const trip of trips) {
    const { path, events } = detailOf(trip, options);
    for (const event of events) {
      expect(event.start.atMs).toBeGreaterThanOrEqual(trip.startMs);
      expect(event.end.atMs).toBeLessThanOrEqual(trip.endMs);
      const nearest = Math.min(...path.map((point) => crowKm(point, event.start)));
      expect(nearest).toBeLessThan(0.5);
      if (event.speeding) expect(event.speeding.maxKmph).toBeGreaterThan(event.speeding.limitKmph);
    }
  }
});

it('drives at the speed that an overspeeding event states', () => {
  const event = trips.flatMap((trip) => trip.events).filter((candidate) => candidate.speeding);
  expect(event.length).toBeGreaterThan(5);
  const trip = driving.make({
    events: [{ type: 'OVERSPEEDING', count: 1 }],
    distanceKm: 20,
    driverId: 'd-1',
  });
  const speeding = trip.events[0]!;
  const during = detailOf(trip, options).samples.filter(
    ({ atMs }) =>
      atMs >= trip.startMs + speeding.atSeconds * 1000 &&
      atMs <= trip.startMs + (speeding.atSeconds + speeding.lastsSeconds) * 1000,
  );
  expect(during.length).toBeGreaterThan(0);
  for (const { speedKmph } of during) expect(speedKmph).toBeGreaterThan(speeding.speeding!.limitKmph);
});

it('gives the same detail each time', () => {
  expect(detailOf(trips[5]!, options)).toEqual(detailOf(trips[5]!, options));
});

it('stands still after a collision, and always in a trip without movement', () => {
  const crash = driving.make({ kind: 'collision', driverId: 'd-1' });
  const collision = crash.events.find((event) => event.name === 'COLLISION')!;
  const afterwards = detailOf(crash, options).samples.filter(
    ({ atMs }) => atMs > crash.startMs + (collision.atSeconds + collision.lastsSeconds + 11) * 1000,
  );
  expect(afterwards.length).toBeGreaterThan(0);
  for (const sample of afterwards) expect(sample.speedKmph).toBe(0);
  const parked = driving.make({ kind: 'no_movement', driverId: 'd-1' });
  const detail = detailOf(parked, options);
  expect(Math.max(...detail.samples.map((sample) => sample.speedKmph))).toBe(0);
  expect(Math.max(...detail.path.map((point) => crowKm(point, parked.from)))).toBeLessThan(0.02);
});
