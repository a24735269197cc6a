/** One back-test: its progress, the messages of the rule, and the results of other thresholds. */
export { BacktestPage } from './backtestPage.tsx';
