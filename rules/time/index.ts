/** Instants, durations and time zones. No function here reads the current time. */
export {
  DAY_SECONDS,
  DURATION_PATTERN,
  durationOf,
  durationUpTo,
  formatDuration,
  isDuration,
  parseDuration,
  spanOf,
} from './duration.ts';
export {
  DATE_PATTERN,
  INSTANT_PATTERN,
  WEEKDAYS,
  dateMillis,
  instantMillis,
  localClock,
  utcDate,
} from './instant.ts';
export { localClockOf } from './localTime.ts';
export type { LocalTime } from './localTime.ts';
export {
  addDays,
  firstInstantFrom,
  instantsShowing,
  isoWithOffset,
  localDay,
  minutesOfTime,
  offsetChanges,
  offsetMillis,
  weekdayOf,
  zonedClock,
} from './zonedTime.ts';
export type { LocalDay, OffsetChange, ZonedClock } from './zonedTime.ts';
