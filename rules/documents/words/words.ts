/**
 * A message about a place in a document, as data: the key of its text in the catalogue (`lint`) and the values in it. The
 * English sentence is created with it, for the command line and logs.
 */
export interface Words {
  readonly key: string;
  readonly values: Readonly<Record<string, WordsValue>>;
}

/** A value in a text: a string as it is, a number, or other words. */
export type WordsValue = string | number | Words;

/** Words with their English sentence. */
export class Sentence implements Words {
  readonly key: string;
  readonly values: Readonly<Record<string, string | number | Sentence>>;
  readonly #english: string;

  constructor(key: string, values: Sentence['values'], english: string) {
    this.key = key;
    this.values = values;
    this.#english = english;
  }

  /** The English sentence. */
  toString(): string {
    return this.#english;
  }
}

/**
 * Makes a sentence from its English text, in which each value has its name.
 * `sentence('noFact')`there is no fact ${{ name }}``
 */
export function sentence(
  key: string,
): (
  texts: TemplateStringsArray,
  ...places: readonly Readonly<Record<string, string | number | Sentence>>[]
) => Sentence {
  return (texts, ...places) => {
    const english = texts.reduce((said, text, at) => {
      const place = Object.values(places[at] ?? {})[0] ?? '';
      return `${said}${text}${String(place)}`;
    }, '');
    return new Sentence(key, Object.assign({}, ...places) as Sentence['values'], english);
  };
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
    (before, name) => sentence('andRange')`${{ first: before }} and ${{ second: name }}`,
    first,
  );
}
