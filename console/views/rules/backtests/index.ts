/** One back-test: its progress, what the rule would have sent, and what other thresholds would have. */
export { BacktestPage } from './backtestPage.tsx';
