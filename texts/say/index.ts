/** Says the texts of a catalogue in a language: plurals and numbers as that language writes them. */
export { LANGUAGES, LOCALES, sayerOf } from './say.ts';
export type { KeyOf, Language, Say, TextValues } from './say.ts';
export { sayWords } from './words.ts';
export type { Words } from './words.ts';
