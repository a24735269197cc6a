import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chosenPeriod,
  isSendingTime,
  lastDateOver,
  lastSending,
  periodEnding,
  periodsEndingWith,
  uncertainTimes,
} from '../../../rules/digests/index.ts';
import type { DigestTiming, Sending } from '../../../rules/digests/index.ts';
import { WEEKDAYS, utcDate, weekdayOf } from '../../../rules/time/index.ts';
import { sendingsBetween } from '../../support/digests/sendings.ts';

const DAY = 86_400_000;
const QUARTER = 15 * 60_000;

/** A year of each zone, with clock changes where the zone has any. */
const YEARS = [
  ['Europe/Berlin', 2026],
  ['America/New_York', 2026],
  ['America/Havana', 2027],
  ['Asia/Kolkata', 2026],
  ['Australia/Lord_Howe', 2026],
  ['Pacific/Apia', 2027],
  ['America/Nuuk', 2028],
  ['Africa/Casablanca', 2026],
  ['Africa/Cairo', 2027],
  ['Atlantic/Azores', 2027],
  ['Antarctica/Troll', 2026],
] as const;
/** Every full hour, and the half and quarter hours at which clocks change. */
const TIMES = [
  ...Array.from({ length: 24 }, (_, hour) => time(hour * 60)),
  '00:30',
  '01:30',
  '01:45',
  '02:15',
  '02:30',
  '22:45',
  '23:30',
  '23:45',
];

function time(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

function daily(at: string, timezone: string): DigestTiming {
  return { period: 'day', send: { at, timezone } };
}

/** Returns every digest timing for a time in a zone. */
function timingsAt(at: string, timezone: string): readonly DigestTiming[] {
  return [
    daily(at, timezone),
    ...WEEKDAYS.map((weekday) => ({ period: 'week' as const, send: { weekday, at, timezone } })),
    ...[1, 8, 25, 28].map((day) => ({ period: 'month' as const, send: { day, at, timezone } })),
  ];
}

const isRefused = (timing: DigestTiming, ...years: [{ from: number; to: number }?]): boolean =>
  uncertainTimes(timing, ...years).some(
    ({ from, until }) => from <= timing.send.at && timing.send.at < until,
  );

/**
 * Returns the instants at which the wall clock shows each date and time, `2026-03-29T01:30`, in steps of 15 minutes, from Intl
 * alone.
 */
function wallClock(zone: string, year: number): ReadonlyMap<string, readonly number[]> {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  const shown = new Map<string, number[]>();
  for (let at = Date.UTC(year, 0, 0); at < Date.UTC(year + 1, 0, 2); at += QUARTER) {
    const wall = format.format(at).replace(' ', 'T');
    shown.set(wall, [...(shown.get(wall) ?? []), at]);
  }
  return shown;
}

/** Describes sendings whose periods leave a gap, overlap, or end after the sending. */
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
      : [`${at.toISOString()} covers ${now.from} to ${now.to}, the next one follows ${next.to}`];
  });
}

