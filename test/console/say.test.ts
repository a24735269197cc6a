import { describe, expect, it } from 'vitest';
import { LANGUAGES, sayIn } from '../../console/language/say/index.ts';

/** Names as people and the analytics service write them, where a text's key is made of them. */
const OUTSIDE_NAMES = [
  'Nord {Süd}',
  '{',
  '}',
  "{count, plural, one {'}",
  '<b>Nord</b>',
  '{{ driver.name }}',
  '#',
  'constructor',
  '__proto__',
  'hasOwnProperty',
  'toString',
  '',
  ' ',
  '.',
  'a.b.c',
  'x'.repeat(500),
  '👩‍👩‍👧‍👦',
  'שלום',
  'd:1/2',
];
/** Where the console makes keys of them. */
const PLACES = ['', 'facts.', 'facts.events_', 'facts.named ', 'factHelp.', 'rules.field_', 'rules.mode_'];
const KEYS = PLACES.flatMap((place) => OUTSIDE_NAMES.map((name) => place + name));

describe.each(LANGUAGES)('texts in %s', (language) => {
  it('have none for a name from outside, however it is written', async () => {
    const say = await sayIn(language);
    expect(KEYS.filter((key) => say.known(key, { count: 2 }) !== undefined)).toEqual([]);
  });

  it('are never made of a key: one without a text is said as it is', async () => {
    const say = await sayIn(language);
    for (const key of KEYS) expect(say(key as never)).toBe(key);
  });

  it.each([
    ['facts.window_d', 'a fact with the name of a unit'],
    ['facts.eventsOfName', 'a fact with the name of a phrase'],
    ['rules.needed_between', 'a field and a value that are a phrase together'],
  ])('have no %s without its values: %s', async (key) => {
    const say = await sayIn(language);
    expect(say.known(key)).toBeUndefined();
    expect(say.known(key, { count: 2, type: 'X', low: '1', high: '2' })).toBeTypeOf('string');
  });

  it('put values in as they are, braces and markup included', async () => {
    const say = await sayIn(language);
    const name = '{count, plural, one {<b>#</b>}} \u202eabc';
    expect(say('facts.eventsOfName', { count: 1, type: name })).toContain(name);
  });
});
