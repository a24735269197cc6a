/** Back-tests of rules on stored trips: their request, progress and report. */
export { dayOf, limitOf, runBacktest } from './backtest.ts';
export type { BacktestAsked } from './backtest.ts';
export { counted, figure, printBacktest, publishedWords } from './report.ts';
