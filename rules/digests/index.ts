/** A digest's times, periods and groups. */
export { chosenPeriod, lastDateOver, periodEnding, periodsEndingWith } from './period.ts';
export type { DateRange, DigestPeriod } from './period.ts';
export { catchUpMillis, isSendingTime, lagDays, lastSending, uncertainTimes, utcMidnight } from './times.ts';
export type { DigestTiming, Sending } from './times.ts';
