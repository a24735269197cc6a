import type { Digest } from './digest.ts';
import { lagDays } from './digestLag.ts';
import { lastDateOver, periodEnding } from './digestPeriod.ts';
import type { DigestPeriod } from './digestPeriod.ts';
import { utcDate } from './instant.ts';
import { addDays, firstInstantFrom, minutesOfTime, weekdayOf, zonedClock } from './zonedTime.ts';

const DAY_MILLIS = 86_400_000;
/** The clock is never turned back by more than this, the crossing of the date line excepted. */
const LONGEST_REPEAT_MILLIS = 3 * 3_600_000;
/** Clocks are turned by whole halves of an hour. */
const REPEAT_STEP_MILLIS = 1_800_000;
/** The longest month, and a day of its neighbours. */
const LONGEST_PERIOD_DAYS = 33;

/** What of a digest says when it is sent. */
export type DigestTiming = Pick<Digest, 'period' | 'send'>;

/** One sending of a digest. */
export interface Sending {
  /** The date on the clock of its zone on which it is due. */
  readonly date: string;
  readonly at: Date;
  readonly period: DigestPeriod;
}

/** Whether a digest is due on a local date. */
function isDue(date: string, { period, send }: DigestTiming): boolean {
  if (period === 'week') return weekdayOf(date) === send.weekday;
  return period === 'day' || Number(date.slice(8)) === send.day;
}

/** A zone that crosses the date line leaves a whole date out. */
function isOnCalendar(date: string, zone: string): boolean {
  return zonedClock(firstInstantFrom({ date, minutes: 0 }, zone), zone).date === date;
}

function sendingOn(date: string, timing: DigestTiming): Sending | undefined {
  const { send, period } = timing;
  const at = firstInstantFrom({ date, minutes: minutesOfTime(send.at) }, send.timezone);
  const isElsewhere = zonedClock(at, send.timezone).date !== date;
  // A daily one loses nothing with a date that does not exist; a weekly or monthly one goes as soon as it is over.
  if (isElsewhere && period === 'day' && !isOnCalendar(date, send.timezone)) return undefined;
  const lag = lagDays(date, send);
  // Late on 28 February the month may be over in UTC: it waits for its own sending, like every other one.
  const [wanted, over] = [addDays(date, period === 'month' ? Math.min(lag, -1) : lag), lastDateOver(at)];
  return { date, at, period: periodEnding(wanted < over ? wanted : over, period) };
}

/**
 * The sendings of a digest from an instant to before another one, in order: one a local date on which it is due, at the
 * first instant at which its clock shows the time, or a later one where the clock jumps over it. Each tells of a period of
 * its own, which follows the one before; where a zone crosses the date line, a week may share a date with the next.
 */
export function sendingsBetween(timing: DigestTiming, from: Date, to: Date): readonly Sending[] {
  const sendings: Sending[] = [];
  const last = utcDate(to.getTime() + 2 * DAY_MILLIS);
  for (let date = utcDate(from.getTime() - 2 * DAY_MILLIS); date <= last; date = addDays(date, 1)) {
    const sending = isDue(date, timing) ? sendingOn(date, timing) : undefined;
    if (sending && from <= sending.at && sending.at < to) sendings.push(sending);
  }
  return sendings;
}

/** The instants of `sendingsBetween`. */
export function sendInstants(timing: DigestTiming, from: Date, to: Date): readonly Date[] {
  return sendingsBetween(timing, from, to).map(({ at }) => at);
}

/** The newest sending at an instant or before it; undefined for a digest that is never due. */
export function lastSending(timing: DigestTiming, instant: Date): Sending | undefined {
  const from = new Date(instant.getTime() - LONGEST_PERIOD_DAYS * DAY_MILLIS);
  return sendingsBetween(timing, from, new Date(instant.getTime() + 1)).at(-1);
}

/**
 * What a digest's clock shows at an instant: `first`, the time at which it is sent; `again`, that time for the second time,
 * because the clock was turned back; `other`, no time of its own.
 */
export function showingAt(timing: DigestTiming, instant: Date): 'first' | 'again' | 'other' {
  const sending = lastSending(timing, instant);
  if (!sending) return 'other';
  if (sending.at.getTime() === instant.getTime()) return 'first';
  const { date, minutes } = zonedClock(instant, timing.send.timezone);
  const isRepeat = instant.getTime() - sending.at.getTime() <= LONGEST_REPEAT_MILLIS;
  return isRepeat && date === sending.date && minutes === minutesOfTime(timing.send.at) ? 'again' : 'other';
}

/** Whether an instant is one at which the digest is sent: the first showing of its time. */
export function isFirstShowing(instant: Date, timing: DigestTiming): boolean {
  return showingAt(timing, instant) === 'first';
}

/** Whether a clock shows a date and time again later, because it is turned back. */
function isShownAgain(at: Date, zone: string): boolean {
  const { date, minutes } = zonedClock(at, zone);
  for (let later = REPEAT_STEP_MILLIS; later <= LONGEST_REPEAT_MILLIS; later += REPEAT_STEP_MILLIS) {
    const clock = zonedClock(new Date(at.getTime() + later), zone);
    if (clock.date === date && clock.minutes === minutes) return true;
  }
  return false;
}

/**
 * The sendings of the next years whose time the clock jumps over, or shows twice: those that a calendar of local times
 * does not name, or not for sure.
 */
export function oneOffs(timing: DigestTiming, from: Date, years: number): readonly Sending[] {
  const to = new Date(from.getTime() + years * 366 * DAY_MILLIS);
  const { at: time, timezone } = timing.send;
  return sendingsBetween(timing, from, to).filter(({ date, at }) => {
    const clock = zonedClock(at, timezone);
    const isThere = clock.date === date && clock.minutes === minutesOfTime(time);
    return !isThere || isShownAgain(at, timezone);
  });
}

/** How late a digest may still be sent, in milliseconds: its period at most, and never an old one after a long outage. */
export function catchUpMillis({ period }: Pick<Digest, 'period'>): number {
  return period === 'day' ? DAY_MILLIS : 3 * DAY_MILLIS;
}
