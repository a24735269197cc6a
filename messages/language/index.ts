/** Puts texts of the catalogue into words in a language: plurals and numbers as that language writes them. */
export { LOCALES, isTextKey, textsOf } from './say.ts';
export type { Say, TextValues } from './say.ts';
export type { Language, TextKey } from '../../texts/index.ts';
