/** The issues that lint finds in a document, in the reader's language. */
export { inLanguage, wordsIn } from './inLanguage.ts';
