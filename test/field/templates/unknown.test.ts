import { describe, expect, it } from 'vitest';
import { parseRule } from '../../../rules/lint/index.ts';
import { renderTemplate } from '../../../rules/templates/index.ts';
import type { Json } from '../../../rules/vocabulary/index.ts';
import { ruleDocument } from '../../rules/given.ts';

/** Two facts that are unknown, and known ones beside them. */
const VARIABLES = {
  trip: { score: null, phone_use_rating: null, distance_km: 12.5, max_speed_kmph: 0, local_weekday: 'mon' },
  driver: { name: 'Ann Meyer', region: '' },
  facts: { 'driver.groups': null, 'driver.score': 70, groups: ['north', 'vans'] },
};

const render = (template: string): string => renderTemplate(template, VARIABLES, 'text');

describe('an unknown value in a text', () => {
  it.each([
    '{{ trip.score }}',
    '{{ trip.score | round }}',
    '{{ trip.score | round: 1 }}',
    '{{ trip.score | abs }}',
    '{{ trip.score | ceil | plus: 1 }}',
    '{{ trip.score | at_least: 10 }}',
    '{{ trip.score | at_most: 10 }}',
    '{{ trip.score | times: 100 | divided_by: 5 }}',
    "{{ trip.score | append: ' of 100' }}",
    "{{ trip.score | prepend: 'about ' }}",
    "{{ facts['driver.groups'] | join: ', ' }}",
    "{{ facts['driver.groups'] | size }}",
    "{{ facts['driver.groups'] | first }}",
    "{{ trip.score | date: '%H:%M' }}",
    '{{ trip.score | upcase }}',
    '{{ trip.score | capitalize | truncate: 3 }}',
    '{{ trip.score | strip | size }}',
    '{% assign rounded = trip.score | round %}{{ rounded }}',
    '{% assign rounded = trip.score | round %}{{ rounded | plus: 5 }}',
    '{% echo trip.score | floor %}',
    '{{ 100 | minus: trip.score }}',
    '{{ trip.distance_km | times: trip.phone_use_rating }}',
    "{{ 'score: ' | append: trip.score }}",
    '{{ trip.score | default: trip.phone_use_rating }}',
    '{{ trip.distance_km | divided_by: trip.max_speed_kmph }}',
    '{{ trip.max_speed_kmph | divided_by: 0 | round }}',
    '{{ trip.distance_km | modulo: 0 }}',
    '{{ driver.name | round }}',
    '{{ driver.region | plus: 1 }}',
    "{{ 'fast' | times: 2 }}",
  ])('%s reads unknown', (template) => {
    expect(render(template)).toBe('unknown');
  });

  it.each([
    ["{{ trip.score | default: 'not rated' }}", 'not rated'],
    ['{{ trip.score | default: 50 | plus: 1 }}', '51'],
    ["{{ trip.score | round | default: 'not rated' }}", 'not rated'],
    ["{{ trip.score | plus: 1 | append: ' points' | default: 'not rated' }}", 'not rated'],
    ['{{ trip.distance_km | default: trip.score }}', '12.5'],
    ["{{ facts['driver.groups'] | join: ', ' | default: 'no group' }}", 'no group'],
    ["{{ driver.region | default: 'no region' }}", 'no region'],
    ["{{ '12' | plus: '3' }}", '15'],
    ['{{ trip.max_speed_kmph | plus: 0 }}', '0'],
  ])('%s reads %s', (template, text) => {
    expect(render(template)).toBe(text);
  });
});

