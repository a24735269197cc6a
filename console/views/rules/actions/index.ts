/** What a rule does when it matches: its actions with their recipients, texts and times. */
export { Actions } from './actions.tsx';
