/**
 * Turns decisions into sentences in the reader's language. A stored decision holds only data; its trace, reasons and nearest miss
 * become words only here.
 */
export { factLabel } from './facts.ts';
export { becauseWords } from './phrase.ts';
export { clockWords } from './clock.ts';
export { whyRecipient } from './recipient.ts';
export { decisionSentence, decisionWords, storedSentence } from './sentence.ts';
export type { WordedDecision } from './sentence.ts';
