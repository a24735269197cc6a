/** Returns texts of messages and pages in the reader's language. */
export { textsOf, worded } from './say.ts';
export type { Say, Worded } from './say.ts';
export { LOCALES } from '../../texts/say/index.ts';
export type { Language, TextValues } from '../../texts/say/index.ts';
export type { TextKey } from '../../texts/index.ts';
