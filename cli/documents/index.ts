/** The commands that change documents on the server: plan, apply, pull, draft, history, shadow copies, back-test. */
export type { ApplyOptions } from './apply.ts';
export type { BacktestOptions } from './backtest.ts';
export { printBacktest } from './backtestReport.ts';
export { differences } from './diff.ts';
export type { DraftOptions } from './draft.ts';
export type { HistoryOptions } from './history.ts';
export type { PlanOptions } from './plan.ts';
export type { PullOptions } from './pull.ts';
