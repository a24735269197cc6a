/** Words decisions in the reader's language: each is data, and its trace, reasons and nearest miss are said here alone. */
export { factLabel } from './facts.ts';
export { becauseWords } from './phrase.ts';
export { clockWords } from './clock.ts';
export { whyRecipient } from './recipient.ts';
export { decisionSentence, decisionWords, storedSentence } from './sentence.ts';
export type { WordedDecision } from './sentence.ts';
