/** Input of a back-test: its rules and range stand in the `backtests` row, which also receives the result. */
export interface BacktestInput {
  readonly fleet: string;
  readonly backtestId: string;
}

/** Query of a back-test's workflow: how far it is. */
export const BACKTEST_PROGRESS = 'progress';

/** How far a back-test is. */
export interface BacktestProgress {
  readonly tripsDone: number;
  readonly tripsTotal: number;
  /** `scanning`: trips are evaluated. `answering`: alerts are led through throttle and budget. `over`: nothing is left to do. */
  readonly phase: 'scanning' | 'answering' | 'over';
}

/** Workflow id of a back-test. */
export function backtestWorkflowId(input: BacktestInput): string {
  return `backtest:${input.fleet}:${input.backtestId}`;
}
