/** The conditions of a rule as sentences: groups, facts, operators and values, with the fleet's own values beside them. */
export { Conditions } from './conditions.tsx';
export { beginDistributions } from './distribution.tsx';
export { useFactWords } from './words.ts';
