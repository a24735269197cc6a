import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { DriverWindows } from '../../../rules/backtests/index.ts';
import { countInWindow } from '../../../rules/testing/index.ts';
import { eventOf, tripWith } from '../given.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 2, 1);
const windows = [
  { typeName: 'PHONE_USE', typeCode: 2, windowSeconds: 24 * 3_600, key: 'day' },
  { typeName: 'PHONE_USE', typeCode: 2, windowSeconds: 3_600, key: 'hour' },
  { typeName: 'HARD_BRAKE', typeCode: 0, windowSeconds: 72 * 3_600, key: 'brakes' },
];

const drive = fc.record({
  hour: fc.integer({ min: 0, max: 400 }),
  phone: fc.integer({ min: 0, max: 3 }),
  brakes: fc.integer({ min: 0, max: 2 }),
  km: fc.option(fc.integer({ min: 0, max: 50 }), { nil: undefined }),
  eventsKnown: fc.boolean(),
});

function tripOf(
  { hour, phone, brakes, km, eventsKnown }: typeof drive extends fc.Arbitrary<infer Drive> ? Drive : never,
  index: number,
) {
  const at = START + hour * HOUR;
  const events = [
    ...Array.from({ length: phone }, () => eventOf('PHONE_USE')),
    ...Array.from({ length: brakes }, () => ({ typeCode: 0, extra: {} })),
  ];
  const endTime = new Date(at).toISOString();
  const driven = km === undefined ? {} : { distanceKm: km, ...(km % 5 > 0 && { durationSeconds: km * 60 }) };
  const trip = tripWith({ tripId: `t-${index}`, endTime, ...driven });
  return { at, trip: eventsKnown ? { ...trip, events } : trip };
}

it('windows are what counting all trips anew each time finds', () => {
  fc.assert(
    fc.property(fc.array(drive, { minLength: 1, maxLength: 60 }), (drives) => {
      const all = drives.map(tripOf).sort((a, b) => a.at - b.at);
      const counting = new DriverWindows(windows, true);
      counting.begin(all[0]!.at);
      for (let next = 0; next < all.length;) {
        const together = all.filter(({ at }) => at === all[next]!.at);
        counting.add(together);
        for (const ended of together) {
          const others = all.filter(({ at, trip }) => at <= ended.at && trip !== ended.trip);
          const counts = counting.countsFor(ended);
          for (const window of windows) {
            const { historySince, ...figures } = counts.get(window.key) ?? {};
            expect(counts.has(window.key)).toBe(true);
            expect(figures).toEqual(
              countInWindow(
                window,
                others.map(({ trip }) => trip),
                ended.trip,
              ) ?? {},
            );
            const begins = all[0]!.at > ended.at - window.windowSeconds * 1_000;
            if (ended.trip.events)
              expect(historySince).toBe(begins ? new Date(all[0]!.at).toISOString() : undefined);
          }
        }
        next += together.length;
      }
    }),
    { numRuns: 200 },
  );
});

it('one driver’s window never holds another’s trips', () => {
  const counting = new DriverWindows(windows, false);
  const ended = tripOf({ hour: 1, phone: 2, brakes: 0, km: 1, eventsKnown: true }, 0);
  for (let driver = 0; driver < 3; driver += 1) {
    counting.begin(undefined);
    counting.add([ended]);
    expect(counting.countsFor(ended).get('day')).toMatchObject({ count: 2 });
  }
});

it('trips that left every window are forgotten on the way', () => {
  const counting = new DriverWindows(windows, true);
  counting.begin(undefined);
  let last;
  for (let hour = 0; hour < 5_000; hour += 1) {
    const ended = tripOf({ hour, phone: 1, brakes: 1, km: 2, eventsKnown: true }, hour);
    counting.add([ended]);
    last = counting.countsFor(ended);
  }
  expect(last?.get('day')).toMatchObject({ count: 24, distanceKm: 48 });
  expect(last?.get('brakes')).toMatchObject({ count: 72 });
});
