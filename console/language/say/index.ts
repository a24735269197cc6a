/** The console's texts by language, and the function that says them; a name from outside is never read as a text. */
export type { Language } from '../../../texts/say/index.ts';
export { LANGUAGES, LOCALES } from '../../../texts/say/index.ts';
export type { Say, TextKey } from './say.ts';
export { sayIn } from './say.ts';
export { searched } from './searched.ts';
