/** The dialog that starts a back-test of a rule: its version, its days, and the number that is varied. */
export { StartBacktest } from './startBacktest.tsx';
