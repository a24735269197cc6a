import { decisionSentence } from '../../../messages/decisions/index.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normaliseDriver, normaliseFleet, normaliseTrip } from '../../../analytics/index.ts';
import { compileRules, evaluateRules } from '../../../rules/evaluation/index.ts';
import { factKey, planFacts, resolveFacts, scoreKey } from '../../../rules/facts/index.ts';
import type { FactRequest, FactTable } from '../../../rules/facts/index.ts';
import { countAlertsInWindow, countInWindow } from '../../../rules/testing/index.ts';
import { parseRule } from '../../../rules/lint/index.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import { ruleDocument } from '../given.ts';
import { conditions } from '../randomConditions.ts';

/** Words after `Not` at the start of each outcome's sentence. */
const OPENINGS: Readonly<Record<string, string | undefined>> = {
  not_matched: 'matched',
  unknown: 'decided',
};

const RULES_A_RUN = 10;

/** Invalid values that occasionally arrive; -1 means that no rating was possible. */
const odd = fc.constantFrom<unknown>(
  null,
  'NA',
  -1,
  '40',
  '',
  true,
  [],
  {},
  Infinity,
  Number.NaN,
  1e308,
  -0,
  '\u0000',
  '\ud800',
  ['x', 3],
);
/** Generates a field that is mostly valid. */
const mostly = <T>(usual: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 8, arbitrary: usual }, { weight: 1, arbitrary: odd });
/** Generates an object with mostly valid fields, any of which may be missing. */
const some = (fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<unknown> =>
  fc.record(Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, mostly(value)])), {
    requiredKeys: [],
  });

const number = fc.integer({ min: 0, max: 300 });
const rating = fc.integer({ min: -1, max: 5 });
const instant = fc
  .tuple(fc.integer({ min: 1, max: 28 }), fc.integer({ min: 0, max: 23 }), fc.constantFrom('Z', '+01:00'))
  .map(([day, hour, offset]) => {
    const two = (value: number): string => String(value).padStart(2, '0');
    return `2026-02-${two(day)}T${two(hour)}:15:00${offset}`;
  });
const type = fc.constantFrom('PHONE_USE', 'HARD_BRAKE', 'COLLISION', 'SPEEDING', 'SOMETHING_NEW');
const behaviour = some({
  service_score: number,
  score: some({ service_score: number }),
  event_rating: some({ phone_use_rating: rating, hard_brake_rating: rating }),
  hard_turn_rating: rating,
});
const tripBody = some({
  info: some({
    distance_km: number,
    duration_seconds: number,
    trip_max_speed_kmph: number,
    start_time: instant,
    end_time: instant,
    tracking_id: fc.uuid(),
    session_id: fc.constant('north'),
    insurance_period: fc.constantFrom('P1', 'P2'),
  }),
  driving_behavior: behaviour,
  events: fc.array(
    mostly(some({ event_type: fc.nat(12), event_type_name: type, start_time: instant, end_time: instant })),
    { maxLength: 8 },
  ),
  simple_path: fc.array(some({ latitude: fc.constant(52.5), longitude: fc.constant(13.4) }), {
    maxLength: 3,
  }),
  speed_profile: fc.array(fc.tuple(number, number, number), { maxLength: 3 }),
});
const readingBody = some({
  info: some({
    num_trips: number,
    distance_km: number,
    duration_seconds: number,
    highway_ratio: fc.double(),
    driver_start_date: fc.constantFrom('2025-03-01', '2026-02-30'),
    attributes: fc.constantFrom<unknown>(
      '{"depot":"north","tags":["adr"]}',
      { vehicle: { tonnes: 7.5 } },
      '{',
    ),
    device_info: fc.array(some({ model: fc.string(), missing_data: fc.constant(['gyroscope', null, 3]) })),
  }),
  driving_behavior: behaviour,
});
const groups = fc.option(fc.subarray(['north', 'south']), { nil: undefined });

/** Generates the service's data about one trip and its driver. */
const said = fc.record({
  trip: tripBody,
  history: fc.array(tripBody, { maxLength: 4 }),
  reading: readingBody,
  fleet: readingBody,
  groups,
});
type Said = typeof said extends fc.Arbitrary<infer T> ? T : never;

