import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { admit, groupKey } from '../../../rules/admission/index.ts';
import type { AdmissionInput } from '../../../rules/admission/index.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import { published } from '../given.ts';

const ids = ['a', 'b', 'c', 'd', 'e'];
const severity = fc.constantFrom('info', 'warning', 'critical' as const);
const moment = fc.date({ min: new Date('2025-01-01'), max: new Date('2027-01-01'), noInvalidDate: true });
const quiet = fc.record({
  from: fc.constantFrom('22:00', '08:00', '00:00'),
  to: fc.constantFrom('06:00', '23:30'),
  timezone: fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Kolkata'),
});
const batch = fc.oneof(
  fc.record({ every: fc.constantFrom('15m', '1h', '24h', '2d', '7d') }),
  fc.record(
    {
      at: fc.constantFrom('08:00', '02:30'),
      timezone: fc.constantFrom('Europe/Berlin', 'Australia/Lord_Howe'),
      days: fc.constantFrom(['mon'], ['sat', 'sun']),
    },
    { requiredKeys: ['at', 'timezone'] },
  ),
);
const action = fc.oneof(
  fc.record(
    {
      type: fc.constant('slack'),
      channel: fc.constantFrom('#one', '#two'),
      quiet_hours: quiet,
      batch,
    },
    { requiredKeys: ['type', 'channel'] },
  ),
  fc.record(
    {
      type: fc.constant('email'),
      to: fc.constantFrom(['a@x.org'], ['A@x.org', 'b@x.org']),
      quiet_hours: quiet,
      batch,
    },
    { requiredKeys: ['type', 'to'] },
  ),
  fc.constant({ type: 'webhook', url: 'https://x.org/' }),
  fc.constant({ type: 'delete_trip' }),
);
const ruleFields = fc.record(
  {
    mode: fc.constantFrom('live', 'live', 'shadow'),
    trigger: fc.constantFrom('each_trip', 'becomes_true'),
    severity,
    suppresses: fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1 }),
    throttle: fc.record({
      per: fc.constantFrom('driver', 'group', 'fleet', 'trip'),
      every: fc.constant('24h'),
    }),
    budget: fc.record({ alerts_per_day: fc.constantFrom(1, 3) }),
    actions: fc.uniqueArray(action, { maxLength: 3, selector: ({ type }) => type }),
  },
  { requiredKeys: ['actions'] },
);
/** Rules that delete trips alert for each trip. */
const acceptedFields = ruleFields.filter(
  ({ trigger, actions }) => trigger !== 'becomes_true' || actions.every(({ type }) => type !== 'delete_trip'),
);
const input = fc
  .record({
    at: moment,
    groups: fc.constantFrom(undefined, [], ['north']),
    rules: fc.array(acceptedFields, { maxLength: ids.length }),
    silences: fc.array(fc.record({ id: fc.constant('s'), rules: fc.uniqueArray(fc.constantFrom(...ids)) })),
    earlier: fc.array(fc.record({ rule: fc.constantFrom('x', 'a'), suppresses: fc.constant(['b']) })),
    last: fc.option(fc.record({ hours: fc.nat(48), severity }), { nil: undefined }),
    count: fc.nat(4),
    run: fc.constantFrom(undefined, 't-0'),
  })
  .map(({ at, groups, rules, silences, earlier, last, count, run }): AdmissionInput => ({
    at,
    fleetTimezone: 'Europe/Berlin',
    driverId: 'd-1',
    groups,
    silences,
    earlierOfTrip: earlier,
    matches: rules.map((rule, index) => ({
      published: published({ ...(JSON.parse(JSON.stringify(rule)) as JsonObject), id: ids[index]! }),
    })),
    history: {
      lastPassed: () =>
        last && { at: new Date(at.getTime() - last.hours * 3_600_000), severity: last.severity },
      passedToday: () => count,
      alertedInRun: () => run,
    },
  }));

describe('whatever matches', () => {
  it('every match gets one alert, every stop has a reason, and nobody gets two messages about one trip', () => {
    fc.assert(
      fc.property(input, (given) => {
        const alerts = admit(given);
        expect(alerts.map(({ match }) => match)).toEqual(given.matches);
        const keys: string[] = [];
        for (const alert of alerts) {
          expect(alert.state === 'raised' || alert.reason !== undefined).toBe(true);
          expect(alert.passedThrottle || !alert.passedBudget).toBe(true);
          for (const delivery of alert.deliveries) {
            expect(delivery.state === 'pending').toBe(delivery.reason === undefined);
            expect(delivery.state === 'held').toBe(delivery.releaseAt !== undefined);
            if (alert.state === 'stopped') expect(delivery.state).toBe('skipped');
            if (delivery.releaseAt) expect(delivery.releaseAt.getTime()).toBeGreaterThan(given.at.getTime());
            const key = groupKey(delivery.action, delivery.receiver);
            if (delivery.state === 'pending' && key !== undefined) keys.push(key);
            if (delivery.groupedInto !== undefined) {
              const summary = alerts.find(({ match }) => match.published.id === delivery.groupedInto);
              expect(
                summary?.deliveries.some(
                  (other) => other.state === 'pending' && groupKey(other.action, other.receiver) === key,
                ),
              ).toBe(true);
            }
          }
        }
        expect(new Set(keys).size).toBe(keys.length);
        expect(admit(given)).toEqual(alerts);
      }),
    );
  });
});
