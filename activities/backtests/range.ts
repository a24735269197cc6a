import { addDays, firstInstantFrom } from '../../rules/time/index.ts';
import type { BacktestQuestion } from '../../rules/backtest/index.ts';
import type { EndRange } from '../../store/backtests/index.ts';

/** From the first instant of the first day to the last of the last, on the fleet's calendar. */
export function rangeOf({ from, to, timezone }: BacktestQuestion): EndRange {
  return {
    from: firstInstantFrom({ date: from, minutes: 0 }, timezone),
    to: firstInstantFrom({ date: addDays(to, 1), minutes: 0 }, timezone),
  };
}
