import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lastDateOver, periodAt, periodEnding, rangeBefore } from '../../rules/digestPeriod.ts';
import {
  isFirstShowing,
  lastSending,
  oneOffs,
  sendingsBetween,
  sendInstants,
  showingAt,
} from '../../rules/digestTimes.ts';
import type { DigestTiming, Sending } from '../../rules/digestTimes.ts';
import { utcDate, WEEKDAYS } from '../../rules/instant.ts';

const DAY = 86_400_000;
const QUARTER = 15 * 60_000;

/** A year of each zone, in which its clock changes, where it does at all. */
const YEARS = [
  ['Europe/Berlin', 2026],
  ['America/New_York', 2026],
  ['Asia/Kolkata', 2026],
  ['Australia/Lord_Howe', 2026],
  ['Pacific/Apia', 2020],
  ['Pacific/Apia', 2011],
  ['America/Nuuk', 2024],
  ['Africa/Casablanca', 2026],
] as const;
/** Every hour, and the halves and quarters at which clocks change. */
const TIMES = [
  ...Array.from({ length: 24 }, (_, hour) => time(hour * 60)),
  '00:30',
  '01:30',
  '02:15',
  '02:30',
  '23:30',
];

function time(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

function daily(at: string, timezone: string): DigestTiming {
  return { period: 'day', send: { at, timezone } };
}

/** What the wall clock shows at every quarter of an hour, `2026-03-29T01:30`, straight from Intl. */
function wallClock(zone: string, from: Date, to: Date): Map<number, string> {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  const shown = new Map<number, string>();
  for (let at = from.getTime(); at < to.getTime(); at += QUARTER)
    shown.set(at, format.format(at).replace(' ', 'T'));
  return shown;
}

/** For each date that the clock shows: the first instant at which it shows the time, or something later. */
function instantsOf(clock: ReadonlyMap<number, string>): (at: string) => string[] {
  const entries = [...clock];
  const dates = [...new Set(entries.map(([, shown]) => shown.slice(0, 10)))];
  return (at) => {
    let index = 0;
    return dates.map((date) => {
      const wanted = `${date}T${at}`;
      while (index < entries.length && entries[index]![1] < wanted) index += 1;
      return index < entries.length ? new Date(entries[index]![0]).toISOString() : 'later';
    });
  };
}

function iso(dates: readonly Date[]): string[] {
  return dates.map((date) => date.toISOString());
}

/** Where periods leave a gap, overlap, or are told before they are over. */
function breaks(sendings: readonly Sending[]): string[] {
  return sendings.flatMap(({ at, period }, index) => {
    const { now, before } = period;
    const next = sendings[index + 1]?.period.before ?? now;
    const isSound =
      now.to <= lastDateOver(at) &&
      utcDate(Date.parse(before.to) + DAY) === now.from &&
      next.from === now.from &&
      next.to === now.to;
    return isSound
      ? []
      : [`${at.toISOString()} tells of ${now.from} to ${now.to}, the next one follows ${next.to}`];
  });
}

describe.each(YEARS)('a year of hours in %s, %i', (zone, year) => {
  const [from, to] = [new Date(Date.UTC(year, 0, 1)), new Date(Date.UTC(year + 1, 0, 1))];
  const expectedInstants = instantsOf(
    wallClock(zone, new Date(from.getTime() - 3 * DAY), new Date(to.getTime() + 3 * DAY)),
  );

  it('sends once a local date, when the clock first shows the time or a later one, and tells of each UTC date once', () => {
    for (const at of TIMES) {
      const expected = expectedInstants(at).filter(
        (instant) => from.toISOString() <= instant && instant < to.toISOString(),
      );
      const sendings = sendingsBetween(daily(at, zone), from, to);
      expect(iso(sendings.map((sending) => sending.at)), at).toEqual(expected);
      expect(breaks(sendings), at).toEqual([]);
      const ages = sendings.map(({ at: sent, period }) => sent.getTime() - Date.parse(period.now.to) - DAY);
      // Over at most a day ago, and the time by which summer and winter differ.
      expect(Math.max(...ages), at).toBeLessThan(DAY + 2 * 3_600_000);
      if (Math.max(...ages) < DAY)
        expect(sendings.map(({ period }) => period.now.to)).toEqual(
          sendings.map(({ at: sent }) => lastDateOver(sent)),
        );
    }
  });

  it('sends each week and each month once, one after the other', () => {
    if (zone === 'Pacific/Apia' && year === 2011) return crossesDateLine();
    TIMES.forEach((at, index) => {
      const weekday = WEEKDAYS[index % 7]!;
      const weekly = sendingsBetween({ period: 'week', send: { weekday, at, timezone: zone } }, from, to);
      expect([52, 53]).toContain(weekly.length);
      expect(breaks(weekly), at).toEqual([]);
      for (const day of [1, 28]) {
        const monthly = sendingsBetween({ period: 'month', send: { day, at, timezone: zone } }, from, to);
        expect([11, 12, 13]).toContain(monthly.length);
        expect(breaks(monthly), at).toEqual([]);
      }
    });
  });

  /** The clock of Apia goes from the 29th to the 31st: the Friday between is told of as soon as it would be there. */
  function crossesDateLine(): void {
    const send = { weekday: 'fri', at: '07:00', timezone: zone } as const;
    const around = [new Date('2011-12-20'), new Date('2012-01-10')] as const;
    expect(
      sendingsBetween({ period: 'week', send }, ...around).map(({ date, at, period }) => [
        date,
        at.toISOString(),
        period.now.from,
        period.now.to,
      ]),
    ).toEqual([
      ['2011-12-23', '2011-12-23T17:00:00.000Z', '2011-12-16', '2011-12-22'],
      // 00:00 on the 31st.
      ['2011-12-30', '2011-12-30T10:00:00.000Z', '2011-12-23', '2011-12-29'],
      // Fridays are a day earlier in UTC from here on: the 29th is in both, and no date in none.
      ['2012-01-06', '2012-01-05T17:00:00.000Z', '2011-12-29', '2012-01-04'],
    ]);
    expect(iso(sendInstants(daily('07:00', zone), new Date('2011-12-29'), new Date('2012-01-01')))).toEqual([
      '2011-12-29T17:00:00.000Z',
      '2011-12-30T17:00:00.000Z',
      '2011-12-31T17:00:00.000Z',
    ]);
  }
});

describe('sending at a time that the clock leaves out, or shows twice', () => {
  it.each([
    ['Europe/Berlin', '02:30', '2026-03-29', '2026-03-29T01:00:00.000Z'],
    ['America/New_York', '02:00', '2026-03-08', '2026-03-08T07:00:00.000Z'],
    ['Australia/Lord_Howe', '02:15', '2026-10-04', '2026-10-03T15:30:00.000Z'],
    ['America/Nuuk', '23:30', '2024-03-30', '2024-03-31T01:00:00.000Z'],
  ])('%s %s: goes at the end of the jump, and is a one-off', (zone, at, date, instant) => {
    const day = new Date(`${date}T00:00:00Z`);
    const around = [new Date(day.getTime() - 2 * DAY), new Date(day.getTime() + 3 * DAY)] as const;
    const jumped = sendingsBetween(daily(at, zone), ...around).find((sending) => sending.date === date);
    expect(jumped?.at.toISOString()).toBe(instant);
    expect(iso(oneOffs(daily(at, zone), around[0], 2).map((each) => each.at))[0]).toBe(instant);
    expect(showingAt(daily(at, zone), new Date(instant))).toBe('first');
  });

  it('finds the one-offs of two years, and none for a time that is there once a day', () => {
    const from = new Date('2026-06-01');
    expect(iso(oneOffs(daily('02:30', 'Europe/Berlin'), from, 2).map(({ at }) => at))).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2027-03-28T01:00:00.000Z',
      '2027-10-31T00:30:00.000Z',
      '2028-03-26T01:00:00.000Z',
    ]);
    expect(oneOffs(daily('07:00', 'Europe/Berlin'), from, 2)).toEqual([]);
    const mondays = { weekday: 'mon', at: '02:30', timezone: 'Europe/Berlin' } as const;
    expect(oneOffs({ period: 'week', send: mondays }, from, 10)).toEqual([]);
  });

  it.each([
    ['Europe/Berlin', '02:30', '2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'],
    ['America/New_York', '01:00', '2026-11-01T05:00:00.000Z', '2026-11-01T06:00:00.000Z'],
    ['Australia/Lord_Howe', '01:45', '2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z'],
  ])('%s %s: goes at the first showing only', (zone, at, first, second) => {
    const timing = daily(at, zone);
    expect(showingAt(timing, new Date(first))).toBe('first');
    expect(showingAt(timing, new Date(second))).toBe('again');
    expect(isFirstShowing(new Date(first), timing)).toBe(true);
    expect(isFirstShowing(new Date(second), timing)).toBe(false);
  });

  it('knows no other time as its own', () => {
    const timing = daily('02:30', 'Europe/Berlin');
    for (const other of ['2026-10-25T00:29:59Z', '2026-10-25T02:30:00Z', '2026-06-01T01:30:00Z'])
      expect(showingAt(timing, new Date(other)), other).toBe('other');
  });
});

