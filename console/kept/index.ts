/** What is typed and not sent yet, and keys of what was sent and not answered: kept in the browser by person until they sign out. */
export { dropKept, keep, kept, onLeft } from './kept.ts';
export { once } from './once.ts';
export { useKept } from './useKept.ts';
