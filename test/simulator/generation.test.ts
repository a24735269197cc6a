import { describe, expect, it } from 'vitest';
import { assemble } from '../../simulator/assemble.ts';
import { NO_QUIRKS, crowKm, utcDay } from '../../simulator/world/index.ts';
import { timesOf } from '../../simulator/trips/index.ts';
import type { SimulatorOptions } from '../../simulator/options.ts';

const START = '2026-05-07T12:00:00Z';
const TODAY = utcDay(Date.parse(START));
const HISTORY = timesOf({ first: TODAY - 30, last: TODAY });

function fleetOf(options: Partial<SimulatorOptions> = {}) {
  return assemble({ apiKey: 'k', seed: 1, drivers: 40, startAt: START, speed: 0, ...options });
}

describe('the same seed', () => {
  it('gives the same drivers and trips, in whatever order they are asked for', () => {
    const one = fleetOf();
    const other = fleetOf();
    const forward = Array.from({ length: 40 }, (_, index) => one.book.trips(index, HISTORY));
    const backward = Array.from({ length: 40 }, (_, at) => other.book.trips(39 - at, HISTORY)).reverse();
    expect(backward).toEqual(forward);
    expect(other.fleet.driver(17)).toEqual(one.fleet.driver(17));
  });

  it('gives the same drivers in a larger fleet', () => {
    const small = fleetOf({ drivers: 10 });
    const large = fleetOf({ drivers: 100_000 });
    expect(large.fleet.driver(9)).toEqual(small.fleet.driver(9));
    expect(large.book.trips(9, HISTORY)).toEqual(small.book.trips(9, HISTORY));
  });

  it('gives a past day the same trips whenever the simulation starts', () => {
    const range = timesOf({ first: TODAY - 10, last: TODAY - 10 });
    const later = fleetOf({ startAt: '2026-05-09T17:30:00Z' });
    // Driver 2 is the one whose bad days go by the start.
    for (const index of [0, 1, 3, 4, 5, 6])
      expect(later.book.trips(index, range)).toEqual(fleetOf().book.trips(index, range));
  });
});

it('another seed gives other trips', () => {
  expect(fleetOf({ seed: 2 }).book.trips(0, HISTORY)).not.toEqual(fleetOf().book.trips(0, HISTORY));
});

describe('days', () => {
  it('are a chain of trips, none before the last is over, each from where the last one ended', () => {
    // A trip that is uploaded late is missing from the chain for as long.
    const { book } = fleetOf({ quirks: { lateUploadShare: 0 } });
    let trips = 0;
    for (let index = 0; index < 40; index += 1) {
      const all = book.trips(index, HISTORY);
      trips += all.length;
      for (const [at, trip] of all.entries()) {
        const last = all[at - 1];
        if (!last) continue;
        expect(trip.startMs).toBeGreaterThan(last.endMs);
        expect(crowKm(last.to, trip.from)).toBe(0);
      }
    }
    expect(trips).toBeGreaterThan(1_000);
  });

  it('keep speeds that roads allow', () => {
    const { book } = fleetOf();
    for (let index = 0; index < 40; index += 1)
      for (const trip of book.trips(index, HISTORY)) {
        const averageKmph = trip.distanceKm / ((trip.endMs - trip.startMs) / 3_600_000);
        expect(averageKmph).toBeGreaterThan(14);
        expect(averageKmph).toBeLessThan(90);
        expect(trip.maxSpeedKmph).toBeGreaterThan(averageKmph);
        expect(trip.maxSpeedKmph).toBeLessThan(165);
      }
  });

  it('put commuters on the road in the morning and night drivers at night', () => {
    const { fleet, book, localTime } = fleetOf();
    const hours = (index: number) =>
      book.trips(index, HISTORY).map((trip) => Math.floor(localTime.secondOfDay(trip.startMs) / 3600));
    const commuter = [...Array(40).keys()].find((index) => fleet.driver(index).occupation === 'commuter')!;
    const night = [...Array(40).keys()].find((index) => fleet.driver(index).occupation === 'night_rounds')!;
    expect(hours(commuter).filter((hour) => hour >= 6 && hour <= 8).length).toBeGreaterThan(8);
    expect(hours(commuter).filter((hour) => hour >= 1 && hour <= 4)).toEqual([]);
    expect(hours(night).filter((hour) => hour >= 8 && hour <= 19)).toEqual([]);
    expect(hours(night).filter((hour) => hour < 4).length).toBeGreaterThan(10);
  });

  it('have no trip before the history and none after the start', () => {
    const { book } = fleetOf({ historyDays: 5 });
    const all = book.trips(0, { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER / 2 });
    expect(all.length).toBeGreaterThan(4);
    expect(all.at(0)!.startMs).toBeGreaterThan(Date.parse('2026-05-01T21:00:00Z'));
    expect(all.at(-1)!.endMs).toBeLessThan(Date.parse(START));
  });
});

