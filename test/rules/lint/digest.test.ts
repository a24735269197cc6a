import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseDigest } from '../../../rules/lint/index.ts';
import type { Digest } from '../../../rules/lint/index.ts';
import { sendingsBetween } from '../../support/digests/sendings.ts';

const weekly = {
  id: 'weekly',
  name: 'Weekly',
  period: 'week',
  to: ['lead@example.com'],
  send: { weekday: 'mon', at: '07:00', timezone: 'Europe/Berlin' },
};

function refusals(changes: object): string[] {
  const read = parseDigest({ ...weekly, ...changes });
  return read.ok ? [] : read.errors.map(({ pointer, message }) => `${pointer}: ${message}`);
}

function warnings(changes: object): string[] {
  const read = parseDigest({ ...weekly, ...changes });
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  return read.warnings.map(({ pointer, message }) => `${pointer}: ${message}`);
}

const berlin = (at: string, more: object = {}) => ({ send: { at, timezone: 'Europe/Berlin', ...more } });

describe('a digest', () => {
  it('has its defaults filled in', () => {
    expect(parseDigest(weekly)).toEqual({
      ok: true,
      warnings: [],
      document: {
        ...weekly,
        needs_attention_below: 70,
        min_trips: 3,
        paused: false,
      },
    });
  });

  it.each([
    [{ to: [] }, '/to: must not be empty'],
    [{ send: { at: '07:00', timezone: 'Europe/Berlin' } }, '/send/weekday: is missing'],
    [{ period: 'month', ...berlin('07:00') }, '/send/day: is missing'],
    [{ period: 'month', ...berlin('07:00', { day: 29 }) }, '/send/day: must be at most 28'],
    [{ period: 'day' }, '/send/weekday: belongs to period "week"'],
    [{ ...berlin('07:00', { weekday: 'mon', day: 1 }) }, '/send/day: belongs to period "month"'],
    [{ period: 'weeks' }, '/period: "weeks" is not allowed (did you mean "week"?)'],
    [{ sections: ['score'] }, '/sections/0: "score" is not allowed (did you mean "scores"?)'],
    [{ groups: ['north', 'north'] }, '/groups/1: "north" is already at /groups/0'],
    [{ to: ['a@example.com', 'A@Example.com'] }, '/to/1: "a@example.com" is already at /to/0'],
    [{ ...berlin('7:00', { weekday: 'mon' }) }, '/send/at: must be a time of day'],
    [{ send: { ...weekly.send, timezone: 'Europe/Berln' } }, '/send/timezone: must be an IANA time zone'],
    [{ send: { ...weekly.send, tz: 'UTC' } }, '/send/tz: unknown field "tz"'],
    [{ driver_name: 'name' }, '/driver_name: must be a path such as $.name'],
    [
      { needs_atention_below: 60 },
      '/needs_atention_below: unknown field "needs_atention_below" (did you mean',
    ],
    [{ id: 'Weekly' }, '/id: must be an id'],
  ])('%j is refused where it is wrong', (changes, message) => {
    const [first = 'accepted', ...others] = refusals(changes);
    expect(first.slice(0, message.length)).toBe(message);
    expect(others).toEqual([]);
  });

  it.each([
    [
      { ...berlin('02:30', { weekday: 'sun' }) },
      '/send/at: may be skipped or repeated when the clock of Europe/Berlin changes: affected are times from 02:00 to before 03:00 on sun; choose another time, or another day',
    ],
    [
      { period: 'day', send: { at: '01:30', timezone: 'America/New_York' } },
      '/send/at: may be skipped or repeated when the clock of America/New_York changes: affected are times from 01:00 to before 03:00; choose another time',
    ],
    [
      { period: 'day', send: { at: '23:15', timezone: 'Africa/Cairo' } },
      '/send/at: may be skipped or repeated when the clock of Africa/Cairo changes: affected are times from 00:00 to before 01:00 and from 23:00 to before 24:00; choose another time',
    ],
    [
      { period: 'month', ...berlin('02:00', { day: 28 }) },
      '/send/at: may be skipped or repeated when the clock of Europe/Berlin changes: affected are times from 02:00 to before 03:00 on day 28; choose another time, or another day',
    ],
  ])('%j is refused: it can meet a change of the clock', (changes, message) => {
    expect(refusals(changes)).toEqual([message]);
  });

  it.each([
    berlin('02:30', { weekday: 'mon' }),
    berlin('03:00', { weekday: 'sun' }),
    { period: 'month', ...berlin('02:30', { day: 24 }) },
    { period: 'day', send: { at: '02:30', timezone: 'Asia/Tokyo' } },
  ])('%j is accepted: it can meet none', (changes) => {
    expect(refusals(changes)).toEqual([]);
  });

  it('needs someone who gets it: addresses, a channel, or both', () => {
    const { to: _to, ...nobody } = weekly;
    const read = parseDigest(nobody);
    expect(read.ok ? [] : read.errors.map(({ pointer, message }) => [pointer, message])).toEqual([
      ['', expect.stringContaining('has no recipient')],
    ]);
    expect(parseDigest({ ...nobody, slack: '#fleet' }).ok).toBe(true);
  });

  it.each([
    [berlin('01:59', { weekday: 'mon' }), 'send it at 02:00 or later'],
    [{ send: { weekday: 'mon', at: '05:00', timezone: 'Asia/Kolkata' } }, 'send it at 05:30 or later'],
    [{ period: 'month', ...berlin('00:30', { day: 1 }) }, 'send it at 02:00 or later, or on day 2'],
  ])('%j is doubted: the date before is not over in UTC', (changes, advice) => {
    expect(warnings(changes)).toEqual([expect.stringMatching(new RegExp(`^/send/at: .*${advice}$`))]);
  });

  it.each([
    berlin('02:00', { weekday: 'mon' }),
    { send: { weekday: 'mon', at: '05:30', timezone: 'Asia/Kolkata' } },
    { send: { weekday: 'mon', at: '00:00', timezone: 'America/New_York' } },
    { period: 'month', ...berlin('00:30', { day: 2 }) },
  ])('%j is not', (changes) => {
    expect(warnings(changes)).toEqual([]);
  });
});

describe('the example digests', () => {
  const folder = new URL('../../../rules/examples/digests/', import.meta.url);
  const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
  const files = readdirSync(folder).filter((file) => file.endsWith('.json') && !file.includes('.schema.'));

  it('bring the schema that the code generates', () => {});

  it.each(files)('%s is accepted without a doubt, and is sent in every period', (file) => {
    const parsed = parseDigest(read(file));
    expect(parsed.ok ? parsed.warnings : parsed.errors).toEqual([]);
    const { id, period, ...rest } = (parsed as { readonly document: Digest }).document;
    expect(`${id}.json`).toBe(file);
    const sendings = sendingsBetween({ period, ...rest }, new Date('2026-01-01'), new Date('2027-01-01'));
    expect(sendings).toHaveLength({ day: 365, week: 52, month: 12 }[period]);
  });

  it('show each period', () => {
    const periods = files.map((file) => (read(file) as Digest).period);
    expect(periods.toSorted()).toEqual(['day', 'month', 'week']);
  });
});
