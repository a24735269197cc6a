import type { Say } from './say.ts';

/** A message about a place in a document, as data: the name of its text in the catalogue (`lint`) and the values in it. */
export interface Words {
  readonly key: string;
  readonly values: Readonly<Record<string, WordsValue>>;
}

/** A value in a text: a string as it is, a number, or other words. */
type WordsValue = string | number | Words;

/**
 * Says words that are data, with the words inside them. Undefined where their text, or one inside it, does not exist, because
 * stored words may be older than the catalogue.
 */
export function sayWords({ key, values }: Words, say: Say<never>): string | undefined {
  const shown: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(values)) {
    const said = typeof value === 'object' ? sayWords(value, say) : value;
    if (said === undefined) return undefined;
    shown[name] = said;
  }
  return say.known(`lint.${key}`, shown);
}