describe('scores', () => {
  it('spread over a fleet and follow the character', () => {
    const { fleet, readings } = fleetOf({ drivers: 100 });
    const scoresOf = (character: string) =>
      [...Array(100).keys()]
        .filter((index) => fleet.driver(index).character === character)
        .flatMap((index) => readings.driver(index, { first: TODAY - 6, last: TODAY }).score ?? []);
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const all = ['careful', 'steady', 'phone_user', 'hard_braker', 'speeder', 'night'].flatMap(scoresOf);
    expect(Math.min(...all)).toBeLessThan(70);
    expect(Math.min(...all)).toBeGreaterThan(40);
    expect(Math.max(...all)).toBeGreaterThan(95);
    expect(mean(scoresOf('careful'))).toBeGreaterThan(mean(scoresOf('steady')) + 3);
    expect(mean(scoresOf('steady'))).toBeGreaterThan(mean(scoresOf('hard_braker')) + 8);
  });

  it('of one driver have dropped by more than ten over the last week, whatever the seed', () => {
    for (let seed = 1; seed <= 25; seed += 1) {
      const today = TODAY + (seed % 7);
      const startAt = new Date(Date.parse(START) + (seed % 7) * 86_400_000);
      const { readings } = fleetOf({ seed, drivers: 5, startAt });
      const now = readings.driver(2, { first: today - 6, last: today }).score!;
      const before = readings.driver(2, { first: today - 13, last: today - 7 }).score!;
      expect(before - now).toBeGreaterThan(10);
    }
  });
});

describe('driver ids', () => {
  it('lead back to their driver in every form', () => {
    const { fleet } = fleetOf({ drivers: 500 });
    const ids = [...Array(500).keys()].map((index) => fleet.id(index));
    expect(new Set(ids).size).toBe(500);
    for (const [index, id] of ids.entries()) expect(fleet.indexOf(id)).toBe(index);
    for (const form of [/@/, /\//, /:/, / /]) expect(ids.some((id) => form.test(id))).toBe(true);
    for (const wrong of ['d-0', 'd-501', 'd-9 ', '', 'd-009', 'D-1'])
      expect(fleet.indexOf(wrong)).toBeUndefined();
  });

  it('are plain without the quirk', () => {
    const { fleet } = fleetOf({ quirks: NO_QUIRKS });
    expect([8, 17, 26].map((index) => fleet.id(index))).toEqual(['d-9', 'd-18', 'd-27']);
  });
});

it('makes two drivers share trip ids, with the quirk only', () => {
  const shared = (options: Partial<SimulatorOptions>) => {
    const { book } = fleetOf({ drivers: 200, ...options });
    const ids = [...Array(200).keys()].flatMap((index) =>
      book.trips(index, HISTORY).map((trip) => trip.tripId),
    );
    return ids.length - new Set(ids).size;
  };
  expect(shared({})).toBeGreaterThan(20);
  expect(shared({ quirks: NO_QUIRKS })).toBe(0);
});
