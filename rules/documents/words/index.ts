/** Messages as data: a sentence in English that is said in other languages by the name of its text. */
export { Sentence, allOf, messageOf, sentence, sentenceOf } from './words.ts';
export type { Words, WordsValue } from './words.ts';
