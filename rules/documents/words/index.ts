/** Messages as data: the key of a text in the catalogue, with its values. */
export { Sentence, allOf, messageOf, sentence, sentenceOf } from './words.ts';
export type { Words } from '../../../texts/say/index.ts';
