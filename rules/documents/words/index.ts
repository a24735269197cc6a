/** Messages as data: English sentences with a key, by which they are translated. */
export { Sentence, allOf, messageOf, sentence, sentenceOf } from './words.ts';
export type { Words, WordsValue } from './words.ts';
