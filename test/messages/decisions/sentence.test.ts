import { describe, expect, it } from 'vitest';
import { decisionSentence } from '../../../messages/decisions/index.ts';
import { factKey } from '../../../rules/facts/index.ts';
import type { FactTable, FactValue } from '../../../rules/facts/index.ts';
import { FACTS } from '../../../rules/vocabulary/index.ts';
import type { FactDefinition, Json, JsonObject } from '../../../rules/vocabulary/index.ts';
import { TEXTS } from '../../../texts/index.ts';
import { UNKNOWN, knownAs, published, storedDecision, tableOf } from '../../rules/given.ts';

const decided = (conditions: JsonObject, facts: FactTable) =>
  storedDecision(published({ conditions, actions: [] }), facts);

const isNamed = ({ name }: FactDefinition): boolean => !name.includes('*');
const PARAMS: Readonly<Record<string, Json>> = {
  type: 'PHONE_USE',
  window: '7d',
  over: '24h',
  over_kmph: 20,
  rule: 'phone-use',
  group: 'north',
};
const VALUES: Readonly<Record<string, readonly Json[]>> = {
  number: [0, 1, 2, 2.5, -12.3456, 0.001, 234.5, 95, 7_500, 90_061],
  text: ['mon', 'x-1', 'a'.repeat(70)],
  list: [[], ['north'], ['a', 'b', 'c', 'd', 'e', 'f']],
  time: ['2026-03-10T09:00:00Z'],
  date: ['2026-03-10'],
  object: [{ depot: 'south' }],
};
const OPERATORS: Readonly<Record<string, readonly (readonly [string, Json])[]>> = {
  change: [
    ...(['lessThan', 'lessThanInclusive', 'greaterThan', 'greaterThanInclusive'] as const).flatMap((name) =>
      [-10, -1, 0, 1, 10].map((value) => [name, value] as const),
    ),
    ['between', [-10, -1]],
    ['equal', -12.3456],
  ],
  number: [
    ...(['equal', 'notEqual', 'lessThan', 'lessThanInclusive', 'greaterThan'] as const).map(
      (name) => [name, 2] as const,
    ),
    ...([
      ['in', [1, 2]],
      ['notIn', [1, 2]],
      ['between', [1, 2]],
      ['isKnown', true],
      ['greaterThan', { fact: 'trip.max_speed_kmph' }],
    ] as const),
  ],
  text: [
    ['equal', 'mon'],
    ['in', ['mon', 'tue']],
    ['isKnown', false],
  ],
  list: [
    ['contains', 'north'],
    ['doesNotContain', 'north'],
  ],
  time: [
    ['lessThan', '2026-03-09T09:00:00Z'],
    ['greaterThan', '2026-03-09T09:00:00Z'],
  ],
  date: [
    ['greaterThan', '2026-03-01'],
    ['lessThan', '2026-03-01'],
  ],
  object: [['isKnown', true]],
};

/** Yields every fact with operators and values of its type, plainly and under `not`: known, known at the least, and unknown. */
function* cases(): Generator<readonly [JsonObject, FactTable]> {
  for (const definition of FACTS.filter(isNamed)) {
    const { name: fact, type } = definition;
    const params = Object.fromEntries(definition.params.map(({ name }) => [name, PARAMS[name]!]));
    const isChange = fact.endsWith('_change');
    for (const [operator, value] of [...OPERATORS[type]!, ...(isChange ? OPERATORS['change']! : [])]) {
      const comparison = {
        fact,
        operator,
        value,
        ...(Object.keys(params).length > 0 && { params }),
      };
      const values: FactValue[] = [
        ...VALUES[type]!.map((each) => knownAs(each)),
        ...(isChange ? [-10.001, -1, 10.001].map((each) => knownAs(each)) : []),
        ...(isChange ? [-4, 0, 4].map((each) => ({ ...knownAs(each), sinceDeletion: '2026-03-02' })) : []),
        ...(type === 'number' ? [{ ...knownAs(1), atLeast: true, tripsWithoutEvents: 1 } as FactValue] : []),
        UNKNOWN,
        { known: false, because: { code: 'noEnd' } },
        { known: false, because: { code: 'notRated' } },
      ];
      for (const each of values) {
        const table = new Map([
          [factKey({ fact: 'trip.max_speed_kmph', params: {} }), knownAs(1.5)],
          [factKey({ fact, params }), each],
        ]);
        yield [{ all: [comparison] }, table];
        yield [{ not: comparison }, table];
      }
    }
  }
}

