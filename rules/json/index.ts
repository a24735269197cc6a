/** Parses JSON without changing numbers. It imports nothing, so that every layer may import it. */
export { idOfNumber, isChanged, parseExactly } from './exactNumbers.ts';
