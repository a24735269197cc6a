import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { CONSOLE as CONSOLE_GERMAN } from '../../texts/de/console/index.ts';
import { CONSOLE as CONSOLE_ENGLISH } from '../../texts/en/console/index.ts';
import { TEXTS } from '../../texts/index.ts';
import { LANGUAGES } from '../../texts/say/index.ts';
import type { Language } from '../../texts/say/index.ts';

/** The console has a catalogue of its own, so that a browser loads no other texts. */
const OF_CONSOLE = { en: CONSOLE_ENGLISH, de: CONSOLE_GERMAN };

type RoomTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * Every text of a language by its key, as data: a language may be incomplete in spite of its type. Those of the console begin
 * with `console:`.
 */
function textsIn(language: Language): ReadonlyMap<string, string> {
  const keyed = (rooms: RoomTexts, before: string): (readonly [string, string])[] =>
    Object.entries(rooms).flatMap(([room, texts]) =>
      Object.entries(texts).map(([name, text]) => [`${before}${room}.${name}`, text] as const),
    );
  return new Map([...keyed(TEXTS[language], ''), ...keyed(OF_CONSOLE[language], 'console:')]);
}

interface Element {
  readonly type: number;
  readonly value?: unknown;
  readonly options?: Readonly<Record<string, { readonly value: readonly Element[] }>>;
}
const LITERAL = 0;
const POUND = 7;

/** The names of what is put into a text. @throws when it is no ICU message */
function argumentsOf(text: string, language: Language): readonly string[] {
  const names = (elements: readonly Element[]): string[] =>
    elements.flatMap(({ type, value, options }) => [
      ...(type === LITERAL || type === POUND ? [] : [String(value)]),
      ...Object.values(options ?? {}).flatMap((option) => names(option.value)),
    ]);
  const message = new IntlMessageFormat(text, language, undefined, { ignoreTag: true });
  return [...new Set(names(message.getAst()))].sort();
}

const english = textsIn('en');

/** Texts that are the same in German, by their words. */
const SAME: ReadonlySet<string> = new Set([
  'setup.channel_slack',
  'setup.channel_webhook',
  'alerts.subject',
  'decisions.count',
  'decisions.needed_equal',
  'decisions.true',
  'digests.unit_km',
  'exports.field_name',
  'exports.field_region',
  'exports.field_version',
  'facts.driver.events.count',
  'format.kilometres',
  'format.metres',
  'format.seconds',
  'format.speed',
  'format.unit_km',
  'format.unit_km/h',
  'format.weekdayDate',
  'console:backtests.swept',
  'console:incidents.distance',
  'incidents.entry_paged',
  'incidents.inZone',
  'console:incidents.kmh',
  'console:incidents.position',
  'console:trips.at',
  'console:trips.eventAt',
  'console:trips.speedUnit',
  'console:why.stage_over_budget',
  'incidents.way_other',
  'console:deliveries.action_slack',
  'console:deliveries.action_webhook',
  'console:overview.setup_slack',
  'console:ruleEditor.action_webhook',
  'console:ruleEditor.blockJson',
  'console:ruleEditor.measure_km',
  'console:ruleEditor.measure_km/h',
  'console:ruleEditor.name',
  'console:ruleEditor.text',
  'pages.compared',
  'pages.revision',
  'picture.north',
  'picture.start',
  'console:rules.version',
  'console:shell.language_de',
  'console:shell.language_en',
  'lint.unknownName',
  'lint.typeExample',
  'lint.valueMissingType',
]);

describe.each(LANGUAGES)('the texts in %s', (language) => {
  const texts = textsIn(language);

  it('are those of English, none empty and none without a text', () => {
    expect([...texts.keys()].sort()).toEqual([...english.keys()].sort());
    expect([...texts].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('are ICU messages that name the same values as in English', () => {
    for (const [key, text] of texts)
      expect([key, argumentsOf(text, language)]).toEqual([key, argumentsOf(english.get(key)!, 'en')]);
  });

  it('hold no markup: what is put in is escaped where it lands', () => {
    // Within a word, as in SMTP_URL, an underscore marks nothing up.
    const isMarkedUp = (text: string): boolean =>
      /[<>&*_`]/.test(text.replaceAll(/\{\w+\}/g, '').replaceAll(/(?<=[a-z])_(?=[a-z])/gi, ''));
    expect([...texts].filter(([, text]) => isMarkedUp(text)).map(([key]) => key)).toEqual([]);
  });
});

it('no text is left in English, but for those that are the same in German', () => {
  const same = [...textsIn('de')].filter(([key, text]) => english.get(key) === text).map(([key]) => key);
  expect(same.sort()).toEqual([...SAME].sort());
});

describe.each([
  {
    catalogue: 'of messages and pages',
    layers: ['messages', 'server', 'cli', 'texts/say'],
    isConsole: false,
  },
  { catalogue: 'of the console', layers: ['console'], isConsole: true },
])('the catalogue $catalogue', ({ layers, isConsole }) => {
  it('has no text that nothing uses', () => {
    const root = join(import.meta.dirname, '../..');
    const source = layers
      .flatMap((layer) =>
        readdirSync(join(root, layer), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
          .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')),
      )
      .join('\n');
    const whole = new Set([...source.matchAll(/'([a-z]+\.[^'\s]+)'/gi)].map(([, key]) => key));
    // `states.trip_${state}` uses every text whose key fits.
    const made = [...source.matchAll(/`([a-z]+\.[^`\s]*\$\{[^`]*)`/gi)].map(([, template]) => {
      const parts = template!.split(/\$\{[^}]*\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
      return new RegExp(`^${parts.join('.+')}$`);
    });
    const unused = [...english.keys()]
      .filter((key) => key.startsWith('console:') === isConsole)
      .map((key) => key.replace('console:', ''))
      .filter((key) => !whole.has(key) && !made.some((pattern) => pattern.test(key)));
    expect(unused).toEqual([]);
  });
});

it('German has one word for resolving, and another one for an alarm of Tripline that is over', () => {
  const german = textsIn('de');
  const others = [...english]
    .filter(([key, text]) => /\bresolv/i.test(text) && !/^console:(alarms|audit.say_alarm)\./.test(key))
    .map(([key]) => [key, german.get(key)] as const)
    .filter(([, text]) => !/lös/i.test(text ?? ''));
  expect(others).toEqual([]);
});
