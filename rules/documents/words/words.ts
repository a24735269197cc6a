import { IntlMessageFormat } from 'intl-messageformat';
import { lint } from '../../../texts/en/lint/index.ts';

/** The name of a text about a place in a document. */
type LintKey = keyof typeof lint;

/** A message about a place in a document, as data: the name of its text in the catalogue (`lint`) and the values in it. */
export interface Words {
  readonly key: string;
  readonly values: Readonly<Record<string, WordsValue>>;
}

/** A value in a text: a string as it is, a number, or other words. */
export type WordsValue = string | number | Words;

/** Words whose English is said by the command line and logs. */
export class Sentence implements Words {
  readonly key: LintKey;
  readonly values: Readonly<Record<string, string | number | Sentence>>;

  constructor(key: LintKey, values: Sentence['values']) {
    this.key = key;
    this.values = values;
  }

  /** Returns the English sentence. */
  toString(): string {
    const said = Object.entries(this.values).map(
      ([name, value]) => [name, typeof value === 'object' ? String(value) : value] as const,
    );
    return String(textOf(this.key).format(Object.fromEntries(said)));
  }
}

const PARSED = new Map<LintKey, IntlMessageFormat>();

/** Returns a text of the catalogue. Each is parsed once. */
function textOf(key: LintKey): IntlMessageFormat {
  const known = PARSED.get(key);
  if (known) return known;
  const text = new IntlMessageFormat(lint[key], 'en-GB', undefined, { ignoreTag: true });
  PARSED.set(key, text);
  return text;
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
