/** What lint says of a document, in the reader's language. */
export { inLanguage } from './inLanguage.ts';
