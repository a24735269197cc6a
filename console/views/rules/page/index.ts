/** One rule: its words, the changes of its draft, its figures, and all its versions. */
export { RulePage } from './rulePage.tsx';
