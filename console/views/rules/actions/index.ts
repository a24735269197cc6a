/** The actions of a rule that matches, with their recipients, texts and times. */
export { Actions } from './actions.tsx';
