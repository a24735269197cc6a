import { addDays, firstInstantFrom } from '../../rules/time/zonedTime.ts';
import type { BacktestQuestion } from '../../rules/backtest/question.ts';
import type { EndRange } from '../../store/backtests/trips.ts';

/** From the first instant of the first day to the last of the last, on the fleet's calendar. */
export function rangeOf({ from, to, timezone }: BacktestQuestion): EndRange {
  return {
    from: firstInstantFrom({ date: from, minutes: 0 }, timezone),
    to: firstInstantFrom({ date: addDays(to, 1), minutes: 0 }, timezone),
  };
}
