/** Shared parts of the views of rules: a rule in words, the difference of two, its numbers. */
export { nameOf, ruleOf, wordOf } from './rule.ts';
export type { RuleView } from './rule.ts';
export { usePlaceWords } from './placeWords.ts';
export { usePhrases } from './phrases.ts';
export type { Phrases } from './phrases.ts';
export { Changes } from './changeList.tsx';
export { RuleWords } from './ruleWords.tsx';
export { ModeBadge } from './modeBadge.tsx';
export { useKept } from '../../../kept/index.ts';
