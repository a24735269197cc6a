/** Puts texts of the catalogue into words in a language: plurals and numbers as that language writes them. */
export { LOCALES, isTextKey, textsOf, worded } from './say.ts';
export type { Say, TextValues, Worded } from './say.ts';
export type { Language, TextKey } from '../../texts/index.ts';
