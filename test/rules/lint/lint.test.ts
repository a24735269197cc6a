import { describe, expect, it } from 'vitest';
import { parseConditions, parseRule } from '../../../rules/lint/index.ts';
import type { Json, JsonObject } from '../../../rules/vocabulary/index.ts';
import { errorsOf, ruleAsking, ruleDocument } from '../given.ts';

/** Returns a document's mistakes as lines of pointer and message. */
function lines(document: unknown): readonly string[] {
  return errorsOf(document).map(({ pointer, message }) => `${pointer}: ${message}`);
}

/** Returns the only mistake of a document with one comparison, relative to `/conditions/all/0`. */
function mistakeIn(comparison: JsonObject): string {
  const found = lines(ruleAsking(comparison));
  expect(found).toHaveLength(1);
  return found[0]?.replace('/conditions/all/0', '') ?? '';
}

describe('a document', () => {
  it('is returned with its defaults', () => {
    const short = { all: [{ fact: 'trip.distance_km', operator: 'lessThan', value: 1 }] };
    expect(parseRule(ruleDocument({ conditions: short, actions: [{ type: 'delete_trip' }] }))).toEqual({
      ok: true,
      warnings: [],
      document: {
        ...ruleDocument(),
        conditions: short,
        severity: 'warning',
        mode: 'live',
        actions: [
          {
            type: 'delete_trip',
            approval: 'required',
            max_per_day: 10,
            max_share: 0.05,
            expires_after: '14d',
          },
        ],
      },
    });
  });

  it.each([
    [null, ': must be an object, not null'],
    [[], ': must be an object, not a list'],
    ['rule', ': must be an object, not "rule"'],
    [undefined, ': this is not JSON'],
    [() => 1, ': this is not JSON'],
    [{ id: Number.NaN }, '/id: a number must be finite'],
    [{ id: 'a\0' }, '/id: character 2 of this string cannot be stored: U+0000'],
    [
      { id: '\udc00' },
      '/id: character 1 of this string cannot be stored: half of a character (U+DC00), without its other half',
    ],
    [{ 'a\ud800': 1 }, '/a\ud800: a field name contains a character that cannot be stored'],
  ])('%j is refused', (document, line) => {
    expect(lines(document)).toEqual([line]);
  });

  it('lists everything that is missing', () => {
    expect(lines({})).toEqual([
      '/conditions: is missing: what must hold (an object with all, any or not)',
      '/id: is missing: id of the rule: small letters, digits and hyphens (a string such as repeated-phone-use)',
      '/name: is missing: name of the rule (a string such as Repeated phone use)',
    ]);
  });

  it.each<[JsonObject, string]>([
    [{ id: 'Not An Id' }, '/id: must be an id: small letters'],
    [{ name: '' }, '/name: must not be empty'],
    [{ name: 'a\nb' }, '/name: must be a string on one line'],
    [{ severity: 'critcal' }, '/severity: "critcal" is not allowed (did you mean "critical"?)'],
    [{ mode: 'Live' }, '/mode: "Live" is not allowed (did you mean "live"?)'],
    [{ sevrity: 'info' }, '/sevrity: unknown field "sevrity" (did you mean "severity"?)'],
    [
      { scope: { exclude_driver: ['d'] } },
      '/scope/exclude_driver: unknown field "exclude_driver" (did you mean',
    ],
    [{ scope: { exclude_drivers: 'd' } }, '/scope/exclude_drivers: must be a list, not "d"'],
    [{ actions: [{ type: 'slak' }] }, '/actions/0/type: "slak" is not allowed (did you mean "slack"?)'],
    [{ actions: [{}] }, '/actions/0/type: is missing'],
    [
      { actions: [{ type: 'slack', channel: 'fleet safety' }] },
      '/actions/0/channel: must be a Slack channel',
    ],
    [
      { actions: [{ type: 'slack', chanel: '#x' }] },
      '/actions/0/chanel: unknown field "chanel" (did you mean "channel"?)',
    ],
    [{ actions: [{ type: 'email', to: [] }] }, '/actions/0/to: must not be empty'],
    [{ actions: [{ type: 'email', to: ['nobody'] }] }, '/actions/0/to/0: must be an e-mail address'],
    [
      { actions: [{ type: 'email', to: ['a@example.com\r\nBcc: x@example.com'] }] },
      '/actions/0/to/0: must be an e-mail address',
    ],
    [
      { actions: [{ type: 'webhook', url: 'ftp://example.com' }] },
      '/actions/0/url: must be an https:// address',
    ],
    [
      { actions: [{ type: 'webhook', url: 'https://user:pass@example.com' }] },
      '/actions/0/url: must be an https:// address',
    ],
    [{ actions: [{ type: 'delete_trip', max_share: 3 }] }, '/actions/0/max_share: must be at most 1'],
    [
      { actions: [{ type: 'delete_trip', expires_after: '2w' }] },
      '/actions/0/expires_after: must be a duration',
    ],
  ])('%j is refused at its place', (fields, line) => {
    expect(lines(ruleDocument(fields)).join('\n')).toContain(line);
  });

  it.each<[Json[], string]>([
    [
      [
        { type: 'slack', channel: '#x' },
        { type: 'slack', channel: '#x' },
      ],
      '/actions/1',
    ],
    [[{ type: 'email', to: ['a@example.com', 'A@example.com'] }], '/actions/0/to/1'],
    [[{ type: 'delete_trip' }, { type: 'delete_trip', approval: 'auto' }], '/actions/1'],
  ])('the same action to the same receiver is refused: %j', (actions, pointer) => {
    expect(errorsOf(ruleDocument({ actions }))).toMatchObject([{ pointer }]);
  });

  it('one address may get an e-mail and be a channel of another kind', () => {
    const actions = [
      { type: 'slack', channel: '#x' },
      { type: 'slack', channel: '#y' },
    ];
    expect(errorsOf(ruleDocument({ actions }))).toEqual([]);
  });
});

