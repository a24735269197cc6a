import { Temporal } from 'temporal-polyfill';

/** Milliseconds of a day. */
export const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Returns the UTC day number of a time, which is the number of days since 1970-01-01. */
export function utcDay(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

/** Returns the date of a day number, as `YYYY-MM-DD`. */
export function dateText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the day number of a date, given as `YYYY-MM-DD`; undefined when there is no such date. */
export function parseDate(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const ms = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(ms) || dateText(utcDay(ms)) !== text) return undefined;
  return utcDay(ms);
}

/** Returns the weekday of a day number, from 0 (Sunday) to 6 (Saturday). 1970-01-01 was a Thursday. */
export function weekday(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/**
 * Local time in one IANA time zone. Looks up the offset once per hour of UTC, because nearly all zones change their offset on the
 * hour.
 */
export class LocalTime {
  readonly #zone: string;
  readonly #offsets = new Map<number, number>();

  /** @throws RangeError when the zone is unknown */
  constructor(timezone: string) {
    this.#zone = timezone;
    this.offsetMinutes(0);
  }

  /** Returns how many minutes the zone is ahead of UTC at a time. */
  offsetMinutes(ms: number): number {
    const hour = Math.floor(ms / HOUR_MS);
    const known = this.#offsets.get(hour);
    if (known !== undefined) return known;
    const shown = new Temporal.ZonedDateTime(BigInt(hour * HOUR_MS) * 1_000_000n, this.#zone);
    const minutes = Math.trunc(shown.offsetNanoseconds / 60_000_000_000);
    if (this.#offsets.size > 50_000) this.#offsets.clear();
    this.#offsets.set(hour, minutes);
    return minutes;
  }

  /** Returns the local day number of a time. */
  dayOf(ms: number): number {
    return utcDay(ms + this.offsetMinutes(ms) * 60_000);
  }

  /** Returns the seconds from local midnight to a time. */
  secondOfDay(ms: number): number {
    const local = ms + this.offsetMinutes(ms) * 60_000;
    return (local - utcDay(local) * DAY_MS) / 1000;
  }

  /**
   * Returns the time at which so many minutes have passed since midnight of a local day. More than 1440 minutes are on the next
   * day.
   */
  moment(day: number, minutes: number): number {
    const local = day * DAY_MS + minutes * 60_000;
    return Math.round(local - this.offsetMinutes(local - this.offsetMinutes(local) * 60_000) * 60_000);
  }

  /** Returns a time in ISO 8601, with milliseconds and the zone's offset. */
  iso(ms: number): string {
    const offset = this.offsetMinutes(ms);
    const text = new Date(ms + offset * 60_000).toISOString().slice(0, -1);
    const size = Math.abs(offset);
    const two = (value: number): string => String(value).padStart(2, '0');
    return `${text}${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
  }
}
