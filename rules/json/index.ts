/** JSON is read without a number being changed. It imports nothing, so that every layer may import it. */
export { idOfNumber, isChanged, parseExactly } from './exactNumbers.ts';
