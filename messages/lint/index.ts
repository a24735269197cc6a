/** Translates the issues that lint finds in a document to the reader's language. */
export { inLanguage, wordsIn } from './inLanguage.ts';
