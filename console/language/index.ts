/** The console's language: its texts from the catalogue, and the numbers of that language. */
export { LanguageProvider, useLanguage, useSay } from './language.tsx';
export type { Language, Say, TextKey } from './texts.ts';
export { LANGUAGES, LOCALES } from './texts.ts';
