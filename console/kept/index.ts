/**
 * Texts typed but not sent, and keys of requests without an answer: kept in the browser for each person until they sign out.
 */
export { dropKept, keep, kept, onLeft } from './kept.ts';
export { once } from './once.ts';
export { useKept } from './useKept.ts';
