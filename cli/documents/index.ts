/** The commands that change documents on the server: plan, apply, pull, draft, trial, history, back-test. */
export type { ApplyOptions } from './apply.ts';
export type { BacktestOptions } from './backtest.ts';
export { printBacktest } from './backtestReport.ts';
export { differences } from './diff.ts';
export type { HistoryOptions } from './history.ts';
export type { PlanOptions } from './plan.ts';
export type { PullOptions } from './pull.ts';
export type { TrialOptions } from './trial.ts';
