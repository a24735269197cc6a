import { lint } from '../../../texts/en/lint/index.ts';
import { sayWords, sayerOf } from '../../../texts/say/index.ts';
import type { Words } from '../../../texts/say/index.ts';

/** The key of a text about a place in a document. */
type LintKey = keyof typeof lint;

const ENGLISH = sayerOf({ lint }, 'en');

/** A message as data. Converted to a string, it is the English text, which the command line and logs use. */
export class Sentence implements Words {
  readonly key: LintKey;
  readonly values: Readonly<Record<string, string | number | Sentence>>;

  constructor(key: LintKey, values: Sentence['values']) {
    this.key = key;
    this.values = values;
  }

  /**
   * Returns the English text.
   * @throws if the text has an argument without a value
   */
  toString(): string {
    const said = sayWords(this, ENGLISH);
    if (said === undefined) throw new Error(`The text lint.${this.key} lacks a value.`);
    return said;
  }
}

/** Creates a message from the key of its text and the values in it, such as `sentence('noFact', { name, hint })`. */
export function sentence(key: LintKey, values: Sentence['values'] = {}): Sentence {
  return new Sentence(key, values);
}

/** The messages of schemas, by their English text. The map cannot grow without limit, because schemas are created once. */
const OF_SCHEMAS = new Map<string, Sentence>();

/** Returns the English text of a message for a schema, which accepts only strings. `sentenceOf` converts the text back. */
export function messageOf(said: Sentence): string {
  const english = String(said);
  OF_SCHEMAS.set(english, said);
  return english;
}

/** Returns the message whose English text a schema reported. Text of any other origin is returned unchanged. */
export function sentenceOf(message: string): string | Sentence {
  return OF_SCHEMAS.get(message) ?? message;
}

/** Joins names to one phrase, such as `all and any`. */
export function allOf([first = '', ...others]: readonly string[]): string | Sentence {
  return others.reduce<string | Sentence>(
    (before, name) => sentence('andRange', { first: before, second: name }),
    first,
  );
}