describe('a comparison', () => {
  it.each<[JsonObject, string]>([
    [
      { fact: 'trip.distanceKm', operator: 'equal', value: 1 },
      '/fact: there is no fact "trip.distanceKm" (did you mean "trip.distance_km"?)',
    ],
    [
      { fact: 'trip.hour', operator: 'equal', value: 1 },
      '/fact: there is no fact "trip.hour" (did you mean "trip.local_hour"?)',
    ],
    [{ fact: 7, operator: 'equal', value: 1 }, '/fact: must be the name of a fact, not 7'],
    [
      { fact: 'trip.score', operator: 'lesThan', value: 1 },
      '/operator: there is no operator "lesThan" (did you mean "lessThan"?)',
    ],
    [
      { fact: 'trip.score', operator: 'not:equal', value: 1 },
      '/operator: operator decorators such as "not:equal" are not allowed',
    ],
    [
      { fact: 'trip.score', value: 1 },
      '/operator: is missing: how the fact is compared, such as greaterThan',
    ],
    [
      { fact: 'trip.score', operator: 'equal' },
      '/value: is missing: what trip.score is compared with (a number)',
    ],
    [
      { fact: 'trip.score', operator: 'isKnown' },
      '/value: is missing: what trip.score is compared with (true or false)',
    ],
    [{ fact: 'trip.score', operator: 'equal' }, '/value: is missing'],
    [
      { fact: 'trip.score', operator: 'equal', value: '40' },
      '/value: must be a number for trip.score, not "40"',
    ],
    [
      { fact: 'trip.score', operator: 'equal', value: null },
      '/value: must be a number for trip.score, not null; to ask whether a fact is known, use isKnown',
    ],
    [{ fact: 'trip.score', operator: 'isKnown', value: 'yes' }, '/value: must be true or false, not "yes"'],
    [
      { fact: 'trip.score', operator: 'in', value: 3 },
      '/value: must be a list with at least one value, not 3',
    ],
    [
      { fact: 'trip.score', operator: 'in', value: [] },
      '/value: must be a list with at least one value, not an empty one',
    ],
    [
      { fact: 'trip.score', operator: 'in', value: [1, 'a'] },
      '/value/1: must be a number for trip.score, not "a"',
    ],
    [{ fact: 'trip.score', operator: 'between', value: [60, 40] }, '/value: the low bound comes first'],
    [
      { fact: 'trip.score', operator: 'between', value: [60] },
      '/value: must be two bounds [low, high], not a list',
    ],
    [
      { fact: 'trip.score', operator: 'contains', value: 3 },
      '/operator: contains does not work on trip.score, which is a number',
    ],
    [
      { fact: 'trip.session_id', operator: 'greaterThan', value: 3 },
      '/operator: greaterThan does not work on trip.session_id, which is a string',
    ],
    [
      { fact: 'trip.session_id', operator: 'startsWith', value: '' },
      '/value: must be a string that is not empty, not ""',
    ],
    [
      { fact: 'trip.start_time', operator: 'lessThan', value: '2026-03-01T08:00:00' },
      '/value: must be a time with UTC offset',
    ],
    [
      { fact: 'driver.start_date', operator: 'lessThan', value: '2026-02-30' },
      '/value: must be a date such as',
    ],
    [
      { fact: 'trip.local_weekday', operator: 'equal', value: 'monday' },
      '/value: "monday" is never the value of trip.local_weekday (did you mean "mon"?)',
    ],
    [
      { fact: 'trip.events.count', operator: 'equal', value: 1 },
      '/params: trip.events.count needs the param "type"',
    ],
    [
      { fact: 'trip.events.count', params: { type: 'phone_use' }, operator: 'equal', value: 1 },
      '/params/type: "phone_use" is not an event type: write a name in capitals or a code (did you mean "PHONE_USE"?)',
    ],
    [
      { fact: 'trip.events.count', params: { type: 2.5 }, operator: 'equal', value: 1 },
      '/params/type: 2.5 is not an event type',
    ],
    [
      { fact: 'trip.events.count', params: 3, operator: 'equal', value: 1 },
      '/params: must be an object, not 3',
    ],
    [
      { fact: 'trip.score', params: { type: 2 }, operator: 'equal', value: 1 },
      '/params/type: unknown param "type"; trip.score takes none',
    ],
    [
      { fact: 'driver.score_change', params: { over: '36h' }, operator: 'equal', value: 1 },
      '/params/over: must be whole days',
    ],
    [
      { fact: 'driver.score_change', params: { over: '9999d' }, operator: 'equal', value: 1 },
      '/params/over: must be at most 366d',
    ],
    [
      { fact: 'driver.events.count', params: { type: 2, window: 'week' }, operator: 'equal', value: 1 },
      '/params/window: "week" is not a duration',
    ],
    [
      { fact: 'driver.events.count', params: { type: 2, window: '0d' }, operator: 'equal', value: 1 },
      '/params/window: must be greater than 0',
    ],
    [
      { fact: 'trip.speeding_seconds', params: { over_kmph: -5 }, operator: 'equal', value: 1 },
      '/params/over_kmph: must be a number of at least 0, not -5',
    ],
    [{ fact: 'trip.score', path: '$.a', operator: 'equal', value: 1 }, '/path: trip.score has no parts'],
    [
      { fact: 'driver.attributes', operator: 'equal', value: 1 },
      '/operator: equal does not work on driver.attributes, which is an object; name a part',
    ],
    [
      { fact: 'driver.attributes', path: 'depot', operator: 'equal', value: 1 },
      '/path: "depot" is not a path',
    ],
    [
      { fact: 'driver.attributes', path: '$..depot', operator: 'equal', value: 1 },
      '/path: "$..depot" is not a path',
    ],
    [
      { fact: 'driver.attributes', path: '$[?(@.a)]', operator: 'equal', value: 1 },
      '/path: "$[?(@.a)]" is not a path',
    ],
    [
      { fact: 'driver.attributes', path: '$.a', operator: 'in', value: [1, 'a'] },
      '/value: must hold values of one type',
    ],
    [
      { fact: 'trip.score', operator: 'equal', value: 1, priority: 0 },
      '/priority: must be a whole number from 1 to 1000',
    ],
    [
      { fact: 'trip.score', operator: 'equal', value: 1, nam: 'x' },
      '/nam: unknown field "nam" (did you mean "name"?)',
    ],
    [
      { fact: 'trip.score', operator: 'equal', value: { fact: 'trip.session_id' } },
      '/value: trip.score cannot be compared with trip.session_id by equal: their types differ',
    ],
    [
      { fact: 'trip.score', operator: 'equal', value: { fact: 'driver.scor' } },
      '/value/fact: there is no fact "driver.scor" (did you mean "driver.score"?)',
    ],
    [
      { fact: 'trip.score', operator: 'between', value: { fact: 'driver.score' } },
      '/value: the value of between cannot be another fact',
    ],
    [
      { fact: 'trip.score', operator: 'equal', value: { fact: 'driver.score', operator: 'x' } },
      '/value/operator: unknown field "operator"',
    ],
    [
      { fact: 'trip.score', operator: 'equal', value: { min: 1 } },
      '/value: an object here must name another fact',
    ],
  ])('%j is refused', (comparison, message) => {
    expect(mistakeIn(comparison)).toContain(message);
  });

  it.each<JsonObject>([
    { fact: 'trip.score', operator: 'lessThan', value: { fact: 'driver.score' } },
    { fact: 'trip.events.count', params: { type: 4 }, operator: 'between', value: [1, 2] },
    { fact: 'driver.attributes', path: '$.vehicle.tonnes', operator: 'greaterThan', value: 3.5 },
    { fact: 'driver.attributes', path: '$.tags', operator: 'contains', value: 'adr' },
    { fact: 'driver.attributes', path: '$.depot', operator: 'equal', value: { fact: 'trip.session_id' } },
    { fact: 'driver.attributes', operator: 'isKnown', value: true },
    { fact: 'trip.session_id', operator: 'in', value: { fact: 'driver.devices_missing_data' } },
    { fact: 'trip.score', operator: 'equal', value: 1, priority: 3, name: 'the score' },
  ])('%j is accepted', (comparison) => {
    expect(errorsOf(ruleAsking(comparison))).toEqual([]);
  });

  it.each<[JsonObject, string, string]>([
    [
      { fact: 'trip.events.count', params: { type: 'PHONE_USAGE' }, operator: 'equal', value: 1 },
      '/params/type',
      'did you mean "PHONE_USE"',
    ],
    [
      { fact: 'trip.events.count', params: { type: 17 }, operator: 'equal', value: 1 },
      '/params/type',
      '17 is not a known event type',
    ],
    [
      { fact: 'trip.phone_usage_rating', operator: 'lessThan', value: 3 },
      '/fact',
      'did you mean "trip.phone_use_rating"',
    ],
    [{ fact: 'driver.highway_ratio', operator: 'greaterThan', value: 80 }, '/value', 'is never above 1'],
  ])('%j is accepted with a warning', (comparison, pointer, message) => {
    expect(parseRule(ruleAsking(comparison))).toMatchObject({
      ok: true,
      warnings: [
        { pointer: `/conditions/all/0${pointer}`, message: expect.stringContaining(message) as string },
      ],
    });
  });
});