describe('the period of a digest', () => {
  it.each([
    ['day', '2026-03-01', ['2026-03-01', '2026-03-01'], ['2026-02-28', '2026-02-28']],
    ['week', '2026-03-01', ['2026-02-23', '2026-03-01'], ['2026-02-16', '2026-02-22']],
    ['month', '2026-02-28', ['2026-02-01', '2026-02-28'], ['2026-01-01', '2026-01-31']],
    ['month', '2026-03-30', ['2026-02-01', '2026-02-28'], ['2026-01-01', '2026-01-31']],
    ['month', '2028-02-28', ['2028-01-01', '2028-01-31'], ['2027-12-01', '2027-12-31']],
  ] as const)('%s ending with %s', (kind, date, now, before) => {
    expect(periodEnding(date, kind)).toEqual({
      kind,
      now: { from: now[0], to: now[1] },
      before: { from: before[0], to: before[1] },
    });
  });

  it('is the last one over in UTC when somebody asks at any moment', () => {
    const at = new Date('2026-03-02T00:00:00Z');
    expect(periodAt(at, { period: 'week' }).now).toEqual({ from: '2026-02-23', to: '2026-03-01' });
    expect(periodAt(new Date(at.getTime() - 1), { period: 'day' }).now.to).toBe('2026-02-28');
  });

  it('has a calendar month before a month, whatever their lengths', () => {
    let range = periodEnding('2026-12-31', 'month').now;
    const starts: string[] = [];
    for (let back = 0; back < 12; back += 1) {
      starts.push(range.from);
      range = rangeBefore(range, 'month');
    }
    expect(starts.toReversed()).toEqual(
      Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}-01`),
    );
  });
});

describe('any digest', () => {
  // Zones that change their clock, at places all over the world; none changes its rules in these years.
  const zones = fc.constantFrom(
    ...['Europe/London', 'Europe/Berlin', 'America/New_York', 'America/Los_Angeles', 'America/St_Johns'],
    ...['Australia/Sydney', 'Australia/Lord_Howe', 'Asia/Kolkata', 'Asia/Kathmandu', 'Pacific/Auckland'],
    ...['Pacific/Chatham', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Antarctica/Troll', 'UTC'],
  );
  const send = fc.record({ minutes: fc.integer({ min: 0, max: 1439 }), timezone: zones });
  const timings = fc.oneof(
    send.map(({ minutes, timezone }) => daily(time(minutes), timezone)),
    fc.tuple(send, fc.constantFrom(...WEEKDAYS)).map(([{ minutes, timezone }, weekday]): DigestTiming => ({
      ...{ period: 'week', send: { at: time(minutes), timezone, weekday } },
    })),
    fc.tuple(send, fc.integer({ min: 1, max: 28 })).map(([{ minutes, timezone }, day]): DigestTiming => ({
      ...{ period: 'month', send: { at: time(minutes), timezone, day } },
    })),
  );
  const starts = fc
    .integer({ min: Date.parse('2024-01-01'), max: Date.parse('2027-01-01') })
    .map((millis) => new Date(millis));

  it('tells of every date once, in order, at instants that it knows as its own', () => {
    fc.assert(
      fc.property(timings, starts, (timing, from) => {
        const to = new Date(from.getTime() + 200 * DAY);
        const sendings = sendingsBetween(timing, from, to);
        expect(breaks(sendings)).toEqual([]);
        const middle = new Date((from.getTime() + to.getTime()) / 2);
        expect([...sendInstants(timing, from, middle), ...sendInstants(timing, middle, to)]).toEqual(
          sendings.map(({ at }) => at),
        );
        for (const { at } of sendings.slice(-2)) {
          expect(isFirstShowing(at, timing)).toBe(true);
          expect(lastSending(timing, at)?.at).toEqual(at);
          expect(lastSending(timing, new Date(at.getTime() - 1))?.at).not.toEqual(at);
        }
      }),
      { numRuns: 40 },
    );
  });
});
