import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { TemplateError, renderTemplate } from '../../../rules/templates/index.ts';
import { errorsOf, ruleDocument } from '../../rules/given.ts';

const at = (time: string, filter: string): string =>
  renderTemplate(
    `{{ trip.end_time | ${filter} }}`,
    { trip: { end_time: time }, fleet: { timezone: 'Europe/Berlin' } },
    'text',
  );

const ISO = '%Y-%m-%dT%H:%M:%S%:z';

describe('the date filter', () => {
  it.each([
    // The zone that a template names wins over the offset of the time (liquidjs#605, liquidjs#553).
    ['1990-12-31T23:00:00Z', `date: '${ISO}', 'Asia/Colombo'`, '1991-01-01T04:30:00+05:30'],
    ['2026-03-10T08:05:00+05:30', "date: '%H:%M', 'Europe/Berlin'", '03:35'],
    ['2026-03-10T08:05:00+05:30', "date: '%H:%M', fleet.timezone", '03:35'],
    ['2026-07-10T08:05:00+00:00', "date: '%H:%M', fleet.timezone", '10:05'],
    ['2026-03-10T08:05:00Z', "date: '%H:%M %z', '+05:30'", '13:35 +0530'],
    ['2026-03-10T08:05:00Z', "date: '%H:%M %z', '-0930'", '22:35 -0930'],
    ['2026-03-10T08:05:00+02:00', "date: '%H:%M %z', 'Z'", '06:05 +0000'],
    // Without one, the time's own offset stays (liquidjs#236).
    ['1990-12-31T23:00:00+02:00', `date: '${ISO}'`, '1990-12-31T23:00:00+02:00'],
    ['1990-12-31T23:00:00Z', `date: '${ISO}'`, '1990-12-31T23:00:00+00:00'],
    ['1990-12-31T23:00:00-00:00', `date: '${ISO}'`, '1990-12-31T23:00:00+00:00'],
    ['1990-12-31T23:00:00+0545', `date: '${ISO}'`, '1990-12-31T23:00:00+05:45'],
    // UTC has no daylight saving time, whatever the machine's zone (liquidjs#604).
    ['2023-01-05T12:00:00Z', "date: '%H:%M', 'Etc/GMT'", '12:00'],
    ['2023-04-05T12:00:00Z', "date: '%H:%M', 'Etc/GMT'", '12:00'],
    // Around both changes of a zone's clock.
    ['2026-03-29T00:59:59Z', `date: '${ISO}', 'Europe/Berlin'`, '2026-03-29T01:59:59+01:00'],
    ['2026-03-29T01:00:00Z', `date: '${ISO}', 'Europe/Berlin'`, '2026-03-29T03:00:00+02:00'],
    ['2026-10-25T00:30:00Z', `date: '${ISO}', 'Europe/Berlin'`, '2026-10-25T02:30:00+02:00'],
    ['2026-10-25T01:30:00Z', `date: '${ISO}', 'Europe/Berlin'`, '2026-10-25T02:30:00+01:00'],
    ['2026-10-04T15:45:00Z', `date: '${ISO}', 'Australia/Lord_Howe'`, '2026-10-05T02:45:00+11:00'],
    // A zone that was renamed is known by both names.
    ['2026-03-10T08:00:00Z', "date: '%H:%M', 'Europe/Kiev'", '10:00'],
    ['2026-03-10T08:00:00Z', "date: '%H:%M', 'Europe/Kyiv'", '10:00'],
    ['2026-03-10T08:00:00Z', "date: '%H:%M', 'Asia/Calcutta'", '13:30'],
    // Seconds since 1970 are the same in each zone (liquidjs#931).
    ['2026-06-30T21:00:00Z', "date: '%s', 'America/Toronto'", '1782853200'],
    ['2026-06-30T17:00:00-04:00', "date: '%s'", '1782853200'],
    // Devices without a clock say 1970 and before; others say 2038 and after.
    ['1970-01-01T00:00:00Z', `date: '${ISO}', 'America/New_York'`, '1969-12-31T19:00:00-05:00'],
    ['1969-12-31T23:59:59.999Z', "date: '%Y %L %s'", '1969 999 -1'],
    ['2038-01-19T03:14:08Z', `date: '${ISO}'`, '2038-01-19T03:14:08+00:00'],
    // Directives as in Ruby, which Liquid's users know.
    [
      '2026-03-05T04:05:06.078+01:00',
      "date: '%a %A %b %B %h %d %-d %e %j'",
      'Thu Thursday Mar March Mar 05 5  5 064',
    ],
    [
      '2026-03-05T04:05:06.078+01:00',
      "date: '%H %k %I %l %-l %p %P %M %S %L %N'",
      '04  4 04  4 4 AM am 05 06 078 078000000',
    ],
    ['2026-03-05T14:05:06+01:00', "date: '%I:%M %p, %-I%P'", '02:05 PM, 2pm'],
    ['2026-03-05T00:05:06+01:00', "date: '%l:%M'", '12:05'],
    ['2026-03-05T04:05:06+01:00', "date: '%y %C %u %w %U %W %q'", '26 20 4 4 09 09 th'],
    ['2026-03-22T04:05:06+01:00', "date: '%d%q %u %w'", '22nd 7 0'],
    ['2026-03-05T04:05:06+01:00', "date: '%F %T %R %D'", '2026-03-05 04:05:06 04:05 03/05/26'],
    ['2026-03-05T04:05:06+01:00', "date: '%c | %x | %X'", 'Thu Mar  5 04:05:06 2026 | 03/05/26 | 04:05:06'],
    [
      '2026-03-05T04:05:06+01:00',
      "date: '%^a %^B %#p %_m %010d %%%t%n%K'",
      'THU MARCH am  3 0000000005 %\t\n%K',
    ],
    ['2026-03-05T04:05:06+01:00', "date: '%z %:z %Z'", '+0100 +01:00 +0100'],
    ['2026-03-05T04:05:06+01:00', "date: '%Z', 'Europe/Berlin'", 'Europe/Berlin'],
    ['2026-03-05T16:05:06+01:00', 'date', 'Thursday, March 5, 2026 at 4:05 pm +0100'],
  ])('%s | %s', (time, filter, text) => {
    expect(at(time, filter)).toBe(text);
  });

  it.each([
    "date: '%H', 'Mars/Olympus'",
    "date: '%H', ''",
    "date: '%H', '+25:00'",
    "date: '%H', '+05:75'",
    "date: '%H', -330",
    "date: '%99999999d'",
    "date: '%N%2000000000N'",
  ])('%s cannot be rendered', (filter) => {
    expect(() => at('2026-03-05T04:05:06+01:00', filter)).toThrow(TemplateError);
  });

  it.each(['now', 'today', '1772683506', '2026-03-05', '2026-03-05T04:05:06', 'March 5, 2026', ''])(
    'the time %j is refused, because its instant would depend on the machine',
    (time) => {
      expect(() => at(time, "date: '%H'")).toThrow(TemplateError);
    },
  );

  it('writes one text whatever the zone and the language of the process are', () => {
    const program = fileURLToPath(new URL('./dateFilterProgram.ts', import.meta.url));
    const texts = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'].map((zone) =>
      execFileSync(process.execPath, ['--import', 'tsx', program], {
        env: { ...process.env, TZ: zone, LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' },
        encoding: 'utf8',
      }),
    );
    expect(texts[0]).toBe('Sun March 02:30 +0000; Sunday 29 Mar 03:30\n');
    expect(new Set(texts).size).toBe(1);
  });
});

describe('lint of the date filter', () => {
  const errorsIn = (text: string): readonly string[] =>
    errorsOf(ruleDocument({ actions: [{ type: 'slack', channel: '#fleet', text }] })).map(
      ({ message }) => message,
    );

  it.each([
    "{{ trip.end_time | date: '%H:%M', 'Europe/Berlin' }}",
    "{{ trip.end_time | date: '%H:%M', '+05:30' }}",
    "{{ trip.end_time | date: '%H:%M', fleet.timezone }}",
    "{{ trip.end_time | date: '%d.%m.%Y' }}",
  ])('%s is accepted', (text) => {
    expect(errorsIn(text)).toEqual([]);
  });

  it.each([
    "{{ trip.end_time | date: '%H:%M', 'Europe/Berlim' }}",
    "{{ trip.end_time | date: '%H:%M', 'Berlin' }}",
    "{{ trip.end_time | date: '%H:%M', 120 }}",
    "{{ trip.end_time | date: '%H:%M', driver.region }}",
    "{{ trip.end_time | date: '%H:%M', '+99:00' }}",
  ])('%s is refused with the zones that there are', (text) => {
    expect(errorsIn(text)).toEqual([expect.stringContaining("a name such as 'Europe/Berlin'")]);
  });
});
