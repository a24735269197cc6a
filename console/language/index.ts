/** The console's language: its texts from the catalogue, and the numbers of that language. */
export { LanguageProvider, useLanguage, useSay } from './language.tsx';
export type { Language, Say, TextKey } from './say/index.ts';
export { LANGUAGES, LOCALES, searched } from './say/index.ts';
