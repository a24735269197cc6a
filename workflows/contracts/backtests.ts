/** Input of a back-test. Its rules and range are in the `backtests` row, which also receives the result. */
export interface BacktestInput {
  readonly fleet: string;
  readonly backtestId: string;
}

/** Query for the progress of a back-test's workflow. */
export const BACKTEST_PROGRESS = 'progress';

/** The progress of a back-test. */
export interface BacktestProgress {
  readonly tripsDone: number;
  readonly tripsTotal: number;
  /** `scanning`: trips are evaluated. `answering`: alerts pass throttle and budget. `over`: the work is complete. */
  readonly phase: 'scanning' | 'answering' | 'over';
}

/** Returns the workflow id of a back-test. */
export function backtestWorkflowId(input: BacktestInput): string {
  return `backtest:${input.fleet}:${input.backtestId}`;
}
