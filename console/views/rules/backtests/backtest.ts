import type { Answer } from '../../../api/index.ts';

/** A back-test with its result. */
export type Backtest = Answer<'/api/v1/fleets/{fleet}/backtests/{id}'>;
/** What a back-test came to. */
export type Result = NonNullable<Backtest['result']>;
/** What other values of one number would come to. */
export type Sweep = NonNullable<Result['sweep']>;
/** One of these values. */
export type Point = Sweep['points'][number];

const DAY_MS = 86_400_000;
const A_WEEK = 7;

/** Days of a range of dates, both included. */
export function daysOf({ from, to }: { readonly from: string; readonly to: string }): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

/** A count over a range as the average of a week. */
export function aWeek(count: number, range: { readonly from: string; readonly to: string }): number {
  return (count / daysOf(range)) * A_WEEK;
}
