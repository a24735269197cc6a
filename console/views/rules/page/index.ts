/** The page of one rule: the rule in words, the changes of its draft, its figures, and all its versions. */
export { RulePage } from './rulePage.tsx';
