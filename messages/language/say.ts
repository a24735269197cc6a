import { TEXTS } from '../../texts/index.ts';
import type { TextKey } from '../../texts/index.ts';
import { LANGUAGES, sayerOf } from '../../texts/say/index.ts';
import type { Language, Say as SayOf } from '../../texts/say/index.ts';

/** Says texts of messages and pages in one language. */
export type Say = SayOf<TextKey>;

const SAYERS = new Map(LANGUAGES.map((language) => [language, sayerOf(TEXTS[language], language)]));

/** Returns the texts of a language. */
export function textsOf(language: Language): Say {
  return SAYERS.get(language)!;
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
