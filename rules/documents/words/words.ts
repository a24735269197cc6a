/**
 * The message about a place in a document, as data: the name of its text in the catalogue (`lint`) and what is put into it. The
 * English sentence is made with it, for the command line and logs.
 */
export interface Words {
  readonly key: string;
  readonly values: Readonly<Record<string, WordsValue>>;
}

/** What may be put into a text: something that is written as it is, a number, or other words. */
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
 * Makes a sentence: its English text, in which each value stands with its name.
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

/** The sentences that schemas say, by their English text; schemas are made once, so that there are only so many. */
const OF_SCHEMAS = new Map<string, Sentence>();

/** A sentence as the message of a schema, which takes a text alone; `sentenceOf` finds the sentence again. */
export function messageOf(said: Sentence): string {
  const english = String(said);
  OF_SCHEMAS.set(english, said);
  return english;
}

/** The sentence that a schema was given as this message; a message of any other origin stays the text that it is. */
export function sentenceOf(message: string): string | Sentence {
  return OF_SCHEMAS.get(message) ?? message;
}

/** Names as one phrase: `all and any`. */
export function allOf([first = '', ...others]: readonly string[]): string | Sentence {
  return others.reduce<string | Sentence>(
    (before, name) => sentence('andRange')`${{ first: before }} and ${{ second: name }}`,
    first,
  );
}
