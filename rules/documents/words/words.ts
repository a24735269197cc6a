import { lint } from '../../../texts/en/lint/index.ts';
import { sayWords, sayerOf } from '../../../texts/say/index.ts';
import type { Words } from '../../../texts/say/index.ts';

/** The name of a text about a place in a document. */
type LintKey = keyof typeof lint;

const ENGLISH = sayerOf({ lint }, 'en');

/** Words whose English is said by the command line and logs. */
export class Sentence implements Words {
  readonly key: LintKey;
  readonly values: Readonly<Record<string, string | number | Sentence>>;

  constructor(key: LintKey, values: Sentence['values']) {
    this.key = key;
    this.values = values;
  }

  /** Returns the English sentence. @throws when its text names an argument that has no value */
  toString(): string {
    const said = sayWords(this, ENGLISH);
    if (said === undefined) throw new Error(`The text lint.${this.key} lacks a value.`);
    return said;
  }
}

/** Makes a message from its text and values: `sentence('noFact', { name, hint })`. */
export function sentence(key: LintKey, values: Sentence['values'] = {}): Sentence {
  return new Sentence(key, values);
}

/** The sentences of schemas by their English text. Their number is limited, because schemas are created once. */
const OF_SCHEMAS = new Map<string, Sentence>();

/** Returns a sentence as the message of a schema, which accepts a string only; `sentenceOf` finds the sentence again. */
export function messageOf(said: Sentence): string {
  const english = String(said);
  OF_SCHEMAS.set(english, said);
  return english;
}

/** Returns the sentence of a schema's message; a message of any other origin is returned as it is. */
export function sentenceOf(message: string): string | Sentence {
  return OF_SCHEMAS.get(message) ?? message;
}

/** Joins names to one phrase: `all and any`. */
export function allOf([first = '', ...others]: readonly string[]): string | Sentence {
  return others.reduce<string | Sentence>(
    (before, name) => sentence('andRange', { first: before, second: name }),
    first,
  );
}