describe.each(YEARS)('a year of hours in %s, %i', (zone, year) => {
  const clock = wallClock(zone, year);
  const dates = Array.from({ length: 365 }, (_, index) => utcDate(Date.UTC(year, 0, 1) + index * DAY));
  const isDue = (date: string, { period, send }: DigestTiming): boolean =>
    period === 'day' ||
    (period === 'week' ? weekdayOf(date) === send.weekday : Number(date.slice(8)) === send.day);
  const timings = TIMES.flatMap((at) => timingsAt(at, zone));
  /** Returns the instants at which the clock shows a digest's time, for each date on which it is due. */
  const showings = (timing: DigestTiming) =>
    dates.filter((date) => isDue(date, timing)).map((date) => clock.get(`${date}T${timing.send.at}`) ?? []);

  it('refuses a day and time that the clock skips or shows twice in it, and no other', () => {
    for (const timing of timings) {
      const isUncertain = showings(timing).some((instants) => instants.length !== 1);
      expect(isRefused(timing, { from: year, to: year }), JSON.stringify(timing)).toBe(isUncertain);
      if (isUncertain) expect(isRefused(timing), JSON.stringify(timing)).toBe(true);
    }
  });

  it('starts each digest that is not refused once a local date, and covers each UTC date once', () => {
    const counts = { day: [363, 366], week: [51, 54], month: [11, 13] } as const;
    for (const timing of timings) {
      const { weekday, day } = timing.send;
      // Tests one weekday for each time in turn, and the days at both ends of a month.
      if (weekday !== undefined && weekday !== WEEKDAYS[TIMES.indexOf(timing.send.at) % 7]) continue;
      if ((day !== undefined && day !== 1 && day !== 28) || isRefused(timing)) continue;
      const expected = showings(timing).map(([instant]) => instant!);
      const sendings = expected.map((instant) => lastSending(timing, new Date(instant))!);
      expect(sendings.map(({ at }) => at.getTime()).join()).toBe(expected.join());
      // No sending lies between two expected ones.
      for (let index = 1; index < expected.length; index += 13)
        expect(lastSending(timing, new Date(expected[index]! - 1))?.at.getTime()).toBe(expected[index - 1]);
      expect(breaks(sendings), JSON.stringify(timing)).toEqual([]);
      const [fewest, most] = counts[timing.period];
      expect(sendings.length).toBeGreaterThanOrEqual(fewest);
      expect(sendings.length).toBeLessThanOrEqual(most);
      if (timing.period === 'month') continue;
      const ages = sendings.map(({ at, period }) => at.getTime() - Date.parse(period.now.to) - DAY);
      // A period ended at most a day ago, plus the shift of a clock change.
      expect(Math.max(...ages), JSON.stringify(timing)).toBeLessThan(DAY + 2 * 3_600_000);
      if (Math.max(...ages) < DAY)
        expect(sendings.map(({ period }) => period.now.to).join()).toBe(
          sendings.map(({ at }) => lastDateOver(at)).join(),
        );
    }
  });
});

