/** The sentence of a decision in the reader's language, put together from what the decision stores: its trace. */
export { FACTS_SHOWN, factLabel } from './facts.ts';
export { becauseWords } from './phrase.ts';
export { clockWords } from './clock.ts';
export { whyRecipient } from './recipient.ts';
export { decisionSentence, renderedSentence } from './sentence.ts';
export type { DecisionToSay } from './sentence.ts';
