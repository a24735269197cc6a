import { describe, expect, it } from 'vitest';
import { countAlertsInWindow, countInWindow, parseRuleTests } from '../../../rules/testing/index.ts';
import type { Trip } from '../../../rules/vocabulary/index.ts';
import { eventOf, tripWith } from '../given.ts';

const WINDOW = { typeName: 'PHONE_USE', typeCode: 2, windowSeconds: 3_600, key: 'PHONE_USE:3600' };
const phoneAt = (startTime: string) => eventOf('PHONE_USE', { startTime });

describe('counting a window', () => {
  const decided = tripWith({
    endTime: '2026-03-10T12:00:00+02:00',
    distanceKm: 10,
    durationSeconds: 600,
    events: [phoneAt('2026-03-10T09:55:00Z'), eventOf('HARD_BRAKE')],
  });

  it('takes what each trip holds by its end, from just after the start to the end', () => {
    const drive = (endTime: string, fields: Partial<Trip> = {}) =>
      tripWith({
        endTime,
        distanceKm: 5,
        durationSeconds: 300,
        events: [phoneAt('2026-03-10T08:59:00Z'), { typeCode: 2, extra: {} }],
        ...fields,
      });
    const others = [
      drive('2026-03-10T09:00:00Z'),
      drive('2026-03-10T09:00:01Z'),
      drive('2026-03-10T10:00:01Z'),
      decided,
    ];
    const counted = { count: 3, distanceKm: 15, durationSeconds: 900 };
    expect(countInWindow(WINDOW, others, decided)).toEqual(counted);
    const { events: _, ...silent } = drive('2026-03-10T09:30:00Z');
    expect(countInWindow(WINDOW, [...others, silent], decided)).toEqual({
      ...counted,
      tripsWithoutEvents: 1,
    });
  });

  it('says how many trips have no distance or no duration', () => {
    const { distanceKm: _km, ...noDistance } = decided;
    const { durationSeconds: _s, ...noDuration } = { ...decided, tripId: 't-2' };
    expect(countInWindow(WINDOW, [noDuration], noDistance)).toEqual({
      count: 2,
      distanceKm: 10,
      durationSeconds: 600,
      tripsWithoutDistance: 1,
      tripsWithoutDuration: 1,
    });
  });

  it('cannot say without the end or the events of the trip', () => {
    expect(countInWindow(WINDOW, [], tripWith({ events: [] }))).toBeUndefined();
    expect(countInWindow(WINDOW, [], tripWith({ endTime: '2026-03-10T12:00:00Z' }))).toBeUndefined();
  });
});

describe('counting alerts', () => {
  it("takes a rule's own, by the end of their trips", () => {
    const window = { rule: 'phone', windowSeconds: 3_600, key: 'phone:3600' };
    const decided = tripWith({ endTime: '2026-03-10T12:00:00+02:00' });
    const alerts = ['09:00:00', '09:00:01', '10:00:00', '10:00:01'].map((time) => ({
      rule: 'phone',
      trip_ended_at: `2026-03-10T${time}Z`,
    }));
    const another = { rule: 'speeding', trip_ended_at: '2026-03-10T09:30:00Z' };
    expect(countAlertsInWindow(window, [...alerts, another], decided)).toEqual({ count: 2 });
    expect(countAlertsInWindow(window, alerts, tripWith())).toBeUndefined();
  });
});

describe('a document of rule tests', () => {
  it('is read with its defaults', () => {
    const tests = [{ name: 'a', trip: { info: {} }, expect: 'matched' }];
    const nothing = { history: [], readings: [], fleet_readings: [], group_readings: {}, rule_alerts: [] };
    expect(parseRuleTests({ tests })).toEqual({
      ok: true,
      warnings: [],
      document: { tests: [{ ...tests[0], driver_id: 'd-1', ...nothing }] },
    });
  });

  it.each([
    [{ tests: [] }, '/tests', 'must not be empty'],
    [
      { tests: [{ name: 'a', trip: {}, expects: 'matched', expect: 'matched' }] },
      '/tests/0/expects',
      'did you mean "expect"',
    ],
    [{ tests: [{ name: 'a', trip: {}, expect: 'fired' }] }, '/tests/0/expect', '"fired" is not allowed'],
    [{ tests: [{ name: 'a', trip: [], expect: 'matched' }] }, '/tests/0/trip', 'must be an object'],
  ])('%j is refused', (document, pointer, message) => {
    expect(parseRuleTests(document)).toMatchObject({
      ok: false,
      errors: [{ pointer, message: expect.stringContaining(message) as string }],
    });
  });
});