describe('a time that the clock skips, or shows twice', () => {
  it.each([
    [daily('02:30', 'Europe/Berlin'), [['02:00', '03:00']]],
    [daily('07:00', 'Europe/Berlin'), [['02:00', '03:00']]],
    [
      { period: 'week', send: { weekday: 'sun', at: '02:30', timezone: 'Europe/Berlin' } },
      [['02:00', '03:00']],
    ],
    [{ period: 'week', send: { weekday: 'mon', at: '02:30', timezone: 'Europe/Berlin' } }, []],
    [{ period: 'month', send: { day: 24, at: '02:30', timezone: 'Europe/Berlin' } }, []],
    [{ period: 'month', send: { day: 25, at: '02:30', timezone: 'Europe/Berlin' } }, [['02:00', '03:00']]],
    [daily('07:00', 'America/New_York'), [['01:00', '03:00']]],
    [daily('07:00', 'Australia/Lord_Howe'), [['01:30', '02:30']]],
    [
      daily('07:00', 'Africa/Cairo'),
      [
        ['00:00', '01:00'],
        ['23:00', '24:00'],
      ],
    ],
    [daily('07:00', 'Asia/Kolkata'), []],
  ] as const)('%j is warned about: %j', (timing, expected) => {
    expect(uncertainTimes(timing).map(({ from, until }) => [from, until])).toEqual(expected);
  });

  it('is any time of a date that a zone leaves out: Apia had no 30 December 2011, a Friday', () => {
    const of2011 = { from: 2011, to: 2011 };
    const fridays = {
      period: 'week',
      send: { weekday: 'fri', at: '07:00', timezone: 'Pacific/Apia' },
    } as const;
    expect(uncertainTimes(fridays, of2011)).toEqual([{ from: '00:00', until: '24:00' }]);
    expect(isRefused({ ...fridays, send: { ...fridays.send, weekday: 'thu' } }, of2011)).toBe(false);
  });

  it.each([
    ['Europe/Berlin', '02:30', '2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'],
    ['America/New_York', '01:00', '2026-11-01T05:00:00.000Z', '2026-11-01T06:00:00.000Z'],
    ['Australia/Lord_Howe', '01:45', '2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z'],
  ])(
    'of %s %s has one period at both showings, should newer data of time zones bring it',
    (zone, at, ...both) => {
      const timing = daily(at, zone);
      const [first, second] = both.map((instant) => lastSending(timing, new Date(instant)));
      expect(first?.at.toISOString()).toBe(both[0]);
      expect(second).toEqual(first);
      for (const instant of both) expect(isSendingTime(timing, new Date(instant))).toBe(true);
    },
  );

  it('is the only one of its digest', () => {
    const timing = daily('02:30', 'Europe/Berlin');
    for (const other of ['2026-10-25T00:29:59Z', '2026-10-25T02:30:00Z', '2026-06-01T01:30:00Z'])
      expect(isSendingTime(timing, new Date(other)), other).toBe(false);
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

  it('is the last one over in UTC when someone asks at any moment', () => {
    const at = new Date('2026-03-02T00:00:00Z');
    expect(chosenPeriod({}, { kind: 'week', now: at })).toMatchObject({
      period: { now: { from: '2026-02-23', to: '2026-03-01' } },
    });
    expect(chosenPeriod({}, { kind: 'day', now: new Date(at.getTime() - 1) })).toMatchObject({
      period: { now: { to: '2026-02-28' } },
    });
  });

  it('has a calendar month before a month, whatever their lengths', () => {
    const months = periodsEndingWith(periodEnding('2026-12-31', 'month'), 12);
    expect(months.map(({ from }) => from)).toEqual(
      Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}-01`),
    );
  });
});

describe('any digest', () => {
  // Zones with clock changes in all parts of the world; none changes its rules in these years.
  const zones = fc.constantFrom(
    'Europe/London',
    'Europe/Berlin',
    'America/New_York',
    'America/Los_Angeles',
    'America/St_Johns',
    'Australia/Sydney',
    'Australia/Lord_Howe',
    'Asia/Kolkata',
    'Asia/Kathmandu',
    'Pacific/Auckland',
    'Pacific/Chatham',
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
    'Antarctica/Troll',
    'UTC',
  );
  const send = fc.record({ minutes: fc.integer({ min: 0, max: 1439 }), timezone: zones });
  const timings = fc.oneof(
    send.map(({ minutes, timezone }) => daily(time(minutes), timezone)),
    fc.tuple(send, fc.constantFrom(...WEEKDAYS)).map(([{ minutes, timezone }, weekday]): DigestTiming => ({
      period: 'week',
      send: { at: time(minutes), timezone, weekday },
    })),
    fc.tuple(send, fc.integer({ min: 1, max: 28 })).map(([{ minutes, timezone }, day]): DigestTiming => ({
      period: 'month',
      send: { at: time(minutes), timezone, day },
    })),
  );
  const starts = fc
    .integer({ min: Date.parse('2026-01-01'), max: Date.parse('2029-01-01') })
    .map((millis) => new Date(millis));

  it('covers every date once, in order, at its own instants, unless lint refuses its time', () => {
    fc.assert(
      fc.property(timings, starts, (timing, from) => {
        if (isRefused(timing)) return;
        const to = new Date(from.getTime() + 200 * DAY);
        const sendings = sendingsBetween(timing, from, to);
        expect(breaks(sendings)).toEqual([]);
        for (const { at } of sendings.slice(-2)) {
          expect(isSendingTime(timing, at)).toBe(true);
          expect(lastSending(timing, at)?.at).toEqual(at);
          expect(lastSending(timing, new Date(at.getTime() - 1))?.at).not.toEqual(at);
        }
      }),
      { numRuns: 60 },
    );
  });
});