/** Returns the facts as the trip's activity does: normalises the trip, then plans and resolves the requests of the rules. */
function factsOf(requests: readonly FactRequest[], body: Said): FactTable {
  const trip = normaliseTrip('d-1', 't-1', body.trip);
  const earlier = body.history.map((each, index) => normaliseTrip('d-1', `h-${index}`, each));
  const plan = planFacts(requests, trip);
  const alerts = [{ rule: 'phone-use', trip_ended_at: '2026-02-14T12:15:00Z' }];
  return resolveFacts(requests, {
    trip,
    decidedAt: '2026-03-01T09:00:00Z',
    readings: new Map(plan.readings.map(({ endDate }) => [endDate, normaliseDriver('d-1', body.reading)])),
    windows: new Map(plan.windows.map((window) => [window.key, countInWindow(window, earlier, trip)])),
    groups: body.groups,
    scores: new Map(plan.scores.map((score) => [scoreKey(score), normaliseFleet(body.fleet)])),
    ruleAlerts: new Map(
      plan.ruleAlerts.map((window) => [window.key, countAlertsInWindow(window, alerts, trip)]),
    ),
  });
}

const subject = { driverId: 'd-1', tripId: 't-1' };

function own(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as JsonObject)[name] : undefined;
}

describe('random trips as the service sends them', () => {
  it('are decided without a failure, whole, the same each time, and with every outcome', async () => {
    const seen = new Map<string, number>();
    const property = fc.asyncProperty(
      fc.array(conditions, { minLength: RULES_A_RUN, maxLength: RULES_A_RUN }),
      fc.array(said, { minLength: 8, maxLength: 8 }),
      async (all, bodies) => {
        const rules = all.flatMap((each, index) => {
          const parsed = parseRule(ruleDocument({ id: `r-${index}`, conditions: each }));
          return parsed.ok ? [{ id: `r-${index}`, version: 1, rule: parsed.document }] : [];
        });
        const compiled = compileRules(rules);
        const first = [];
        for (const body of bodies) {
          const before = structuredClone(body);
          const decisions = await evaluateRules(compiled, factsOf(compiled.requests, body), subject);
          expect(body).toEqual(before);
          first.push(decisions);
          for (const decision of decisions) {
            const { outcome, trace } = decision;
            const sentence = decisionSentence(decision, 'en');
            seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
            expect(outcome).toBeOneOf(['matched', 'not_matched', 'unknown']);
            expect(sentence).toMatch(/^(Not matched: |Not decided: |[A-Z\d]).+\.$/);
            expect(/^Not (matched|decided): /.exec(sentence)?.[1]).toBe(OPENINGS[outcome]);
            expect(sentence).not.toMatch(/undefined|\[object|NaN|Infinity/);
            // The trace is stored in PostgreSQL, which accepts neither.
            expect(JSON.stringify(trace)).not.toMatch(/\\u0000|\\ud800/);
          }
        }
        // Compiling again in reverse order proves that no data of the previous trip remain.
        const again = compileRules(rules);
        for (const [index, body] of [...bodies.entries()].reverse())
          expect(await evaluateRules(again, factsOf(again.requests, body), subject)).toEqual(first[index]);
      },
    );
    await fc.assert(property, { numRuns: 25, endOnFailure: true });
    for (const outcome of ['matched', 'not_matched', 'unknown'])
      expect(seen.get(outcome), outcome).toBeGreaterThan(100);
  });

  it('bring a plain figure as it was sent, and nothing where it was none', () => {
    const request = { fact: 'trip.distance_km', params: {} };
    fc.assert(
      fc.property(said, (body) => {
        const sent = own(own(body.trip, 'info'), 'distance_km');
        const fact = factsOf([request], body).get(factKey(request));
        const isFigure = typeof sent === 'number' && Number.isFinite(sent) && sent >= 0;
        expect(fact).toEqual(
          isFigure
            ? { known: true, value: sent + 0 }
            : {
                known: false,
                because: expect.objectContaining({ code: expect.any(String) as string }) as object,
              },
        );
      }),
      { numRuns: 300 },
    );
  });
});
