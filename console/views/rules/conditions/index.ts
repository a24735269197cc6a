/**
 * The conditions of a rule as sentences: groups, facts, operators and values, with the distribution of each
 * fact in the fleet.
 */
export { Conditions } from './conditions.tsx';
export { beginDistributions } from './distribution.tsx';
export { useFactWords } from './words.ts';
