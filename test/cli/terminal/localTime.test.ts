import { expect, it } from 'vitest';
import { endIn, instantIn } from '../../../cli/terminal/index.ts';

const clock = { zone: 'Europe/Berlin', now: new Date('2026-11-21T10:00:00Z') };
const read = (text: string): string => instantIn('--until', text, clock);

it.each([
  ['90m', '2026-11-21T11:30:00.000Z'],
  ['2d', '2026-11-23T10:00:00.000Z'],
  ['2026-12-24T18:00', '2026-12-24T17:00:00.000Z'],
  ['2026-07-01 18:00', '2026-07-01T16:00:00.000Z'],
  ['2026-12-24', '2026-12-23T23:00:00.000Z'],
  ['2026-12-24T18:00:00Z', '2026-12-24T18:00:00.000Z'],
  ['2026-12-24T18:00+02:00', '2026-12-24T16:00:00.000Z'],
])('%s is %s', (text, instant) => {
  expect(read(text)).toBe(instant);
});

it.each(['0h', 'tomorrow', '2026-02-30T10:00', '2026-12-24T25:00', '24.12.2026', ''])(
  '%j is no time',
  (text) => {
    expect(() => read(text)).toThrow('write a span such as 2h or 3d, a time on the clock of Europe/Berlin');
  },
);

it.each([
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
  ['Atlantic/Azores', '2026-10-25', '2026-10-25T00:00:00.000Z'],
])(
  'in %s, %s begins although its midnight is skipped or there twice, and the day before ends',
  (zone, date, begins) => {
    expect(instantIn('--from', date, { ...clock, zone })).toBe(begins);
    const before = new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);
    expect(endIn('--to', before, { ...clock, zone })).toBe(begins);
  },
);

it('a time that the clocks skip is refused with the one that follows', () => {
  expect(() => read('2027-03-28T02:30')).toThrow(
    '--until 2027-03-28T02:30: the clocks of Europe/Berlin skip this time; write a time with its offset, such as 2027-03-28T03:00+02:00.',
  );
});

it.each([
  ['Europe/Berlin', '2027-10-31T02:30', '2027-10-31T02:30+02:00 or 2027-10-31T02:30+01:00'],
  ['Australia/Lord_Howe', '2027-04-04T01:45', '2027-04-04T01:45+11:00 or 2027-04-04T01:45+10:30'],
  ['America/New_York', '2026-11-01T01:00', '2026-11-01T01:00-04:00 or 2026-11-01T01:00-05:00'],
])('in %s, %s is there twice, and both are named', (zone, text, both) => {
  expect(() => instantIn('--at', text, { ...clock, zone })).toThrow(
    `--at ${text}: the clocks of ${zone} show this time twice; write ${both}.`,
  );
});
