import { describe, expect, it } from 'vitest';
import { alarmWords } from '../../../messages/alerts/index.ts';
import { factLabel } from '../../../messages/decisions/index.ts';
import { textsOf } from '../../../messages/language/index.ts';
import { wordsIn } from '../../../messages/lint/index.ts';

/** Names as people and the analytics service write them. */
const OUTSIDE_NAMES = [
  'Nord {Süd}',
  '{',
  "{count, plural, one {'}",
  '<b>Nord</b>',
  '{{ driver.name }}',
  'constructor',
  '__proto__',
  'toString',
  '',
  '.',
  'x'.repeat(500),
  '👩‍👩‍👧‍👦',
  'שלום',
];

describe.each(['en', 'de'] as const)('texts of messages in %s', (language) => {
  const say = textsOf(language);

  it.each(OUTSIDE_NAMES)('have none for the name %s from outside', (name) => {
    for (const place of ['', 'facts.', 'facts.events_', 'alarms.', 'states.', 'lint.'])
      expect(say.known(place + name, { count: 2 })).toBeUndefined();
  });

  it.each(OUTSIDE_NAMES)('call a fact and a type of event %s by this name', (name) => {
    expect(factLabel({ fact: name }, language)).toBe(name);
    expect(factLabel({ fact: 'trip.events.count', params: { type: name } }, language)).toContain(name);
  });

  it('call a fact by its name where that is the name of a phrase with values of its own', () => {
    expect(factLabel({ fact: 'eventsOfName' }, language)).toBe('eventsOfName');
  });
});

it('an alarm without the details that its text takes is shown as it was stored', () => {
  const stored = { kind: 'slack_channel', subject: '#a{b}', message: 'Stored {words}.', details: {} };
  expect(alarmWords(stored, 'de')).toBe('Stored {words}.');
});

it('words that hold words without a text are said in English as they were stored', () => {
  const words = { key: 'mustBe', values: { wanted: { key: 'no {such} text', values: {} } } };
  expect(wordsIn(words, 'must be {this}')('de')).toBe('must be {this}');
});
