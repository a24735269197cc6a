import { readFileSync, readdirSync } from 'node:fs';
import { Ajv2020 } from 'ajv2020/dist/2020.js';
import type { ValidateFunction } from 'ajv2020/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  parseDigest,
  parseEscalationPolicy,
  parseRotation,
  parseRoute,
  parseRule,
  parseSettings,
  parseSharedCondition,
} from '../../../rules/lint/index.ts';
import { DOCUMENT_SCHEMAS, documentJsonSchema } from '../../../rules/schemas/index.ts';
import type { DocumentSchemaName } from '../../../rules/schemas/index.ts';
import { parseRuleTests } from '../../../rules/testing/index.ts';
import { FACTS, OPERATORS } from '../../../rules/vocabulary/index.ts';
import type { Json, JsonObject } from '../../../rules/vocabulary/index.ts';
import { ruleAsking, ruleDocument } from '../given.ts';

const PARSE: Readonly<Record<DocumentSchemaName, (json: unknown) => { readonly ok: boolean }>> = {
  rule: (json) => parseRule(json),
  'rule-test': parseRuleTests,
  condition: (json) => parseSharedCondition(json),
  'escalation-policy': parseEscalationPolicy,
  rotation: parseRotation,
  route: parseRoute,
  digest: parseDigest,
  settings: parseSettings,
};

// A strict instance, which checks schemas against their dialect and refuses misspelt keywords. A pattern accompanies each format.
const ajv = new Ajv2020({
  strict: true,
  strictTypes: false,
  strictTuples: false,
  strictRequired: false,
  validateFormats: false,
});
const VALIDATE = Object.fromEntries(
  DOCUMENT_SCHEMAS.map(({ name }) => [name, ajv.compile(documentJsonSchema(name))]),
) as Record<DocumentSchemaName, ValidateFunction>;

type Verdict = 'both accept' | 'both refuse' | 'only lint refuses' | 'only the schema refuses';

function verdictOn(name: DocumentSchemaName, document: unknown): Verdict {
  const [bySchema, byLint] = [VALIDATE[name](document), PARSE[name](document).ok];
  if (bySchema === byLint) return byLint ? 'both accept' : 'both refuse';
  return byLint ? 'only the schema refuses' : 'only lint refuses';
}

/** Returns the documents on which schema and lint disagree. */
function disagreements(name: DocumentSchemaName, documents: readonly Json[]): readonly string[] {
  return documents.flatMap((document) => {
    const verdict = verdictOn(name, document);
    return verdict.startsWith('only') ? [`${verdict}: ${JSON.stringify(document)}`] : [];
  });
}

const EXAMPLES = new URL('../../../rules/examples/', import.meta.url);

/** Documents of the starter set, each with the name of its schema. */
const SHIPPED = readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' })
  .filter((file) => /^(?!.*\.schema\.json$).*\.json$/.test(file))
  .map((file) => {
    const folder = file.split('/', 1)[0]!.replace(/\.json$/, '');
    const { name } = DOCUMENT_SCHEMAS.find(({ example }) => example.startsWith(folder))!;
    const text = readFileSync(new URL(file, EXAMPLES), 'utf8');
    return {
      file,
      name: file.endsWith('.test.json') ? 'rule-test' : name,
      document: JSON.parse(text) as Json,
    };
  });

