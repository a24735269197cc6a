/** Back-tests, their parts and the trips they read. */
export {
  beginBacktest,
  countUnfinishedBacktests,
  createBacktest,
  endBacktest,
  getBacktest,
  listBacktests,
} from './backtests.ts';
export type { Backtest, BacktestKey } from './backtests.ts';
export {
  alertedTrips,
  groupsByDriver,
  historyBegins,
  resolvedTrips,
  readingsOfDrivers,
  scoresBetween,
} from './history.ts';
export type { DriverHistory } from './history.ts';
export { backtestParts, backtestPosition, keepBacktestPart } from './parts.ts';
export { countTripsEnded, newestTrips, readTripBatch } from './trips.ts';
export type { BacktestTrip, BatchStart, EndRange, NewestTrips } from './trips.ts';
