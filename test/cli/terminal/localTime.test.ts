import { expect, it } from 'vitest';
import { instantIn } from '../../../cli/terminal/index.ts';

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
    expect(() => read(text)).toThrow(
      'write a span such as 2h or 3d, a time on the fleet’s clock (Europe/Berlin)',
    );
  },
);
