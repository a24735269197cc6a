/** What is typed and not sent yet, kept in the browser by person, and forgotten when they sign out. */
export { dropKept, keep, kept, onLeft } from './kept.ts';
export { useKept } from './useKept.ts';
