/** Starts a back-test of a rule: which version, which days, which number is swept. */
export { StartBacktest } from './startBacktest.tsx';
