import { IntlMessageFormat } from 'intl-messageformat';
import type { ConsoleTexts } from '../../../texts/en/console/index.ts';
import type { facts } from '../../../texts/en/facts.ts';

export type Language = 'en' | 'de';

export const LANGUAGES: readonly Language[] = ['en', 'de'];
/** The locale whose numbers, dates and plurals a language uses, as messages do. */
export const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' };

/** The console's own texts, and the names of facts from the sentences of decisions. */
interface Texts extends ConsoleTexts {
  readonly facts: Readonly<Record<keyof typeof facts, string>>;
}

/** A text by its room and name, e.g. `overview.title`. */
export type TextKey = {
  [Room in keyof Texts]: `${Room}.${keyof Texts[Room] & string}`;
}[keyof Texts];

/** Values of a text: plain text, or a number that decides between its forms. */
type Values = Readonly<Record<string, string | number>>;

/** Says texts of the catalogue in the reader's language, with their values put in as plain text. */
export interface Say {
  (key: TextKey, values?: Values): string;
  /**
   * Says the text whose key ends with a name that Tripline does not control: a state, a fact, an event type of the service.
   * @returns undefined when there is no such text, or when it needs values that were not given: the caller shows the name then
   */
  known(key: string, values?: Values): string | undefined;
}

/** Loads each language as a chunk of its own, so that a reader loads only one. */
const LOADERS: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: async () =>
    texts(
      await Promise.all([import('../../../texts/en/console/index.ts'), import('../../../texts/en/facts.ts')]),
    ),
  de: async () =>
    texts(
      await Promise.all([import('../../../texts/de/console/index.ts'), import('../../../texts/de/facts.ts')]),
    ),
};

function texts([{ CONSOLE }, { facts }]: readonly [
  { readonly CONSOLE: ConsoleTexts },
  { readonly facts: Texts['facts'] },
]): Texts {
  return { ...CONSOLE, facts };
}

const loaded = new Map<Language, Promise<Say>>();

/** Loads the texts of a language once. */
export function sayIn(language: Language): Promise<Say> {
  const known = loaded.get(language) ?? LOADERS[language]().then((all) => sayer(language, all));
  loaded.set(language, known);
  return known;
}

function sayer(language: Language, all: Texts): Say {
  const parsed = new Map<string, IntlMessageFormat>();
  const messageOf = (key: string): IntlMessageFormat | undefined => {
    const before = parsed.get(key);
    if (before !== undefined) return before;
    const text = textAt(all, key);
    if (text === undefined) return undefined;
    const message = new IntlMessageFormat(text, LOCALES[language], undefined, { ignoreTag: true });
    parsed.set(key, message);
    return message;
  };
  const say = (key: TextKey, values?: Values): string => {
    const message = messageOf(key);
    // Only texts of the catalogue are parsed as messages; a missing key is shown unparsed.
    return message === undefined ? key : formatted(message, values);
  };
  const known = (key: string, values?: Values): string | undefined => {
    const message = messageOf(key);
    try {
      return message && formatted(message, values);
    } catch {
      // The name coincides with that of a text that needs values.
      return undefined;
    }
  };
  return Object.assign(say, { known });
}

/** Returns the text of a key; names of facts contain dots themselves. */
function textAt(all: Texts, key: string): string | undefined {
  const dot = key.indexOf('.');
  const [room, name] = [key.slice(0, dot), key.slice(dot + 1)];
  if (!Object.hasOwn(all, room)) return undefined;
  const texts: Readonly<Record<string, string>> = all[room as keyof Texts];
  return Object.hasOwn(texts, name) ? texts[name] : undefined;
}

function formatted(message: IntlMessageFormat, values: Values | undefined): string {
  const said: unknown = message.format(values);
  return String(said);
}
