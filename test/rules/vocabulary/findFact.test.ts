import { describe, expect, it } from 'vitest';
import {
  FACTS,
  FACT_NAMES,
  OPERATOR_NAMES,
  findFact,
  findOperator,
  isListed,
  suggest,
} from '../../../rules/vocabulary/index.ts';
import { resolveFacts } from '../../../rules/facts/index.ts';
import { errorsOf, ruleAsking, sourcesOf, tripWith } from '../given.ts';

/** Names of the design that people and rules rely on. */
const DESIGN =
  `trip.distance_km trip.duration_seconds trip.max_speed_kmph trip.start_time trip.end_time trip.local_hour
  trip.local_weekday trip.age_seconds trip.session_id trip.tracking_id trip.insurance_period trip.score
  trip.hard_brake_rating trip.phone_use_rating trip.rapid_acceleration_rating trip.overspeeding_rating trip.path_points
  trip.speed_samples trip.events.count trip.events.duration_seconds trip.events.per_100km trip.events.max_excess_kmph
  trip.speeding_seconds driver.id driver.groups driver.attributes driver.score driver.score_change driver.trip_count
  driver.distance_km driver.duration_seconds driver.start_date driver.tenure_days driver.highway_ratio
  driver.night_driving_fraction driver.devices_missing_data driver.events.count driver.events.per_100km
  driver.events.per_hour driver.rule_alerts fleet.score fleet.score_change group.score
  group.score_change`.split(/\s+/);

describe('the catalogue', () => {
  it.each(DESIGN)('lists %s', (name) => {
    expect(isListed(name)).toBe(true);
  });

  it('lists each fact once, with one sentence of help', () => {
    expect(new Set(FACTS.map((fact) => fact.name)).size).toBe(FACTS.length);
    for (const fact of FACTS) expect(fact.help, fact.name).toMatch(/^[A-Z].*\.$/);
  });

  it.each(FACTS.filter((fact) => !fact.name.includes('*')))(
    '$name has examples that are accepted',
    (fact) => {
      expect(fact.examples.length).toBeGreaterThan(0);
      for (const example of fact.examples)
        expect(errorsOf(ruleAsking({ fact: fact.name, ...example }, { actions: [] }))).toEqual([]);
    },
  );

  it.each(FACTS.filter((fact) => !fact.name.includes('*')))('$name can be resolved', (fact) => {
    const request = { fact: fact.name, params: fact.examples[0]?.params ?? {} };
    const [value] = resolveFacts([request], sourcesOf(tripWith())).values();
    expect(value).not.toEqual({ known: false, because: { code: 'unsupported' } });
  });

  it.each(FACTS.filter((fact) => fact.type === 'number'))(
    '$name says its unit, or is a count or a fraction',
    (fact) => {
      const isPlain = /count$|_ratio$|_fraction$|alerts$|_points$|_samples$|local_hour$/.test(fact.name);
      expect(fact.unit === undefined).toBe(isPlain);
    },
  );

  it('takes any rating, and distinguishes the known from the others', () => {
    expect(findFact('trip.smoothness_rating')).toMatchObject({ type: 'number', wire: 'smoothness_rating' });
    expect(isListed('trip.smoothness_rating')).toBe(false);
    expect(isListed('driver.hard_turn_rating')).toBe(true);
  });

  it.each(['trip.*_rating', 'fleet.x_rating', '__proto__', 'constructor', 'trip.', '', 'trip._rating'])(
    'has no fact %j',
    (name) => {
      expect(findFact(name)).toBeUndefined();
    },
  );
});

describe('did you mean', () => {
  it.each([
    ['trip.distanceKm', 'trip.distance_km'],
    ['trip.distance', 'trip.distance_km'],
    ['distance_km', 'trip.distance_km'],
    ['driver.event.count', 'driver.events.count'],
    ['drivr.score', 'driver.score'],
    ['driver.socre_change', 'driver.score_change'],
  ])('%s: %s', (written, meant) => {
    expect(suggest(written, FACT_NAMES)).toBe(meant);
  });

  it.each([
    ['greaterThen', 'greaterThan'],
    ['GreaterThanInclusive', 'greaterThanInclusive'],
    ['equals', 'equal'],
    ['starts_with', 'startsWith'],
  ])('%s: %s', (written, meant) => {
    expect(suggest(written, OPERATOR_NAMES)).toBe(meant);
  });

  it('says nothing when nothing is close', () => {
    expect(suggest('weather', FACT_NAMES)).toBeUndefined();
    expect(suggest('x'.repeat(100_000), FACT_NAMES)).toBeUndefined();
    expect(suggest('', FACT_NAMES)).toBeUndefined();
  });

  it('finds operators by their exact name only', () => {
    expect(findOperator('equal')?.name).toBe('equal');
    expect(findOperator('toString')).toBeUndefined();
  });
});