describe('conditions', () => {
  const leaf = { fact: 'trip.score', operator: 'equal', value: 1 };

  it.each<[Json, string]>([
    [leaf, '/conditions: conditions start with all, any or not'],
    [[], '/conditions: a condition is an object, not a list'],
    [{}, '/conditions: a condition needs one of all, any, not, condition, fact'],
    [
      { al: [leaf] },
      '/conditions: a condition needs one of all, any, not, condition, fact (did you mean "all"?)',
    ],
    [{ all: [] }, '/conditions/all: "all" needs at least one condition'],
    [{ any: [{ all: [] }] }, '/conditions/any/0/all: "all" needs at least one condition'],
    [{ all: leaf }, '/conditions/all: must be a list of conditions, not an object'],
    [{ not: [leaf] }, '/conditions/not: "not" takes one condition, not a list'],
    [
      { all: [leaf], any: [leaf] },
      '/conditions: a condition has one of all, any, not, condition, fact, not all and any together',
    ],
    [{ all: [leaf], extra: 1 }, '/conditions/extra: unknown field "extra"'],
    [{ all: [null] }, '/conditions/all/0: a condition is an object, not null'],
  ])('%j is refused', (conditions, line) => {
    expect(lines(ruleDocument({ conditions })).join('\n')).toContain(line);
  });

  it('may be nested ten groups deep and not eleven', () => {
    const nested = (groups: number): Json => (groups === 0 ? leaf : { not: nested(groups - 1) });
    expect(errorsOf(ruleDocument({ conditions: nested(10) }))).toEqual([]);
    expect(lines(ruleDocument({ conditions: nested(11) }))).toEqual([
      `/conditions${'/not'.repeat(10)}: conditions are nested deeper than 10 groups`,
    ]);
  });

  it('may hold 200 comparisons and not 201', () => {
    const all = (size: number): JsonObject =>
      ruleDocument({ conditions: { all: Array<Json>(size).fill(leaf) } });
    expect(errorsOf(all(200))).toEqual([]);
    expect(lines(all(201))).toEqual(['/conditions/all/200: a rule has at most 200 conditions']);
  });

  it('must name a fact that is used twice with different params', () => {
    const count = (type: string, name?: string): JsonObject => ({
      fact: 'trip.events.count',
      params: { type },
      operator: 'greaterThan',
      value: 1,
      ...(name !== undefined && { name }),
    });
    const any = (...conditions: JsonObject[]): readonly string[] =>
      lines(ruleDocument({ conditions: { any: conditions } }));
    expect(any(count('HARD_BRAKE'), count('PHONE_USE'))).toEqual([
      expect.stringMatching(/^\/conditions\/any\/1: trip\.events\.count is used twice with different params/),
    ]);
    expect(any(count('HARD_BRAKE', 'a'), count('PHONE_USE', 'a'))).toEqual([
      '/conditions/any/1/name: another condition is called "a" already',
    ]);
    expect(any(count('HARD_BRAKE', 'brakes'), count('PHONE_USE', 'phone'))).toEqual([]);
    expect(any(count('HARD_BRAKE', 'brakes'), count('PHONE_USE'))).toEqual([]);
    expect(any(count('PHONE_USE'), count('PHONE_USE'))).toEqual([]);
  });

  it('can be read alone, for a document of shared conditions', () => {
    expect(parseConditions({ all: [leaf] })).toEqual({ ok: true, document: { all: [leaf] }, warnings: [] });
    expect(parseConditions({ all: [{ ...leaf, value: 'x' }] }, '/conditions')).toEqual({
      ok: false,
      errors: [{ pointer: '/conditions/all/0/value', message: 'must be a number for trip.score, not "x"' }],
      warnings: [],
    });
  });
});

