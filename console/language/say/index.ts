/** The console's texts by language, and the function that says them; a name from outside is never read as a text. */
export type { Language, Say, TextKey } from './say.ts';
export { LANGUAGES, LOCALES, sayIn } from './say.ts';
export { searched } from './searched.ts';
