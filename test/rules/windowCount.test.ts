import { describe, expect, it } from 'vitest';
import { parseRuleTests } from '../../rules/ruleTests.ts';
import { countInWindow } from '../../rules/windowCount.ts';
import { eventOf, tripWith } from './given.ts';

const WINDOW = { typeName: 'PHONE_USE', typeCode: 2, windowSeconds: 3_600, key: 'PHONE_USE:3600' };
const phoneAt = (startTime: string) => eventOf('PHONE_USE', { startTime });

describe('counting a window', () => {
  const decided = tripWith({
    endTime: '2026-03-10T12:00:00+02:00',
    distanceKm: 10,
    durationSeconds: 600,
    events: [phoneAt('2026-03-10T09:55:00Z'), eventOf('HARD_BRAKE')],
  });

  it('takes events by their own time, from just after its start to its end', () => {
    const earlier = tripWith({
      endTime: '2026-03-10T09:10:00Z',
      distanceKm: 5,
      durationSeconds: 300,
      events: [phoneAt('2026-03-10T09:00:00Z'), phoneAt('2026-03-10T09:00:01Z'), { typeCode: 2, extra: {} }],
    });
    const later = tripWith({ endTime: '2026-03-10T10:30:00Z', events: [phoneAt('2026-03-10T10:20:00Z')] });
    expect(countInWindow(WINDOW, [earlier, later], decided)).toEqual({
      count: 3,
      distanceKm: 15,
      durationSeconds: 900,
    });
  });

  it('cannot say without the end or the events of the trip', () => {
    expect(countInWindow(WINDOW, [], tripWith({ events: [] }))).toBeUndefined();
    expect(countInWindow(WINDOW, [], tripWith({ endTime: '2026-03-10T12:00:00Z' }))).toBeUndefined();
  });
});

describe('a document of rule tests', () => {
  it('is read with its defaults', () => {
    const tests = [{ name: 'a', trip: { info: {} }, expect: 'matched' }];
    expect(parseRuleTests({ tests })).toEqual({
      ok: true,
      warnings: [],
      document: { tests: [{ ...tests[0], driver_id: 'd-1', history: [], readings: [] }] },
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
