import { IntlMessageFormat } from 'intl-messageformat';
import { TEXTS } from '../../texts/index.ts';
import type { Language, TextKey } from '../../texts/index.ts';

/** The locale whose numbers, dates and plurals a language uses. */
export const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' };

/** Values of a text's arguments, by name: plain text, or a number that decides between its forms. */
export type TextValues = Readonly<Record<string, string | number>>;

/** Says texts of the catalogue in one language. Values are put in as they are: no markup, nothing escaped. */
export interface Say {
  /** @throws when the text names an argument that has no value, which only a mistake of ours can cause */
  (key: TextKey, values?: TextValues): string;
  /**
   * Says the text of a key that ends with a name from outside, such as an event type of the service.
   * @returns undefined when there is no such text, or when it takes other values: the name itself is shown then
   */
  known(key: string, values?: TextValues): string | undefined;
}

const sayers = new Map<Language, Say>();

/**
 * Returns the texts of a language. Each text is parsed once, when it is first used, because messages are rendered for every trip.
 */
export function textsOf(language: Language): Say {
  const known = sayers.get(language);
  if (known) return known;
  const say = sayerOf(language);
  sayers.set(language, say);
  return say;
}

function sayerOf(language: Language): Say {
  const parsed = new Map<TextKey, IntlMessageFormat>();
  const say = (key: TextKey, values?: TextValues): string => {
    let message = parsed.get(key);
    if (message === undefined) {
      const options = { ignoreTag: true };
      message = new IntlMessageFormat(textAt(language, key), LOCALES[language], undefined, options);
      parsed.set(key, message);
    }
    const said: unknown = message.format(values);
    return String(said);
  };
  const known = (key: string, values?: TextValues): string | undefined => {
    if (!isTextKey(key)) return undefined;
    try {
      return say(key, values);
    } catch {
      // The name happens to be that of a text with other values.
      return undefined;
    }
  };
  return Object.assign(say, { known });
}

/** Words without a language, which the reader's language completes. */
export interface Worded {
  (language: Language): string;
  /** Key of the words' text; absent where they are composed of several. */
  readonly key?: TextKey;
}

/** Returns a text of the catalogue with its values, which may be words, for any reader's language. */
export function worded(
  key: TextKey,
  values: Readonly<Record<string, string | number | Worded>> = {},
): Worded {
  const words = (language: Language): string => {
    const said = Object.entries(values).map(
      ([name, value]) => [name, typeof value === 'function' ? value(language) : value] as const,
    );
    return textsOf(language)(key, Object.fromEntries(said));
  };
  return Object.assign(words, { key });
}

function textAt(language: Language, key: string): string {
  const [room = '', ...rest] = key.split('.');
  const texts: Readonly<Record<string, Readonly<Record<string, string>>>> = TEXTS[language];
  const own = Object.hasOwn(texts, room) ? texts[room]! : {};
  const name = rest.join('.');
  if (!Object.hasOwn(own, name)) throw new Error(`The catalogue has no text ${key}.`);
  return own[name]!;
}

/** Returns whether a name that comes from outside, such as an event type of the service, is that of a text. */
export function isTextKey(key: string): key is TextKey {
  const at = key.indexOf('.');
  const texts: Readonly<Record<string, object>> = TEXTS.en;
  const room = key.slice(0, at);
  return Object.hasOwn(texts, room) && Object.hasOwn(texts[room]!, key.slice(at + 1));
}