it('reports warnings beside errors, as far as the rest can be read', () => {
  const odd = { all: [{ fact: 'trip.distance_km', operator: 'greaterThan', value: -5 }] };
  const quiet = { from: '22:00', to: '06:00' };
  const parsed = parseRule(
    ruleDocument({ conditions: odd, actions: [{ type: 'slack', channel: '#x', quiet_hours: quiet }] }),
  );
  expect(parsed).toMatchObject({
    ok: false,
    errors: [
      {
        pointer: '/actions/0/quiet_hours/timezone',
        message: 'is missing: the IANA time zone of these hours (a string such as Europe/Berlin)',
      },
    ],
    warnings: [{ pointer: '/conditions/all/0/value' }],
  });
  const twice = [
    { type: 'webhook', url: 'http://example.com/hook' },
    { type: 'webhook', url: 'http://example.com/hook' },
  ];
  expect(parseRule(ruleDocument({ actions: twice }))).toMatchObject({
    ok: false,
    warnings: [{ pointer: '/actions/0/url' }, { pointer: '/actions/1/url' }],
  });
});

describe('an operator as it is written elsewhere', () => {
  it.each([
    ['>=', 'greaterThanInclusive'],
    ['<', 'lessThan'],
    ['==', 'equal'],
    ['!=', 'notEqual'],
    ['gte', 'greaterThanInclusive'],
    ['not in', 'notIn'],
    ['greater_than', 'greaterThan'],
  ])('%s means %s', (written, meant) => {
    expect(mistakeIn({ fact: 'trip.score', operator: written, value: 1 })).toBe(
      `/operator: there is no operator "${written}" (did you mean "${meant}"?)`,
    );
  });
});

