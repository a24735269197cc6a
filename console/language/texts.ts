import { IntlMessageFormat } from 'intl-messageformat';
import type { ConsoleTexts } from '../../texts/en/console/index.ts';
import type { facts } from '../../texts/en/facts.ts';

export type Language = 'en' | 'de';

export const LANGUAGES: readonly Language[] = ['en', 'de'];
/** The locale whose numbers, dates and plurals a language uses: as messages do. */
export const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' };

/** The console's own texts, and what sentences of decisions call facts. */
interface Texts extends ConsoleTexts {
  readonly facts: Readonly<Record<keyof typeof facts, string>>;
}

/** A text by its room and name, e.g. `overview.title`. */
export type TextKey = {
  [Room in keyof Texts]: `${Room}.${keyof Texts[Room] & string}`;
}[keyof Texts];

/** A text in the reader's language, with its values put in as plain text. */
export type Say = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;

/** Each language is a chunk of its own: nobody loads the other one. */
const LOADERS: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: async () =>
    texts(await Promise.all([import('../../texts/en/console/index.ts'), import('../../texts/en/facts.ts')])),
  de: async () =>
    texts(await Promise.all([import('../../texts/de/console/index.ts'), import('../../texts/de/facts.ts')])),
};

function texts([{ CONSOLE }, { facts }]: readonly [
  { readonly CONSOLE: ConsoleTexts },
  { readonly facts: Texts['facts'] },
]): Texts {
  return { ...CONSOLE, facts };
}

const loaded = new Map<Language, Promise<Say>>();

/** The texts of a language, loaded once. */
export function sayIn(language: Language): Promise<Say> {
  const known = loaded.get(language) ?? LOADERS[language]().then((all) => sayer(language, all));
  loaded.set(language, known);
  return known;
}

function sayer(language: Language, all: Texts): Say {
  const parsed = new Map<TextKey, IntlMessageFormat>();
  return (key, values) => {
    let message = parsed.get(key);
    if (message === undefined) {
      // Names of facts hold dots themselves.
      const dot = key.indexOf('.');
      const [room, name] = [key.slice(0, dot) as keyof Texts, key.slice(dot + 1)];
      const text = (all[room] as Readonly<Record<string, string>>)[name] ?? key;
      message = new IntlMessageFormat(text, LOCALES[language], undefined, { ignoreTag: true });
      parsed.set(key, message);
    }
    const said: unknown = message.format(values);
    return String(said);
  };
}
