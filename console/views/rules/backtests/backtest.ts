import type { Answer } from '../../../api/index.ts';

/** A back-test with its result. */
export type Backtest = Answer<'/api/v1/fleets/{fleet}/backtests/{id}'>;
/** The result of a back-test. */
export type Result = NonNullable<Backtest['result']>;
/** The results for other values of one number of the rule. */
export type Sweep = NonNullable<Result['sweep']>;
/** One value of a sweep, with its result. */
export type Point = Sweep['points'][number];

const DAY_MS = 86_400_000;
const A_WEEK = 7;

/** Returns the number of days in a range of dates, both included. */
export function daysOf({ from, to }: { readonly from: string; readonly to: string }): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

/** Converts a count over a range of dates to the average per week. */
export function aWeek(count: number, range: { readonly from: string; readonly to: string }): number {
  return (count / daysOf(range)) * A_WEEK;
}
