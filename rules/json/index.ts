/** Reads JSON without changing numbers. Imports nothing, so that every layer may import it. */
export { idOfNumber, isChanged, parseExactly } from './exactNumbers.ts';