describe('a condition on an unknown value', () => {
  it.each([
    'trip.score',
    'trip.score < 60',
    'trip.score <= 60',
    'trip.score > -1',
    'trip.score >= 0',
    '60 > trip.score',
    'trip.score == 0',
    'trip.score != 0',
    'trip.score == trip.phone_use_rating',
    'trip.score != trip.phone_use_rating',
    'trip.score == nil',
    'trip.score != nil',
    'trip.score == blank',
    'trip.score == empty',
    'trip.score == false',
    "facts['driver.groups'] contains 'north'",
    'facts.groups contains trip.score',
    'not trip.score',
    'not trip.score == 1',
    'trip.score < 60 and trip.distance_km > 1',
    'trip.distance_km > 1 and trip.score < 60',
    'trip.score < 60 or trip.distance_km < 1',
    'trip.score | plus: 5',
  ])('`%s` renders neither the body of if, elsif and unless, but else', (condition) => {
    expect(render(`{% if ${condition} %}body{% endif %}`)).toBe('');
    expect(render(`{% unless ${condition} %}body{% endunless %}`)).toBe('');
    expect(render(`{% if ${condition} %}body{% else %}else{% endif %}`)).toBe('else');
    expect(render(`{% unless ${condition} %}body{% else %}else{% endunless %}`)).toBe('else');
    expect(render(`{% if false %}{% elsif ${condition} %}body{% else %}else{% endif %}`)).toBe('else');
    expect(render(`{% unless true %}{% elsif ${condition} %}body{% else %}else{% endunless %}`)).toBe('else');
  });

  it.each([
    ['trip.score < 60 or trip.distance_km > 1', 'true'],
    ['trip.distance_km > 1 or trip.score', 'true'],
    ['trip.score < 60 and trip.distance_km < 1', 'false'],
    ['trip.distance_km < 1 and trip.score < 60', 'false'],
    ['trip.distance_km != nil', 'true'],
    ['trip.distance_km == nil', 'false'],
    ['nil == nil', 'true'],
    ['trip.max_speed_kmph == 0', 'true'],
    ["facts.groups contains 'vans'", 'true'],
    ['driver.region == blank', 'true'],
    ["driver.name contains 'Meyer' and trip.distance_km >= 12", 'true'],
    ['trip.score | default: 0', 'true'],
  ])('`%s` is %s', (condition, result) => {
    expect(render(`{% if ${condition} %}true{% else %}false{% endif %}`)).toBe(result);
    expect(render(`{% unless ${condition} %}false{% else %}true{% endunless %}`)).toBe(result);
  });

  it('case matches no when', () => {
    const cases = (value: string, when: string): string =>
      render(`{% case ${value} %}{% when ${when} %}when{% else %}else{% endcase %}`);
    expect(cases('trip.score', '0')).toBe('else');
    expect(cases('trip.score', 'nil')).toBe('else');
    expect(cases('trip.score', 'blank, empty, false')).toBe('else');
    expect(cases('trip.score', 'trip.phone_use_rating')).toBe('else');
    expect(cases('12.5', 'trip.score')).toBe('else');
    expect(cases('trip.distance_km', 'trip.score, 12.5')).toBe('when');
    expect(cases('trip.local_weekday', "'sat' or 'mon'")).toBe('when');
    expect(render('{% case trip.score %}{% when 0 %}zero{% endcase %}.')).toBe('.');
  });

  it('a number is not compared with a text that is none', () => {
    expect(render('{% if trip.local_weekday < 5 %}early{% else %}else{% endif %}')).toBe('else');
    expect(render('{% unless trip.local_weekday >= 5 %}early{% endunless %}')).toBe('');
    expect(render("{% if trip.distance_km > '9' %}long{% endif %}")).toBe('long');
  });
});

describe('lint of `unless` over a fact that can be unknown', () => {
  const SCORE = { fact: 'trip.score', operator: 'lessThan', value: 60 };
  const COUNT = {
    fact: 'driver.events.count',
    params: { type: 'PHONE_USE', window: '7d' },
    operator: 'greaterThan',
    value: 3,
    name: 'phone',
  };

  function warningsOf(text: string, conditions: Json = { any: [SCORE, COUNT] }): string[] {
    const parsed = parseRule(
      ruleDocument({ conditions, actions: [{ type: 'slack', channel: '#fleet', text }] }),
    );
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
    return parsed.warnings
      .filter(({ pointer }) => pointer === '/actions/0/text')
      .map(({ message }) => message);
  }

  it.each([
    ['{% unless trip.score < 60 %}fine{% endunless %}', 'trip.score'],
    ["{% unless facts['phone'] > 3 %}fine{% endunless %}", "facts['phone']"],
    ['{% if true %}{% unless trip.score %}fine{% endunless %}{% endif %}', 'trip.score'],
    ['{% assign s = trip.score | round %}{% unless s < 60 %}fine{% endunless %}', 'trip.score'],
    ['{% unless trip.distance_km > 1 and trip.score < 60 %}fine{% endunless %}', 'trip.distance_km'],
    ['{% unless trip.max_speed_kmph > 1 %}x{% else %}y{% endunless %}', 'trip.max_speed_kmph'],
  ])('%s is warned of', (text, name) => {
    const [warning] = warningsOf(text);
    expect(warning).toContain(name);
    expect(warning).toContain('unknown');
    expect(warningsOf(text)).toHaveLength(1);
  });

  it.each([
    '{% if trip.score < 60 %}low{% else %}fine{% endif %}',
    '{% unless trip.score | default: 100 %}fine{% endunless %}',
    '{% assign s = trip.score | default: 100 %}{% unless s < 60 %}fine{% endunless %}',
    "{% unless driver.region == 'north' %}far{% endunless %}",
    "{% unless rule.severity == 'critical' or trip.id == '1' %}calm{% endunless %}",
    '{% if true %}{% elsif trip.score < 60 %}low{% endif %}',
    '{{ trip.score }}{% unless true %}never{% endunless %}',
  ])('%s is not', (text) => {
    expect(warningsOf(text)).toEqual([]);
  });

  it('a fact that the rule needs for its match is known', () => {
    const text =
      "{% unless trip.score < 40 %}nearly{% endunless %}{% unless facts['phone'] > 9 %}few{% endunless %}";
    expect(warningsOf(text, { all: [SCORE, { all: [COUNT] }] })).toEqual([]);
    expect(warningsOf(text, { all: [{ ...SCORE, operator: 'isKnown', value: true }, COUNT] })).toEqual([]);
    expect(warningsOf(text, { all: [{ ...SCORE, operator: 'isKnown', value: false }, COUNT] })).toHaveLength(
      1,
    );
    expect(warningsOf(text, { all: [SCORE, { any: [COUNT, SCORE] }] })).toHaveLength(1);
    expect(warningsOf(text, { not: { any: [SCORE, COUNT] } })).toEqual([]);
  });
});