describe('a sentence from stored data', () => {
  it('is complete in every language, whatever is compared', async () => {
    let compared = 0;
    const broken: string[] = [];
    for (const [conditions, facts] of cases()) {
      const decision = await decided(conditions, facts);
      compared += 1;
      const sentence = decisionSentence(decision, compared % 2 === 0 ? 'en' : 'de');
      const isWhole = /^\S.{8,}\.$/.test(sentence) && !/undefined|\[object|NaN|[{}]/.test(sentence);
      if (!isWhole) broken.push(`${JSON.stringify(conditions)}: ${sentence}`);
    }
    expect(broken).toEqual([]);
    expect(compared).toBeGreaterThan(1_000);
  });

  it('names the conditions that decided, and the nearest miss', async () => {
    const conditions = {
      all: ['trip.distance_km', 'trip.max_speed_kmph', 'trip.score', 'driver.score'].map((fact) => ({
        fact,
        operator: 'greaterThan',
        value: 50,
      })),
    };
    const facts = tableOf({
      'trip.distance_km': 40,
      'trip.max_speed_kmph': 30,
      'trip.score': 20,
      'driver.score': 10,
    });
    const decision = await decided(conditions, facts);
    expect(decisionSentence(decision, 'en')).toBe(
      'Not matched: distance was 40 km (threshold: more than 50 km); top speed was 30 km/h (threshold: more than 50 km/h); trip score was 20 (threshold: more than 50); and 1 more. Missed by 40 (80 %) on driver score.',
    );
    expect(decisionSentence(decision, 'de')).toBe(
      'Nicht zutreffend: Strecke: 40 km (Schwelle: mehr als 50 km); Höchsttempo: 30 km/h (Schwelle: mehr als 50 km/h); Wert der Fahrt: 20 (Schwelle: mehr als 50); und 1 weitere. Um 40 (80 %) verfehlt bei: Wert des Fahrers.',
    );
  });
});

it('has a name for every fact in every language', () => {
  for (const { name } of FACTS.filter(isNamed))
    for (const { facts } of Object.values(TEXTS)) expect(Object.keys(facts)).toContain(name);
});

describe('a sentence in German', () => {
  const phone = {
    fact: 'driver.events.count',
    params: { type: 'PHONE_USE', window: '7d' },
    operator: 'greaterThanInclusive',
    value: 3,
  };
  it.each<[JsonObject, Json | undefined, string]>([
    [phone, 4, '4 Handynutzungen in 7 Tagen erkannt (Schwelle: mindestens 3).'],
    [phone, 1, 'Nicht zutreffend: 1 Handynutzung in 7 Tagen (Schwelle: mindestens 3).'],
    [phone, undefined, 'Nicht entschieden: Handynutzungen in 7 Tagen: unbekannt (nicht gesendet).'],
    [
      { fact: 'trip.distance_km', operator: 'greaterThan', value: 1_000 },
      1_234.5,
      'Strecke: 1.234,5 km (Schwelle: mehr als 1.000 km).',
    ],
    [
      { fact: 'driver.score_change', params: { over: '7d' }, operator: 'lessThanInclusive', value: -10 },
      -12.3456,
      'Der Wert des Fahrers ist in 7 Tagen um 12,35 Punkte gefallen (Schwelle: Rückgang um mindestens 10 Punkte).',
    ],
    [
      { fact: 'fleet.score_change', params: { over: '7d' }, operator: 'lessThan', value: -3 },
      1,
      'Nicht zutreffend: der Wert der Flotte ist in 7 Tagen um 1 Punkt gestiegen (Schwelle: Rückgang um mehr als 3 Punkte).',
    ],
    [
      { fact: 'trip.session_id', operator: 'startsWith', value: 'delivery-' },
      'private',
      'Nicht zutreffend: Sitzungs-ID: „private“ (erwartet: ein Text, der mit „delivery-“ beginnt).',
    ],
    [
      { fact: 'trip.local_weekday', operator: 'in', value: ['sat', 'sun'] },
      'mon',
      'Nicht zutreffend: Wochentag (Ortszeit): Montag (erwartet: eines von Samstag, Sonntag).',
    ],
    [
      { fact: 'trip.duration_seconds', operator: 'lessThan', value: 60 },
      7_500,
      'Nicht zutreffend: Dauer: 2 Std. 5 Min. (Schwelle: weniger als 60 s).',
    ],
  ])('about %j and %j', async (comparison, value, text) => {
    const { fact, params } = comparison as { fact: string; params?: JsonObject };
    const given = value === undefined ? UNKNOWN : knownAs(value);
    const decision = await decided(
      { all: [comparison] },
      new Map([[factKey({ fact, params: params ?? {} }), given]]),
    );
    expect(decisionSentence(decision, 'de')).toBe(text);
  });
});
