import type { Digest } from '../documents/index.ts';
import { lastDateOver, periodEnding } from './period.ts';
import type { DigestPeriod } from './period.ts';
import {
  addDays,
  firstInstantFrom,
  minutesOfTime,
  offsetChanges,
  offsetMillis,
  utcDate,
  weekdayOf,
  zonedClock,
} from '../time/index.ts';
import type { OffsetChange } from '../time/index.ts';

const DAY_MILLIS = 86_400_000;
const DAY_MINUTES = 24 * 60;
/** Days to search back for the last sending: the longest month plus a day at each end. */
const LONGEST_PERIOD_DAYS = 33;

/** The fields of a digest that determine when it is sent. */
export type DigestTiming = Pick<Digest, 'period' | 'send'>;

/** One scheduled sending of a digest. */
export interface Sending {
  readonly at: Date;
  readonly period: DigestPeriod;
}

/** Returns whether a digest is due on a local date. */
function isDue(date: string, { period, send }: DigestTiming): boolean {
  if (period === 'week') return weekdayOf(date) === send.weekday;
  return period === 'day' || Number(date.slice(8)) === send.day;
}

/** Returns whether an instant is the local day and time at which a digest is sent. */
export function isSendingTime(timing: DigestTiming, instant: Date): boolean {
  const { date, minutes } = zonedClock(instant, timing.send.timezone);
  return isDue(date, timing) && minutes === minutesOfTime(timing.send.at);
}

/**
 * Returns the newest sending at or before an instant, or `undefined` if the digest is never due. The period depends only on the
 * local date, so each due date has its own period, which follows the preceding one.
 */
export function lastSending(timing: DigestTiming, instant: Date): Sending | undefined {
  const { period, send } = timing;
  const { date: today } = zonedClock(instant, send.timezone);
  for (let back = 0; back <= LONGEST_PERIOD_DAYS; back += 1) {
    const date = addDays(today, -back);
    if (!isDue(date, timing)) continue;
    const at = firstInstantFrom({ date, minutes: minutesOfTime(send.at) }, send.timezone);
    if (at <= instant) return { at, period: periodEnding(lastReportedDate(date, at, timing), period) };
  }
  return undefined;
}

/** Returns the last UTC date of the period that is reported by a digest sent on a local date. */
function lastReportedDate(date: string, at: Date, { period, send }: DigestTiming): string {
  const lag = lagDays(send);
  // On the last day of a month, the month may already be over in UTC. The month is still reported at its own sending, like every
  // other month.
  const wanted = addDays(date, period === 'month' ? Math.min(lag, -1) : lag);
  const over = lastDateOver(at);
  return wanted < over ? wanted : over;
}

/**
 * Returns the number of days from the local date of sending to the last date of the period, usually -1 (the day before). The
 * number is the same in summer and winter, so that every date is reported exactly once. If the last UTC date that is over differs
 * between summer and winter, the earlier date applies.
 */
export function lagDays({ at, timezone }: Digest['send']): number {
  return Math.floor((minutesOfTime(at) - greatestOffsetMinutes(timezone)) / DAY_MINUTES) - 1;
}

/** Returns the local time, `HH:MM`, at which a UTC date ends. If summer and winter differ, returns the later time. */
export function utcMidnight(timezone: string): string {
  return timeOfDay((greatestOffsetMinutes(timezone) + DAY_MINUTES) % DAY_MINUTES);
}

function greatestOffsetMinutes(zone: string): number {
  const { first, changes } = clockOf(zone, YEARS);
  return Math.max(first, ...changes.map(({ after }) => after)) / 60_000;
}

/**
 * Returns the maximum delay of a digest in milliseconds. It is never longer than the period, so that a long outage is not
 * followed by outdated digests.
 */
export function catchUpMillis({ period }: Pick<Digest, 'period'>): number {
  return period === 'day' ? DAY_MILLIS : 3 * DAY_MILLIS;
}

/**
 * A range of local times that a clock change skips or repeats. `from` is the first such time. `until` is the first later time
 * that occurs exactly once.
 */
export interface UncertainTimes {
  readonly from: string;
  readonly until: string;
}

/**
 * Returns the local times that a clock change skips or repeats on days on which a digest is due. A schedule at such a time would
 * start never, or twice.
 */
export function uncertainTimes(timing: DigestTiming, years: Years = YEARS): readonly UncertainTimes[] {
  const stretches = clockOf(timing.send.timezone, years)
    .changes.flatMap(({ at, before, after }) =>
      minutesOfDates(at + Math.min(before, after), at + Math.max(before, after)),
    )
    .filter(({ date }) => isDue(date, timing))
    .sort((one, other) => one.from - other.from);
  const merged: { from: number; until: number }[] = [];
  for (const { from, until } of stretches) {
    const last = merged.at(-1);
    if (last && from <= last.until) last.until = Math.max(last.until, until);
    else merged.push({ from, until });
  }
  return merged.map(({ from, until }) => ({ from: timeOfDay(from), until: timeOfDay(until) }));
}

/**
 * Splits a range of local time by dates.
 * @param from local time as if it were UTC, in epoch milliseconds; likewise `until`
 */
function minutesOfDates(from: number, until: number) {
  const dates = [];
  for (let date = utcDate(from); Date.parse(date) < until; date = addDays(date, 1)) {
    const minutes = (wall: number): number => Math.round((wall - Date.parse(date)) / 60_000);
    dates.push({ date, from: Math.max(0, minutes(from)), until: Math.min(DAY_MINUTES, minutes(until)) });
  }
  return dates;
}

function timeOfDay(minutes: number): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** A range of calendar years, both included. */
interface Years {
  readonly from: number;
  readonly to: number;
}

/** The years for which clock changes are computed. They are constant, because rules do not read the current time. */
const YEARS: Years = { from: 2026, to: 2060 };
/** Maximum number of cached time zones, which is about the number that exist. */
const KEPT = 600;

/** A zone's offset from UTC at the start of the years, in milliseconds, and the changes of the offset during the years. */
interface ZoneClock {
  readonly first: number;
  readonly changes: readonly OffsetChange[];
}

const CLOCKS = new Map<string, ZoneClock>();

function clockOf(zone: string, years: Years): ZoneClock {
  const key = `${zone} ${years.from} ${years.to}`;
  const known = CLOCKS.get(key);
  if (known) return known;
  const [begin, end] = [Date.UTC(years.from, 0, 1), Date.UTC(years.to + 1, 0, 1)];
  const clock = { first: offsetMillis(begin, zone), changes: offsetChanges(zone, begin, end) };
  if (CLOCKS.size >= KEPT) CLOCKS.clear();
  CLOCKS.set(key, clock);
  return clock;
}
