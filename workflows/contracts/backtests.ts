/** Input of a back-test. Its rules and range are in the `backtests` row, which also receives the result. */
export interface BacktestInput {
  readonly fleet: string;
  readonly backtestId: string;
}

/** Name of the query that returns the progress of a back-test's workflow. */
export const BACKTEST_PROGRESS = 'progress';

/** Progress of a back-test. */
export interface BacktestProgress {
  readonly tripsDone: number;
  readonly tripsTotal: number;
  /**
   * Current work of the back-test. `scanning`: evaluates trips. `answering`: applies throttle and budget. `over`: the work is
   * complete.
   */
  readonly phase: 'scanning' | 'answering' | 'over';
}

/** Returns the workflow id of a back-test. */
export function backtestWorkflowId(input: BacktestInput): string {
  return `backtest:${input.fleet}:${input.backtestId}`;
}
