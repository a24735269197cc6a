/** The start of a back-test of a rule: its version, its days, and the number that is swept. */
export { StartBacktest } from './startBacktest.tsx';
