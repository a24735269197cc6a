import { TEXTS } from '../../texts/index.ts';
import type { TextKey } from '../../texts/index.ts';
import { LANGUAGES, sayerOf } from '../../texts/say/index.ts';
import type { Language, Say as SayOf } from '../../texts/say/index.ts';

/** Function that returns a text of messages or pages, by key, in one language. */
export type Say = SayOf<TextKey>;

const SAYERS = new Map(LANGUAGES.map((language) => [language, sayerOf(TEXTS[language], language)]));

/** Returns the function that looks up texts in a language. */
export function textsOf(language: Language): Say {
  return SAYERS.get(language)!;
}

/** A text whose language is chosen later, when the reader is known. */
export interface Worded {
  (language: Language): string;
  /** Key of the text. Absent if the words are composed of several texts. */
  readonly key?: TextKey;
}

/** Returns a text of the catalogue that can be shown in any language. Its values may be such texts themselves. */
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
