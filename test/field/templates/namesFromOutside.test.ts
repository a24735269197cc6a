import { describe, expect, it } from 'vitest';
import { LANGUAGES, sayIn } from '../../../console/language/say/index.ts';
import { factLabel } from '../../../messages/decisions/index.ts';
import { textsOf } from '../../../messages/language/index.ts';

/**
 * Names and texts that broke pages elsewhere because they were read as messages of a catalogue: each is said as it is, by the
 * console and by messages, whether it stands for a text's name or is put into a text.
 */
const REPORTED: readonly (readonly [source: string, text: string])[] = [
  ['formatjs/formatjs #1435: braces', 'Curly braces ({}) are not allowed'],
  ['formatjs/formatjs #1437: a quoted brace', "This '{ curly brace should be escaped }'"],
  ['formatjs/formatjs #1182: a pattern from a server', '[a-zA-Z0-9_]+\\.[a-zA-Z0-9_]+'],
  ['formatjs/formatjs #1439: a smaller-than sign', '< 1 minute ago'],
  ['formatjs/formatjs #4973: doubled braces', "'{{somestring}}"],
  ['react/react #28612: an apostrophe before an argument', "contains d'{param}"],
  ['metadist/synaplan #1137: a plural', 'Searched {count} {count, plural, one {source} other {sources}}'],
  ['opensearch-project/OpenSearch-Dashboards #12140: escaped braces', 'Use $var or $\\{var\\}'],
  ['ArnasDon/wacrm #477: a placeholder of another language', 'Hello {{1}}, your order {{2}} is confirmed.'],
  ['diegosouzapw/OmniRoute #12302: what looks like a tag', '<your API key>'],
  ['elastic/kibana #74963: a select', '{kind, select, one {eins} andere {viele}}'],
  ['angular/angular #38569: a name in braces', 'hello {world}'],
];

describe.each(REPORTED)('%s', (_source, text) => {
  it.each(LANGUAGES)('is said as it is, %s', async (language) => {
    for (const say of [await sayIn(language), textsOf(language)]) {
      for (const place of ['', 'facts.', 'facts.events_']) expect(say.known(place + text)).toBeUndefined();
      expect(say('facts.eventsOfName', { type: text, count: 1 })).toContain(text);
    }
    expect(factLabel({ fact: text }, language)).toBe(text);
  });
});
