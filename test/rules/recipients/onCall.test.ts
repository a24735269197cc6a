import { afterEach, describe, expect, it, vi } from 'vitest';
import { personOnShift, shiftsBetween } from '../../../rules/recipients/index.ts';
import type { Shift } from '../../../rules/recipients/index.ts';
import { rotationSchema } from '../../../rules/documents/index.ts';
import type { Rotation } from '../../../rules/documents/index.ts';
import { minutesOfTime, weekdayOf, zonedClock } from '../../../rules/time/index.ts';

const PEOPLE = ['Ann', 'Ben', 'Cem'].map((name) => ({ name, email: `${name.toLowerCase()}@example.com` }));

const HOUR_MILLIS = 3_600_000;

function rotation(change: Partial<Rotation> = {}): Rotation {
  return rotationSchema.parse({
    id: 'safety',
    timezone: 'Europe/Berlin',
    handover: { weekday: 'mon', at: '08:00' },
    people: PEOPLE,
    ...change,
  });
}

function onCall(change: Partial<Rotation>, at: string): string {
  return personOnShift(rotation(change), new Date(at)).name;
}

/** Returns the hours of a span with no person, several persons, or another person than `onCall` returns. */
function notHeldByOne(
  of: Rotation,
  shifts: readonly Shift[],
  [first, last]: readonly [number, number],
): string[] {
  const wrong: string[] = [];
  for (let millis = first; millis < last; millis += HOUR_MILLIS) {
    const moment = new Date(millis);
    const holding = shifts.filter((shift) => shift.from <= moment && moment < shift.to);
    if (holding.length !== 1 || holding[0]?.person !== personOnShift(of, moment))
      wrong.push(moment.toISOString());
  }
  return wrong;
}

