import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TraceNode } from '../../../rules/evaluation/index.ts';
import {
  TEMPLATE_NAMES,
  TemplateError,
  renderTemplate,
  templateNames,
  templateVariables,
} from '../../../rules/templates/index.ts';
import type { Landing } from '../../../rules/templates/index.ts';
import { DRIVER_FIELDS } from '../../../rules/vocabulary/index.ts';
import type { Json } from '../../../rules/vocabulary/index.ts';
import { tripWith } from '../given.ts';

const TRACE: TraceNode = {
  result: 'true',
  any: [
    { fact: 'driver.events.count', operator: 'greaterThan', value: 2, actual: 4, result: 'true' },
    {
      not: { fact: 'trip.score', name: 'score', operator: 'equal', value: 1, result: 'unknown' },
      result: 'unknown',
    },
  ],
};

const EVERY_FIELD = Object.fromEntries(DRIVER_FIELDS.map(({ name, example }) => [name, example]));

const VARIABLES = templateVariables({
  fleet: { id: 'acme', name: 'Acme', timezone: 'Europe/Berlin' },
  rule: { id: 'phone', name: 'Phone use', version: 3, severity: 'warning' },
  driver: { ...EVERY_FIELD, vehicle: 'Van 12' },
  trip: tripWith({
    driverId: 'd-17',
    distanceKm: 12.3456,
    startTime: '2026-03-10T08:05:00+05:30',
    ratings: { phone_use_rating: 2 },
    path: [{ latitude: 52.123456, longitude: 13.654321 }],
  }),
  trace: TRACE,
});

const render = (template: string, landing: Landing = 'text'): string =>
  renderTemplate(template, VARIABLES, landing);
const renderValue = (value: Json, landing: Landing): string =>
  renderTemplate('{{ driver.id }}', { driver: { id: value } }, landing);

describe('a template', () => {
  it.each([
    ["{{ driver.id }}: {{ facts['driver.events.count'] }} phone events", 'd-17: 4 phone events'],
    ['{{ trip.distance_km }} km, {{ trip.id }}', '12.35 km, t-1'],
    ['{{ rule.name }} v{{ rule.version }} {{ rule.severity }} {{ fleet.name }}', 'Phone use v3 warning Acme'],
    ["{{ facts['score'] }} {{ trip.score }}", 'unknown unknown'],
    ["{{ trip.score | default: 'none' }}", 'none'],
    ['{% if trip.score %}scored{% else %}not scored{% endif %}', 'not scored'],
    ["{{ trip.start_time | date: '%d %b %H:%M' }}", '10 Mar 08:05'],
    ["{{ trip.end_time | date: '%H:%M' }}", 'unknown'],
    ['{{ trip.phone_use_rating }} {{ trip.local_weekday }}', '2 tue'],
    ['{{ trip.distance_km | round }} {{ driver.id | upcase }}', '12 D-17'],
  ])('%j renders as %j', (template, text) => {
    expect(render(template)).toBe(text);
  });

  it.each([
    '{{ driver.nickname }}',
    '{{ nobody }}',
    '{{ driver.constructor }}',
    '{{ driver.__proto__ }}',
    "{{ facts['toString'] }}",
    '{{ trip }}',
    "{% include 'x' %}",
    '{{ driver.id | json }}',
    '{{ driver.id',
    "{{ 'now' | date: '%Y' }}",
    "{{ 'today' | date: '%Y' }}",
  ])('%j cannot be rendered', (template) => {
    expect(() => render(template)).toThrow(TemplateError);
  });

  it('has no position among its variables', () => {
    expect(JSON.stringify(VARIABLES)).not.toMatch(/52\.1|13\.6|latitude|path"/);
  });

  it('names the driver by the id and leaves other fields empty while nothing is known', () => {
    const unknown = templateVariables({
      fleet: { id: 'acme', name: 'Acme', timezone: 'Europe/Berlin' },
      rule: { id: 'phone', name: 'Phone use', version: 3, severity: 'warning' },
      driver: {},
      trip: tripWith({ driverId: 'd-17' }),
      trace: TRACE,
    });
    const text =
      '{{ driver.name }}[{{ driver.vehicle }}{{ driver.phone }}]{{ driver.region | default: "?" }}';
    expect(renderTemplate(text, unknown, 'text')).toBe('d-17[]?');
    expect(render('{{ driver.name }}, {{ driver.vehicle }}')).toBe('Ann Meyer, Van 12');
    expect(render('{{ driver.label }}')).toBe('Ann Meyer (d-17)');
  });

  it('has every name the linter allows', () => {
    for (const name of TEMPLATE_NAMES) expect(render(`{{ ${name} }}`), name).not.toBe('');
  });

  it('cannot grow without bound', () => {
    const doubling = "{% assign a = 'xxxxxxxx' %}" + '{% assign a = a | append: a %}'.repeat(60) + '{{ a }}';
    expect(() => render(doubling)).toThrow(TemplateError);
    expect(renderValue('x'.repeat(100_000), 'text')).toHaveLength(8_000);
    expect(renderValue('x'.repeat(100_000), 'header')).toHaveLength(250);
  });
});

describe('where a text lands', () => {
  const nasty = `<b>&"'</b>\r\nBcc: x@example.com`;

  it.each<[Landing, string]>([
    ['text', nasty],
    ['header', `<b>&"'</b> Bcc: x@example.com`],
    ['html', '&lt;b&gt;&amp;&quot;&#39;&lt;/b&gt;\r\nBcc: x@example.com'],
    ['slack', `&lt;b&gt;&amp;"'&lt;/b&gt;\r\nBcc: x@example.com`],
  ])('%s', (landing, text) => {
    expect(renderValue(nasty, landing)).toBe(text);
  });

  it('what the template itself says is escaped like a value', () => {
    expect(render('a < b & {{ driver.id }}', 'html')).toBe('a &lt; b &amp; d-17');
  });

  it('no value can break out of a header or a page', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (value) => {
        // eslint-disable-next-line no-control-regex -- control characters are what must not be there
        expect(renderValue(value, 'header')).not.toMatch(/[\u0000-\u001f\u007f\u2028\u2029]/u);
        expect(renderValue(value, 'html')).not.toMatch(/[<>"']/);
        expect(renderValue(value, 'slack')).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
      }),
    );
  });
});

describe('the names of a template', () => {
  it.each([
    [
      "{{ facts['a.b'] }} {{ trip.score }}",
      [
        ['facts', 'a.b'],
        ['trip', 'score'],
      ],
    ],
    ['{% if driver.id %}x{% endif %}', [['driver', 'id']]],
    ['{% assign x = trip.score %}{{ x }}', [['trip', 'score']]],
    ['plain', []],
  ])('%j', (template, names) => {
    expect(templateNames(template)).toMatchObject({ ok: true, names });
  });

  it('are refused when they are computed or the template is none', () => {
    expect(templateNames('{{ facts[rule.id] }}')).toMatchObject({ ok: false });
    expect(templateNames('{% if %}')).toMatchObject({ ok: false });
  });
});
