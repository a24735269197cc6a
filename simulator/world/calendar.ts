import { Temporal } from 'temporal-polyfill';

/** Milliseconds of a day. */
export const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Returns the days from 1970-01-01 (UTC) to a time. */
export function utcDay(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

/** Returns `YYYY-MM-DD` of a day number. */
export function dateText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the day number of a `YYYY-MM-DD`; undefined when there is no such date. */
export function parseDate(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const ms = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(ms) || dateText(utcDay(ms)) !== text) return undefined;
  return utcDay(ms);
}

/** Returns the weekday, 0 Sunday to 6 Saturday; 1970-01-01 was a Thursday. */
export function weekday(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** Local time of one IANA zone. Offsets change only on whole hours of UTC, so one lookup an hour is enough. */
export class LocalTime {
  readonly #zone: string;
  readonly #offsets = new Map<number, number>();

  /** @throws RangeError when the zone is unknown */
  constructor(timezone: string) {
    this.#zone = timezone;
    this.offsetMinutes(0);
  }

  /** Returns the minutes that the zone is ahead of UTC at a time. */
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

  /** Returns the seconds since local midnight. */
  secondOfDay(ms: number): number {
    const local = ms + this.offsetMinutes(ms) * 60_000;
    return (local - utcDay(local) * DAY_MS) / 1000;
  }

  /** Returns the time at which a local day shows this many minutes since midnight; more than 1440 are the next day. */
  moment(day: number, minutes: number): number {
    const local = day * DAY_MS + minutes * 60_000;
    return Math.round(local - this.offsetMinutes(local - this.offsetMinutes(local) * 60_000) * 60_000);
  }

  /** Returns ISO 8601 with the zone's offset, to the millisecond. */
  iso(ms: number): string {
    const offset = this.offsetMinutes(ms);
    const text = new Date(ms + offset * 60_000).toISOString().slice(0, -1);
    const size = Math.abs(offset);
    const two = (value: number): string => String(value).padStart(2, '0');
    return `${text}${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
  }
}