describe('the schemas', () => {
  it('have ids that stay', () => {
    const ids = DOCUMENT_SCHEMAS.map(({ name }) => documentJsonSchema(name)['$id']);
    expect(ids).toEqual(
      ['rule', 'rule-test', 'condition', 'escalation-policy', 'rotation', 'route', 'digest', 'settings'].map(
        (name) => `urn:tripline:schema:${name}`,
      ),
    );
    expect(documentJsonSchema('rule', { groups: ['north'] })['$id']).toBe('urn:tripline:schema:rule');
  });

  it.each(SHIPPED)('accept $file, as lint does', ({ name, document }) => {
    expect(verdictOn(name, document)).toBe('both accept');
    expect(verdictOn(name, { ...(document as JsonObject), $schema: './any.schema.json' })).toBe(
      'both accept',
    );
  });

  it('refuse nothing that lint accepts, however a shipped document is changed', () => {
    const odd = fc.oneof(
      fc.constantFrom<Json>(null, true, 0, -1, 1.5, 1e6, '', 'a', '7d', '0d', 'mon', '22:00', '#a', {}, []),
      fc.constantFrom<Json>('2026-01-01', '2026-01-01T08:00:00Z', 'ann@example.com', 'UTC', ['a'], [1, 2]),
    );
    const change = fc.record({ at: fc.nat(), how: fc.constantFrom('drop', 'set', 'add'), value: odd });
    fc.assert(
      fc.property(
        fc.constantFrom(...SHIPPED),
        fc.array(change, { minLength: 1, maxLength: 3 }),
        (shipped, all) => {
          const document = all.reduce<Json>((json, each) => changed(json, each), shipped.document);
          expect(verdictOn(shipped.name, document), JSON.stringify(document)).not.toBe(
            'only the schema refuses',
          );
        },
      ),
      { numRuns: 600 },
    );
  });
});

interface Change {
  readonly at: number;
  readonly how: string;
  readonly value: Json;
}

/** Returns a document with one field or entry dropped, replaced or added. */
function changed(json: Json, { at, how, value }: Change): Json {
  const copy = JSON.parse(JSON.stringify(json)) as Json;
  const places: [Record<string, Json>, string][] = [];
  const visit = (node: Json): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, child] of Object.entries(node)) {
      places.push([node as Record<string, Json>, key]);
      visit(child);
    }
  };
  visit(copy);
  const place = places[at % Math.max(places.length, 1)];
  if (!place) return value;
  const [parent, key] = place;
  if (how === 'set') parent[key] = value;
  else if (how === 'add') parent[Array.isArray(parent) ? String(parent.length) : 'surprise'] = value;
  else if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else Reflect.deleteProperty(parent, key);
  return copy;
}

describe('a comparison', () => {
  const listed = FACTS.filter(({ name }) => !name.includes('*'));
  const usesOf = (fact: (typeof listed)[number]): readonly [JsonObject, ...JsonObject[]] => {
    const params = Object.fromEntries(fact.params.map(({ name, examples }) => [name, examples[0]!]));
    const use = { fact: fact.name, ...(fact.params.length > 0 && { params }) };
    return [use, { ...use, path: '$.a' }, { fact: fact.name }, { ...use, params: { surprise: 1 } }];
  };
  /** One fact of each type and every fact with its own values are enough, because the type determines the comparisons. */
  const typical = listed.filter(
    ({ type, values }, index) => values ?? listed.findIndex((each) => each.type === type) === index,
  );
  const others = ['trip.distance_km', 'trip.odd_rating', 'driver.id', 'driver.groups', 'trip.start_time'];
  const values: readonly Json[] = [
    1,
    -5,
    1e9,
    'text',
    '',
    'mon',
    'tuesday',
    '2026-01-01',
    '2026-01-01T08:00:00+01:00',
    true,
    null,
    {},
    [],
    [1, 2],
    [1],
    ['mon'],
    ['mon', 'sun'],
    ['tuesday'],
    [1, 'a'],
    [1, 2, 3],
    [true],
    [[1]],
    [null],
    ['2026-01-01', '2026-02-01'],
    ['2026-01-01T08:00:00Z', '2026-01-01T09:00:00Z'],
    ...[...others, 'driver.start_date', 'driver.attributes', 'surprise'].map((fact) => ({ fact })),
    { fact: 'driver.attributes', path: '$.a' },
    { fact: 'driver.id', path: '$.a' },
    { fact: 'trip.events.count' },
    { fact: 'trip.events.count', params: { type: 'COLLISION' } },
    { fact: 'driver.id', surprise: 1 },
  ];

  it.each(typical)('of $name is judged by the schema as by lint, whatever its operator and value', (fact) => {
    const [use, withPath] = usesOf(fact);
    const rules = OPERATORS.flatMap(({ name: operator }) =>
      values.flatMap((value) => {
        const rule = ruleAsking({ ...use, operator, value });
        return fact.type === 'object' ? [rule, ruleAsking({ ...withPath, operator, value })] : [rule];
      }),
    );
    expect(disagreements('rule', rules)).toEqual([]);
  });

  it('is judged so of every fact and operator, with the params and the path that it takes and others', () => {
    const odd = [{ fact: 'trip.odd_rating' }, { fact: 'trip.odd_rating', path: '$.a' }, { fact: 'trip.odd' }];
    const rules = [...listed.flatMap(usesOf), ...odd].flatMap((use) =>
      OPERATORS.flatMap(({ name: operator }) =>
        [1, 'mon'].map((value) => ruleAsking({ ...use, operator, value })),
      ),
    );
    expect(disagreements('rule', rules)).toEqual([]);
  });

  it('is judged so with every param', () => {
    const given: readonly Json[] = [
      ...DURATIONS,
      'PHONE_USE',
      'phone',
      'SOME_NEW_TYPE',
      0,
      2,
      9_999,
      10_000,
      -1,
      1.5,
      true,
      null,
      {},
      [],
      'x'.repeat(200),
      'x'.repeat(201),
    ];
    const rules = listed.flatMap((fact) =>
      fact.params.flatMap(({ name }) =>
        given.map((value) => {
          const params = Object.fromEntries(fact.params.map((each) => [each.name, each.examples[0]!]));
          const of = { fact: fact.name, params: { ...params, [name]: value } };
          return ruleAsking({ ...of, operator: 'greaterThan', value: 1 });
        }),
      ),
    );
    expect(disagreements('rule', rules)).toEqual([]);
  });
});