/** Limits the reads of clocks for the rest of a test, so that loops over centuries fail. */
function allowReads(most: number): void {
  const { prototype } = Intl.DateTimeFormat;
  const look: Intl.DateTimeFormat['formatToParts'] = Reflect.get(prototype, 'formatToParts');
  let looks = 0;
  vi.spyOn(prototype, 'formatToParts').mockImplementation(function (this: Intl.DateTimeFormat, date) {
    looks += 1;
    if (looks > most) throw new RangeError(`A clock was looked at more than ${most} times.`);
    return look.call(this, date);
  });
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('whose turn it is', () => {
  it.each([
    ['until the last second before the hand-over', '2026-01-12T06:59:59.999Z', 'Ann'],
    ['from the hand-over on', '2026-01-12T07:00:00Z', 'Ben'],
    ['in summer an hour earlier', '2026-07-13T06:00:00Z', 'Ann'],
    ['and not before that', '2026-07-13T05:59:59Z', 'Cem'],
    ['round again after the last person', '2026-01-26T07:00:00Z', 'Ann'],
    ['before the rotation began to count as well', '2025-12-29T07:00:00Z', 'Cem'],
  ])('%s', (_, at, name) => {
    expect(onCall({ starts: '2026-01-05' }, at)).toBe(name);
  });

  it('goes to the first person at the first hand-over on the start or after it', () => {
    expect(onCall({ starts: '2026-01-06' }, '2026-01-12T06:59:59Z')).toBe('Cem');
    expect(onCall({ starts: '2026-01-06' }, '2026-01-12T07:00:00Z')).toBe('Ann');
  });

  it('counts back from a start at the end of the calendar', () => {
    // The first person's week begins on Monday 27 December 9999, or otherwise on the next Monday.
    expect(onCall({ starts: '9999-12-27' }, '9999-12-31T12:00:00Z')).toBe('Ann');
    expect(onCall({ starts: '9999-12-31' }, '9999-12-31T12:00:00Z')).toBe('Cem');
    expect(onCall({ starts: '9999-12-27' }, '2026-01-12T12:00:00Z')).toBe('Ann');
    expect(onCall({ starts: '9999-12-31' }, '2026-01-12T12:00:00Z')).toBe('Cem');
  });

  it('counts from Monday 1 January 2024 when the document names no start', () => {
    expect(onCall({}, '2024-01-01T07:00:00Z')).toBe('Ann');
    expect(onCall({}, '2024-01-01T06:59:59Z')).toBe('Cem');
    expect(onCall({ starts: '2024-01-01' }, '2026-11-21T12:00:00Z')).toBe(onCall({}, '2026-11-21T12:00:00Z'));
  });

  it.each([
    ['a time the clock jumps over is the end of the jump', '02:30', '2026-03-29T01:00:00Z'],
    ['a time the clock shows twice is its first showing', '02:30', '2026-10-25T00:30:00Z'],
  ])('hands over once where the clock changes: %s', (_, at, instant) => {
    const sunday = rotation({ handover: { weekday: 'sun', at } });
    const moment = new Date(instant);
    const before = personOnShift(sunday, new Date(moment.getTime() - 1));
    const after = personOnShift(sunday, moment);
    expect(after).not.toEqual(before);
    expect(personOnShift(sunday, new Date(moment.getTime() + HOUR_MILLIS))).toEqual(after);
  });

  it('hands over at the first instant after a day that an island left out', () => {
    const apia = rotation({ timezone: 'Pacific/Apia', handover: { weekday: 'fri', at: '08:00' } });
    const saturday = new Date('2011-12-30T10:00:00Z');
    const before = personOnShift(apia, new Date(saturday.getTime() - 1));
    expect(personOnShift(apia, saturday)).not.toEqual(before);
  });
});

describe('overrides', () => {
  const holiday = { from: '2026-12-24T08:00', to: '2026-12-26T08:00', person: 'Cem' };
  const starts = '2026-12-21';

  it.each([
    ['not before they begin', '2026-12-24T06:59:59.999Z', 'Ann'],
    ['from their first instant', '2026-12-24T07:00:00Z', 'Cem'],
    ['to their last one', '2026-12-26T06:59:59.999Z', 'Cem'],
    ['no longer at their end', '2026-12-26T07:00:00Z', 'Ann'],
  ])('count %s', (_, at, name) => {
    expect(onCall({ starts, overrides: [holiday] }, at)).toBe(name);
  });

  it('give way to one that is listed after them', () => {
    const evening = { from: '2026-12-24T18:00', to: '2026-12-24T22:00', person: 'Ben' };
    const at = '2026-12-24T18:00:00Z';
    expect(onCall({ starts, overrides: [holiday, evening] }, at)).toBe('Ben');
    expect(onCall({ starts, overrides: [evening, holiday] }, at)).toBe('Cem');
  });

  it('for nobody of the rotation, or that end before they begin, change nothing', () => {
    const at = '2026-12-25T12:00:00Z';
    expect(onCall({ starts, overrides: [{ ...holiday, person: 'Dan' }] }, at)).toBe('Ann');
    const { from: to, to: from } = holiday;
    expect(onCall({ starts, overrides: [{ ...holiday, from, to }] }, at)).toBe('Ann');
  });
});

describe('turns', () => {
  it('say who has it until when, whole, with overrides in their place', () => {
    const shifts = shiftsBetween(
      rotation({
        starts: '2026-12-21',
        overrides: [{ from: '2026-12-24T08:00', to: '2026-12-29T20:00', person: 'Cem' }],
      }),
      new Date('2026-12-23T00:00:00Z'),
      new Date('2027-01-04T07:00:00Z'),
    );
    expect(shifts.map(({ person, from, because }) => [person.name, from.toISOString(), because])).toEqual([
      ['Ann', '2026-12-21T07:00:00.000Z', 'week'],
      ['Cem', '2026-12-24T07:00:00.000Z', 'override'],
      ['Ben', '2026-12-29T19:00:00.000Z', 'week'],
    ]);
    expect(shifts.at(-1)?.to.toISOString()).toBe('2027-01-04T07:00:00.000Z');
  });

  it('begin where a long override began, however late somebody asks', () => {
    const unavailable = { from: '2026-01-01T00:00', to: '2026-03-01T00:00', person: 'Ben' };
    const at = new Date('2026-02-10T00:00:00Z');
    const shifts = shiftsBetween(rotation({ overrides: [unavailable] }), at, new Date(at.getTime() + 1));
    expect(shifts).toMatchObject([
      { from: new Date('2025-12-31T23:00Z'), to: new Date('2026-02-28T23:00Z') },
    ]);
  });

  it('are looked up in the span alone, however far an override reaches', () => {
    const far = rotation({
      starts: '2026-12-21',
      overrides: [
        { from: '0001-01-01T00:00', to: '2026-12-23T12:00', person: 'Ben' },
        { from: '2026-12-30T12:00', to: '9999-12-31T23:59', person: 'Cem' },
      ],
    });
    allowReads(500);
    const shifts = shiftsBetween(far, new Date('2026-12-23T00:00Z'), new Date('2027-01-20T00:00Z'));
    expect(shifts.map(({ person, to, because }) => [person.name, to.toISOString(), because])).toEqual([
      ['Ben', '2026-12-23T11:00:00.000Z', 'override'],
      ['Ann', '2026-12-28T07:00:00.000Z', 'week'],
      ['Ben', '2026-12-30T11:00:00.000Z', 'week'],
      ['Cem', '9999-12-31T22:59:00.000Z', 'override'],
    ]);
  });

  it('of overrides that follow each other are one while the person is the same', () => {
    const shifts = shiftsBetween(
      rotation({
        starts: '2026-12-21',
        overrides: [
          { from: '2026-12-01T00:00', to: '2026-12-22T00:00', person: 'Ben' },
          { from: '2026-12-22T00:00', to: '2026-12-24T00:00', person: 'Ben' },
          { from: '2026-12-24T00:00', to: '2026-12-25T00:00', person: 'Cem' },
        ],
      }),
      new Date('2026-12-23T00:00:00Z'),
      new Date('2026-12-25T00:00:00Z'),
    );
    expect(shifts.map(({ person, from }) => [person.name, from.toISOString()])).toEqual([
      ['Ben', '2026-11-30T23:00:00.000Z'],
      ['Cem', '2026-12-23T23:00:00.000Z'],
      ['Ann', '2026-12-24T23:00:00.000Z'],
    ]);
  });

  it('of the first years of the calendar are found as soon', () => {
    allowReads(2_000);
    const shifts = shiftsBetween(rotation(), new Date('0050-03-01T00:00Z'), new Date('0050-03-15T00:00Z'));
    expect(shifts).toHaveLength(3);
  });
});

describe.each([
  ['Europe/Berlin', '02:30'],
  ['America/New_York', '01:30'],
  ['Asia/Kolkata', '08:15'],
  ['Australia/Lord_Howe', '02:15'],
  ['Pacific/Apia', '00:00'],
  ['America/Havana', '00:30'],
])('a year of hours in %s', (timezone, at) => {
  const sunday = rotation({
    timezone,
    handover: { weekday: 'sun', at },
    overrides: [
      { from: '2026-03-28T20:00', to: '2026-03-29T02:45', person: 'Cem' },
      { from: '2026-10-25T01:10', to: '2026-11-01T01:30', person: 'Ann' },
    ],
  });
  const from = new Date('2026-01-01T00:00:00Z');
  const to = new Date('2027-01-01T00:00:00Z');
  const shifts = shiftsBetween(sunday, from, to);

  it('has exactly one person at any instant', () => {
    const plain = { ...sunday, overrides: [] };
    const weeks = shiftsBetween(plain, from, to);
    expect(notHeldByOne(plain, weeks, [from.getTime(), to.getTime()])).toEqual([]);
    // Overrides are checked only around their times, because 8,760 hours with overrides take long.
    for (const [first, last] of [
      ['2026-03-26', '2026-04-07'],
      ['2026-10-23', '2026-11-04'],
    ] as const)
      expect(notHeldByOne(sunday, shifts, [Date.parse(first), Date.parse(last)])).toEqual([]);
  });

  it('leaves no gap, and hands over at the local time, or where the clock jumped over it', () => {
    shifts.slice(1).forEach((shift, index) => {
      expect(shift.from).toEqual(shifts[index]!.to);
      if (shift.because === 'override' || shifts[index]!.because === 'override') return;
      const shown = zonedClock(shift.from, timezone);
      expect(weekdayOf(shown.date)).toBe('sun');
      const earlier = zonedClock(new Date(shift.from.getTime() - 1000), timezone);
      const jumped = earlier.date === shown.date && shown.minutes - earlier.minutes > 1;
      if (jumped || (earlier.date !== shown.date && shown.minutes > 0))
        expect(shown.minutes).toBeGreaterThan(minutesOfTime(at));
      else expect(shown.minutes).toBe(minutesOfTime(at));
    });
  });

  it('keeps the order of the people without overrides', () => {
    const plain = shiftsBetween({ ...sunday, overrides: [] }, from, to);
    expect(plain.length).toBeGreaterThanOrEqual(52);
    plain.slice(1).forEach((shift, index) => {
      const before = PEOPLE.findIndex(({ name }) => name === plain[index]!.person.name);
      expect(shift.person.name).toBe(PEOPLE[(before + 1) % PEOPLE.length]!.name);
    });
  });
});
