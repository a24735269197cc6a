import { IntlMessageFormat } from 'intl-messageformat';

/** The languages that texts exist in. */
export type Language = 'en' | 'de';

export const LANGUAGES: readonly Language[] = ['en', 'de'];

/** The locale whose numbers, dates and plurals a language uses. */
export const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' };

/** Texts in one language, by room and name. */
type Catalogue = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A text of a catalogue by its room and name, e.g. `alerts.title`. */
export type KeyOf<Rooms> = {
  [Room in keyof Rooms & string]: `${Room}.${keyof Rooms[Room] & string}`;
}[keyof Rooms & string];

/** Values of a text's arguments, by name: plain text, or a number that decides between its forms. */
export type TextValues = Readonly<Record<string, string | number>>;

/** Says texts of a catalogue in one language. Values are put in as they are: no markup, nothing escaped. */
export interface Say<Key extends string = string> {
  /**
   * Says a text. A key without a text is said as it is.
   * @throws when the text names an argument that has no value, which only a mistake of ours can cause
   */
  (key: Key, values?: TextValues): string;
  /**
   * Says the text of a key that ends with a name from outside: a state, a fact, an event type of the service.
   * @returns undefined when there is no such text, or when it needs values that were not given: the caller shows the name then
   */
  known(key: string, values?: TextValues): string | undefined;
}

/** Returns the function that says a catalogue's texts. Each text is parsed once, when it is first said. */
export function sayerOf<Rooms extends Catalogue>(catalogue: Rooms, language: Language): Say<KeyOf<Rooms>> {
  const parsed = new Map<string, IntlMessageFormat>();
  const messageOf = (key: string): IntlMessageFormat | undefined => {
    const before = parsed.get(key);
    if (before !== undefined) return before;
    const text = textAt(catalogue, key);
    if (text === undefined) return undefined;
    const message = new IntlMessageFormat(text, LOCALES[language], undefined, { ignoreTag: true });
    parsed.set(key, message);
    return message;
  };
  const said = (key: string, values?: TextValues): string | undefined => {
    const message = messageOf(key);
    if (message === undefined) return undefined;
    const words: unknown = message.format(values);
    return String(words);
  };
  const known = (key: string, values?: TextValues): string | undefined => {
    try {
      return said(key, values);
    } catch {
      // The name coincides with that of a text that needs values.
      return undefined;
    }
  };
  return Object.assign((key: string, values?: TextValues) => said(key, values) ?? key, { known });
}

/** Returns the text of a key; names in a room, such as those of facts, may contain dots. */
function textAt(catalogue: Catalogue, key: string): string | undefined {
  const dot = key.indexOf('.');
  const [room, name] = [key.slice(0, dot), key.slice(dot + 1)];
  const texts = Object.hasOwn(catalogue, room) ? catalogue[room]! : {};
  return Object.hasOwn(texts, name) ? texts[name] : undefined;
}
