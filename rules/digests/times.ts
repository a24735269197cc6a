import type { Digest } from '../documents/index.ts';
import { lastDateOver, periodEnding } from './period.ts';
import type { DigestPeriod } from './period.ts';
import {
  addDays,
  firstInstantFrom,
  minutesOfTime,
  offsetMillis,
  utcDate,
  weekdayOf,
  zonedClock,
} from '../time/index.ts';

const DAY_MILLIS = 86_400_000;
const DAY_MINUTES = 24 * 60;
/** The longest month, and a day of its neighbours. */
const LONGEST_PERIOD_DAYS = 33;

/** What of a digest says when it is sent. */
export type DigestTiming = Pick<Digest, 'period' | 'send'>;

/** One sending of a digest. */
export interface Sending {
  readonly at: Date;
  readonly period: DigestPeriod;
}

/** Whether a digest is due on a date of its zone's calendar. */
function isDue(date: string, { period, send }: DigestTiming): boolean {
  if (period === 'week') return weekdayOf(date) === send.weekday;
  return period === 'day' || Number(date.slice(8)) === send.day;
}

/** Whether the clock of a digest's zone shows its day and time at an instant. */
export function isSendingTime(timing: DigestTiming, instant: Date): boolean {
  const { date, minutes } = zonedClock(instant, timing.send.timezone);
  return isDue(date, timing) && minutes === minutesOfTime(timing.send.at);
}

/**
 * The newest sending at an instant or before it; undefined for a digest that is never due. Its period depends on the local
 * date alone, so each date that is due has a period of its own, which follows the one before.
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

/** The UTC date with which the period ends of a digest that is sent on a local date. */
function lastReportedDate(date: string, at: Date, { period, send }: DigestTiming): string {
  const lag = lagDays(send);
  // Late on 28 February the month may be over in UTC: it waits for its own sending, like every other one.
  const wanted = addDays(date, period === 'month' ? Math.min(lag, -1) : lag);
  const over = lastDateOver(at);
  return wanted < over ? wanted : over;
}

/**
 * How many dates after the local date of sending the period ends: -1, as a rule. It is the same in summer and winter, so
 * that no date is reported twice or never: at an hour at which the last UTC date that is over differs between both, the earlier
 * one counts.
 */
export function lagDays({ at, timezone }: Digest['send']): number {
  return Math.floor((minutesOfTime(at) - greatestOffsetMinutes(timezone)) / DAY_MINUTES) - 1;
}

/** The local time, `HH:MM`, at which a UTC date ends: at the latest, of summer and winter. */
export function utcMidnight(timezone: string): string {
  return timeOfDay((greatestOffsetMinutes(timezone) + DAY_MINUTES) % DAY_MINUTES);
}

function greatestOffsetMinutes(zone: string): number {
  const { first, changes } = clockOf(zone, YEARS);
  return Math.max(first, ...changes.map(({ after }) => after)) / 60_000;
}

/** How late a digest may still be sent, in milliseconds: its period at most, and never an old one after a long outage. */
export function catchUpMillis({ period }: Pick<Digest, 'period'>): number {
  return period === 'day' ? DAY_MILLIS : 3 * DAY_MILLIS;
}

/** Times of day that a clock skips or shows twice: the first one, and the first one after them that it shows once. */
export interface UncertainTimes {
  readonly from: string;
  readonly until: string;
}

/**
 * The times of day that the clock of a digest's zone skips or shows twice when it changes, on the days on which the digest is
 * due. Of these a schedule would be started never, or twice.
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

/** A stretch of a wall clock by its dates. @param from the clock as if it were UTC, in epoch milliseconds, like `until` */
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

/** Years of the calendar, both included. */
interface Years {
  readonly from: number;
  readonly to: number;
}

/** The years whose changes of the clock are known here: rules have no clock of their own. */
const YEARS: Years = { from: 2026, to: 2060 };
/** Between two changes lie more days: the shortest time between two is Morocco's Ramadan. */
const STEP_MILLIS = 7 * DAY_MILLIS;
/** Zones kept, as many as the world has. */
const KEPT = 600;

/** A zone's offset from UTC when the years begin, and its changes in them. All in milliseconds, instants since 1970. */
interface ZoneClock {
  readonly first: number;
  readonly changes: readonly { readonly at: number; readonly before: number; readonly after: number }[];
}

const CLOCKS = new Map<string, ZoneClock>();

function clockOf(zone: string, years: Years): ZoneClock {
  const key = `${zone} ${years.from} ${years.to}`;
  const known = CLOCKS.get(key);
  if (known) return known;
  const [begin, end] = [Date.UTC(years.from, 0, 1), Date.UTC(years.to + 1, 0, 1)];
  const changes = [];
  const first = offsetMillis(begin, zone);
  let before = first;
  for (let from = begin; from < end; from += STEP_MILLIS) {
    const after = offsetMillis(from + STEP_MILLIS, zone);
    if (before !== after) changes.push({ at: changeBetween(from, from + STEP_MILLIS, zone), before, after });
    before = after;
  }
  const clock = { first, changes };
  if (CLOCKS.size >= KEPT) CLOCKS.clear();
  CLOCKS.set(key, clock);
  return clock;
}

/** The first instant with another offset, by halving: clocks change at whole minutes. */
function changeBetween(from: number, to: number, zone: string): number {
  const before = offsetMillis(from, zone);
  let [earlier, later] = [from / 60_000, to / 60_000];
  while (later - earlier > 1) {
    const middle = Math.floor((earlier + later) / 2);
    if (offsetMillis(middle * 60_000, zone) === before) earlier = middle;
    else later = middle;
  }
  return later * 60_000;
}