describe('a template', () => {
  const withSubject = (subject: string): readonly string[] =>
    lines(
      ruleAsking(
        {
          fact: 'driver.score_change',
          params: { over: '7d' },
          operator: 'lessThan',
          value: -5,
          name: 'drop',
        },
        { actions: [{ type: 'email', to: ['lead@example.com'], subject }] },
      ),
    );

  it.each([
    "{{ driver.id }}: {{ facts['drop'] }} points",
    '{{ rule.name }} ({{ rule.severity }}), {{ fleet.name }}',
    "{% if trip.score %}{{ trip.score | round }}{% else %}{{ trip.session_id | default: 'none' }}{% endif %}",
    "{{ trip.start_time | date: '%H:%M' }}",
    "{% assign drop = facts['drop'] | abs %}{{ drop }}",
  ])('%j is accepted', (subject) => {
    expect(withSubject(subject)).toEqual([]);
  });

  it.each([
    [
      "{{ facts['driver.score_change'] }}",
      'no condition is called "driver.score_change"; the conditions have drop',
    ],
    ["{{ facts['dorp'] }}", 'no condition is called "dorp" (did you mean "drop"?)'],
    ['{{ facts.driver.score }}', 'facts["driver"] has no parts: write facts["driver.score"]'],
    ['{{ facts[rule.id] }}', 'write the name between the brackets'],
    ['{{ trip.distance }}', 'there is no "trip.distance" in a template (did you mean "trip.distance_km"?)'],
    ['{{ trip }}', 'there is no "trip" in a template'],
    ['{{ drivr.id }}', 'there is no "drivr" in a template (did you mean "driver"?)'],
    ['{{ driver.id.length }}', 'there is no "driver.id.length" in a template'],
    ['{{ driver.constructor }}', 'there is no "driver.constructor" in a template'],
    ['{{ driver.id', 'the template cannot be read: "{{ driver.id" is not closed (line 1, column 1)'],
    ["{% include '/etc/passwd' %}", 'there is no tag "include" here'],
    ["{% render 'x' %}", 'there is no tag "render" here'],
    ['{% for i in (1..9) %}{% endfor %}', 'there is no tag "for" here'],
    ['{{ driver.id | upcas }}', 'there is no filter "upcas"'],
    ['{{ driver.id | raw }}', 'there is no filter "raw"'],
    ["{{ 'now' | date: '%Y' }}", 'the date filter takes a time with UTC offset'],
  ])('%j is refused', (subject, message) => {
    expect(withSubject(subject).join('\n')).toContain(`/actions/0/subject: `);
    expect(withSubject(subject).join('\n')).toContain(message);
  });

  it('with a mistake is reported beside every other one', () => {
    const wrong = '{{ drver.id }}';
    const actions = [
      { type: 'slack', channel: '', text: wrong },
      { type: 'email', to: ['nobody'], subject: wrong, text: 7, loud: true },
      { type: 'webhook', url: 'https://hooks.example.com/x', text: wrong },
      'email',
      { type: 'slack', channel: '#fleet', text: '' },
    ];
    const errors = errorsOf({ ...ruleDocument(), severity: 'dreadful', actions });
    const words = errors.filter(({ message }) => message.includes('"drver"'));
    expect(words.map(({ pointer }) => pointer)).toEqual(['/actions/0/text', '/actions/1/subject']);
    expect(errors.map(({ pointer }) => pointer)).toEqual(
      expect.arrayContaining(['/severity', '/actions/0/channel', '/actions/1/to/0', '/actions/1/text']),
    );
    expect(errorsOf({ ...ruleDocument(), severity: 'dreadful', actions: 'none' })).toHaveLength(2);
  });
});

describe('oversights', () => {
  it.each<[JsonObject, string]>([
    [{ actions: [] }, '/actions'],
    [{ scope: { drivers: ['d-1'], exclude_drivers: ['d-1'] } }, '/scope/drivers/0'],
    [{ actions: [{ type: 'webhook', url: 'http://hooks.example.com/x' }] }, '/actions/0/url'],
  ])('%j is accepted with a warning', (fields, pointer) => {
    expect(parseRule(ruleDocument(fields))).toMatchObject({ ok: true, warnings: [{ pointer }] });
  });
});
