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
/** The length of the longest month, and a day of its neighbours. */
const LONGEST_PERIOD_DAYS = 33;

/** The fields of a digest that determine when it is sent. */
export type DigestTiming = Pick<Digest, 'period' | 'send'>;

/** One sending of a digest. */
export interface Sending {
  readonly at: Date;
  readonly period: DigestPeriod;
}

/** Returns whether a digest is due on a date of its zone's calendar. */
function isDue(date: string, { period, send }: DigestTiming): boolean {
  if (period === 'week') return weekdayOf(date) === send.weekday;
  return period === 'day' || Number(date.slice(8)) === send.day;
}

/** Returns whether the clock of a digest's zone shows its day and time at an instant. */
export function isSendingTime(timing: DigestTiming, instant: Date): boolean {
  const { date, minutes } = zonedClock(instant, timing.send.timezone);
  return isDue(date, timing) && minutes === minutesOfTime(timing.send.at);
}

/**
 * Returns the newest sending at or before an instant; undefined for a digest that is never due. The period depends only on the
 * local date, so each due date has its own period, which follows the one before.
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

/** Returns the UTC date on which the period of a digest ends that is sent on a local date. */
function lastReportedDate(date: string, at: Date, { period, send }: DigestTiming): string {
  const lag = lagDays(send);
  // Late on 28 February the month may have ended in UTC. It waits for its own sending, like every other month.
  const wanted = addDays(date, period === 'month' ? Math.min(lag, -1) : lag);
  const over = lastDateOver(at);
  return wanted < over ? wanted : over;
}

/**
 * Returns the days from the local date of sending to the end of the period, usually -1. The number is the same in summer and
 * winter, so that every date is reported exactly once. When the last ended UTC date differs between both, the earlier one
 * applies.
 */
export function lagDays({ at, timezone }: Digest['send']): number {
  return Math.floor((minutesOfTime(at) - greatestOffsetMinutes(timezone)) / DAY_MINUTES) - 1;
}

/** Returns the latest local time, `HH:MM`, at which a UTC date ends, in summer or winter. */
export function utcMidnight(timezone: string): string {
  return timeOfDay((greatestOffsetMinutes(timezone) + DAY_MINUTES) % DAY_MINUTES);
}

function greatestOffsetMinutes(zone: string): number {
  const { first, changes } = clockOf(zone, YEARS);
  return Math.max(first, ...changes.map(({ after }) => after)) / 60_000;
}

/**
 * Returns the maximum delay of a digest in milliseconds. It is at most the period, so that no old digest follows a long outage.
 */
export function catchUpMillis({ period }: Pick<Digest, 'period'>): number {
  return period === 'day' ? DAY_MILLIS : 3 * DAY_MILLIS;
}

/**
 * A range of times of day that a clock skips or shows twice. `from` is the first of them; `until` is the first later time that
 * it shows once.
 */
export interface UncertainTimes {
  readonly from: string;
  readonly until: string;
}

/**
 * Returns the times of day that the clock of a digest's zone skips or repeats on days on which the digest is due. A schedule at
 * such a time would start never, or twice.
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

/** Splits a stretch of a wall clock by dates. @param from the clock as if it were UTC, in epoch milliseconds, like `until` */
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

/** The years whose clock changes are computed. They are constant because rules do not read the clock. */
const YEARS: Years = { from: 2026, to: 2060 };
/** Maximum number of cached zones, about as many as exist. */
const KEPT = 600;

/** A zone's offset from UTC when the years begin, in milliseconds, and its changes in them. */
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