/** Durations that a pattern can distinguish, so without whole days in hours. */
const DURATIONS: readonly Json[] = [
  '0s',
  '0d',
  '000d',
  '1d',
  '07d',
  '000007d',
  '0000007d',
  '99d',
  '100d',
  '365d',
  '366d',
  '367d',
  '999d',
  '24h',
  '8784h',
  '8808h',
  '527040m',
  '528480m',
  '86400s',
  '1000000s',
  '1.5h',
  '7 d',
  '-1d',
  'd',
  '7w',
  '7D',
];
const SPANS: readonly Json[] = [
  ...DURATIONS,
  '30h',
  '90m',
  '15m',
  '7m',
  '60s',
  '59s',
  '1h',
  '5h',
  '8d',
  7,
  null,
];

describe('durations and fields beside each other', () => {
  it.each<[string, DocumentSchemaName, readonly Json[]]>([
    ['throttle', 'rule', SPANS.map((every) => ruleDocument({ throttle: { per: 'driver', every } }))],
    [
      'batch',
      'rule',
      [
        ...SPANS.map((every) => ({ every })),
        {},
        { at: '08:00' },
        { at: '08:00', timezone: 'UTC' },
        { every: '1h', at: '08:00', timezone: 'UTC' },
        { every: '1h', days: ['mon'] },
        { at: '08:00', timezone: 'UTC', days: ['mon'] },
        { timezone: 'UTC' },
      ].map((batch) => ruleDocument({ actions: [{ type: 'slack', channel: '#a', batch }] })),
    ],
    [
      'a deletion',
      'rule',
      [...SPANS.map((expires_after) => ({ expires_after })), {}].flatMap((fields) =>
        ['each_trip', 'becomes_true'].map((trigger) =>
          ruleDocument({ trigger, actions: [{ type: 'delete_trip', ...fields }] }),
        ),
      ),
    ],
    [
      'a webhook',
      'rule',
      [
        'https://a.example/x',
        'http://a.example',
        'ftp://a.example',
        'a.example',
        'https://a.example/#x',
        '',
      ].map((url) => ruleDocument({ actions: [{ type: 'webhook', url }] })),
    ],
    [
      'recipients named twice',
      'rule',
      [['a@example.com'], ['a@example.com', 'a@example.com'], ['a@example.com', 'b@example.com'], []].map(
        (to) => ruleDocument({ actions: [{ type: 'email', to }] }),
      ),
    ],
    [
      'an escalation policy',
      'escalation-policy',
      SPANS.flatMap((span) => [
        policyWith({ steps: [{ after: span, notify: PAGE }] }),
        ...['0m', '10m'].map((after) =>
          policyWith({ steps: [{ after, notify: PAGE }], repeat: { times: 1, every: span } }),
        ),
        policyWith({ repage_after: span }),
        policyWith({ join_within: span }),
        policyWith({
          late: { after: '12h', steps: [{ after: '0m', notify: PAGE }], repeat: { times: 1, every: span } },
        }),
      ]),
    ],
    [
      'the day of a digest',
      'digest',
      ['day', 'week', 'month', 'year'].flatMap((period) =>
        [
          {},
          { weekday: 'mon' },
          { weekday: 'someday' },
          { day: 2 },
          { day: 29 },
          { weekday: 'mon', day: 2 },
        ].map((day) => digestWith({ period, send: { ...day, at: '12:00', timezone: 'Europe/Berlin' } })),
      ),
    ],
    [
      'the recipients of a digest',
      'digest',
      [{}, { slack: '#fleet' }, { to: ['a@example.com', 'a@example.com'] }, { groups: ['a', 'a'] }].map(
        (fields) => {
          const { to: _none, ...digest } = digestWith({});
          return { ...digest, ...fields };
        },
      ),
    ],
    [
      'a route',
      'route',
      ['group', 'attribute'].flatMap((by) =>
        [{}, { attribute: '$.region' }, { attribute: 'region' }].flatMap((attribute) =>
          [{}, { north: {} }, { north: { slack: '#north' } }].flatMap((entries) =>
            [{}, { default: { email: ['a@example.com'] } }].map((fields) => ({
              id: 'a-route',
              by,
              entries,
              ...attribute,
              ...fields,
            })),
          ),
        ),
      ),
    ],
    [
      'the people of a rotation',
      'rotation',
      [
        [],
        [{ name: 'Ann' }],
        [{ name: 'Ann', slack: 'U01ABCDEF' }],
        [{ name: 'Ann' }, { name: 'Ben', email: 'b@example.com' }],
      ].map((people) => rotationWith({ people })),
    ],
    [
      'the dates of a rotation',
      'rotation',
      ['2026-01-05', '2026-1-5', 'monday', '2026-01-05T08:00', 5].map((starts) => rotationWith({ starts })),
    ],
    [
      'the look of e-mails',
      'settings',
      [
        'https://a.example/logo.png',
        'http://a.example/logo.png',
        'logo.png',
        'data:image/png;base64,AAAA',
        'data:,x',
      ].map((logo) => ({ brand: { logo } })),
    ],
  ])('of %s are judged by the schema of %s as by lint', (_what, name, documents) => {
    const verdicts = new Set(documents.map((document) => verdictOn(name, document)));
    expect(disagreements(name, documents)).toEqual([]);
    expect(verdicts.size, 'some are accepted, some refused').toBe(2);
  });
});

