import { IntlMessageFormat } from 'intl-messageformat';
import type { ConsoleTexts } from '../../texts/en/console/index.ts';

export type Language = 'en' | 'de';

export const LANGUAGES: readonly Language[] = ['en', 'de'];
/** The locale whose numbers, dates and plurals a language uses: as messages do. */
export const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' };

/** A text by its room and name, e.g. `overview.title`. */
export type TextKey = {
  [Room in keyof ConsoleTexts]: `${Room}.${keyof ConsoleTexts[Room] & string}`;
}[keyof ConsoleTexts];

/** A text in the reader's language, with its values put in as plain text. */
export type Say = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;

/** Each language is a chunk of its own: nobody loads the other one. */
const LOADERS: Readonly<Record<Language, () => Promise<{ readonly CONSOLE: ConsoleTexts }>>> = {
  en: () => import('../../texts/en/console/index.ts'),
  de: () => import('../../texts/de/console/index.ts'),
};

const loaded = new Map<Language, Promise<Say>>();

/** The texts of a language, loaded once. */
export function sayIn(language: Language): Promise<Say> {
  const known = loaded.get(language) ?? LOADERS[language]().then(({ CONSOLE }) => sayer(language, CONSOLE));
  loaded.set(language, known);
  return known;
}

function sayer(language: Language, texts: ConsoleTexts): Say {
  const parsed = new Map<TextKey, IntlMessageFormat>();
  return (key, values) => {
    let message = parsed.get(key);
    if (message === undefined) {
      // The names of facts have dots of their own.
      const dot = key.indexOf('.');
      const [room, name] = [key.slice(0, dot) as keyof ConsoleTexts, key.slice(dot + 1)];
      const text = (texts[room] as Readonly<Record<string, string>>)[name] ?? key;
      message = new IntlMessageFormat(text, LOCALES[language], undefined, { ignoreTag: true });
      parsed.set(key, message);
    }
    const said: unknown = message.format(values);
    return String(said);
  };
}
