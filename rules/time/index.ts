/** Instants, durations and zones, without a clock. */
export {
  DAY_SECONDS,
  DURATION_PATTERN,
  describeDuration,
  formatDuration,
  isDuration,
  parseDuration,
} from './duration.ts';
export { WEEKDAYS, dateMillis, instantMillis, localClock, utcDate } from './instant.ts';
export { rounded, showNumber, showNumberBeside, showSeconds } from './numbers.ts';
export { SHORTEST_QUIET_MS, isUnusuallyQuiet, sameStretchBefore } from './quietStretch.ts';
export type { Stretch } from './quietStretch.ts';
export {
  addDays,
  firstInstantFrom,
  localDay,
  minutesOfTime,
  offsetMillis,
  weekdayOf,
  zonedClock,
} from './zonedTime.ts';
export type { LocalDay } from './zonedTime.ts';
