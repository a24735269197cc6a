/** The actions of a rule, with their recipients, texts and times. */
export { Actions } from './actions.tsx';