const PAGE = [{ type: 'slack', channel: '#a' }];

function policyWith(fields: JsonObject): JsonObject {
  return { id: 'a-policy', name: 'A policy', steps: [{ after: '0m', notify: PAGE }], ...fields };
}

function digestWith(fields: JsonObject): JsonObject {
  const send = { at: '12:00', timezone: 'Europe/Berlin' };
  return { id: 'a-digest', name: 'A digest', period: 'day', send, to: ['a@example.com'], ...fields };
}

function rotationWith(fields: JsonObject): JsonObject {
  const people = [{ name: 'Ann', email: 'a@example.com' }];
  return { id: 'a-rotation', timezone: 'UTC', handover: { weekday: 'mon', at: '08:00' }, people, ...fields };
}

describe('what only lint says', () => {
  it.each<[string, JsonObject]>([
    ['bounds in the wrong order', { fact: 'trip.local_hour', operator: 'between', value: [22, 6] }],
    ['no date of the calendar', { fact: 'driver.start_date', operator: 'equal', value: '2026-02-31' }],
    [
      'days that are not whole',
      { fact: 'fleet.score_change', params: { over: '30h' }, operator: 'equal', value: 1 },
    ],
  ])('%s', (_what, comparison) => {
    expect(verdictOn('rule', ruleAsking(comparison))).toBe('only lint refuses');
  });

  it('is a warning for a number that a fact never has, which an editor shows as help', () => {
    const rule = ruleAsking({ fact: 'trip.score', operator: 'lessThan', value: 170 });
    expect(verdictOn('rule', rule)).toBe('both accept');
    expect(JSON.stringify(documentJsonSchema('rule'))).toContain('trip.score is at least 0 and at most 100.');
  });
});
