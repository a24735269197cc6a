import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dateWordsOf,
  digestCsv,
  digestPage,
  digestSlack,
  linePicture,
  measuresOf,
} from '../../../messages/digests/index.ts';
import type { DigestContent } from '../../../messages/digests/index.ts';
import { INK_TONES } from '../../../messages/channels/email/index.ts';
import { DARK, LIGHT, formatWeekdayTime } from '../../../messages/format/index.ts';
import { HOSTILE_TEXTS, UNWANTED } from '../exampleAlert.ts';
import { contrast } from '../contrast.ts';
import { expectWithinSlackLimits, markdownOf } from '../slackLimits.ts';
import { exampleDigest, exampleRow, scoresOf } from './exampleDigest.ts';
import { digestFullOf, emptyDigest, unavailableDigest } from './otherDigests.ts';
import { allOf, attribute, elementsOf, textOf } from './parsedHtml.ts';

describe('the ink of an e-mail', () => {
  it.each(INK_TONES)('lets %s ink be read on the card, light and dark', (tone) => {
    for (const { tones, card } of [LIGHT, DARK])
      expect(contrast(tones[tone].ink, card)).toBeGreaterThanOrEqual(4.5);
  });
});

describe('digestSlack', () => {
  const PAGE = 'https://tripline.example/d/abc';

  it('holds the essentials, and leads to the page with the rest', () => {
    const message = digestSlack(exampleDigest, {
      incidentLink: (id) => `https://t.example/a/${id}`,
      pageUrl: PAGE,
    });
    expectWithinSlackLimits(message);
    const text = markdownOf(message.blocks)
      .map((each) => each.text)
      .join('\n');
    expect(text).toContain('*78.4 of 100*  ▲ up 1.2');
    expect(text).toContain('• *Ben Okafor*: Score 61.2, ▼ down 13.4');
    expect(text).toContain('<https://t.example/a/i-2|Collision · d-2041 · Sat 21 Nov, 23:40>');
    expect(text).toContain('and 12 more');
    expect(text).not.toContain('attached');
    expect(text.indexOf(`<${PAGE}|`)).toBeLessThan(text.indexOf('Notes on the data'));
    const anchors = [...text.matchAll(/#(\w+)\|/g)].map(([, id]) => id);
    expect(anchors).toEqual(expect.arrayContaining(['driving', 'coverage']));
    expect(text).not.toContain('Driven at night');
    expect(message.text).toContain('Coaching recommended for 15 drivers');
  });

  it.each([
    ['an empty fleet', emptyDigest],
    ['nothing to be had', unavailableDigest],
    ['long lists', digestFullOf('&<>'.repeat(300), 300)],
    ['long texts', digestFullOf('word '.repeat(300), 300)],
  ])('stays within the limits of Slack: %s', (_name, content) => {
    expectWithinSlackLimits(digestSlack(content, { pageUrl: PAGE }));
  });

  it.each(HOSTILE_TEXTS)('lets nothing of %j through', (hostile) => {
    const message = digestSlack(digestFullOf(hostile, 2));
    expectWithinSlackLimits(message);
    for (const { text } of [...markdownOf(message.blocks), message]) {
      expect(text).not.toMatch(/<(?!https:)/);
      expect(text).not.toMatch(UNWANTED);
    }
  });
});

/** Reads CSV as RFC 4180 says, without the module under test. */
function readCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  for (const [, quoted, bare, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare ?? '');
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

describe('digestCsv', () => {
  it('opens in spreadsheets: a byte order mark, a head, CR LF', () => {
    const text = [...digestCsv([exampleRow])].join('');
    expect(Buffer.from(text).subarray(0, 3).toString('hex')).toBe('efbbbf');
    const [head, row] = readCsv(text.slice(1));
    const named = Object.fromEntries((head ?? []).map((name, index) => [name, row?.[index]]));
    expect(named).toMatchObject({
      driver_id: 'd-10',
      groups: 'north; night shift',
      score: '61.2',
      score_change: '-13.4',
      hard_brake_rating: '4.1',
      phone_use_rating: 'no rating',
      distance_km: '512.345',
      missing_sensors: 'gyroscope',
    });
  });

  it('says in words why a score is missing', () => {
    const rows = (['not_rated', 'not_known', 'unavailable'] as const).map((scoreMissing) => ({
      ...exampleRow,
      score: null,
      scoreMissing,
    }));
    expect(
      readCsv([...digestCsv(rows)].join(''))
        .slice(1)
        .map((row) => row.slice(3, 7)),
    ).toEqual([
      ['', 'cannot be rated', '74.6', ''],
      ['', 'not known', '74.6', ''],
      ['', 'could not be read', '74.6', ''],
    ]);
  });

  it.each(['=1+1', '+49 30', '-2', '@SUM(A1)', '\t=1', '  =HYPERLINK("x")', '＝1'])(
    'lets no spreadsheet run %j',
    (text) => {
      const [, row] = readCsv(
        [...digestCsv([{ ...exampleRow, driverId: text, name: text, groups: [text] }])].join(''),
      );
      for (const cell of row?.slice(0, 3) ?? []) expect(cell).toBe(`'${text}`);
    },
  );

  it.each(['\r\n=1', 'a;=1+1', 'a; @x', 'a\t-1', 'a\n=1', 'a\r\n =1', 'a;"=1"'])(
    'lets no spreadsheet that parts cells elsewhere run %j',
    (text) => {
      const [, row] = readCsv([...digestCsv([{ ...exampleRow, name: text, groups: ['b', text] }])].join(''));
      for (const cell of row?.slice(1, 3) ?? [])
        expect(cell.split(/[;\t\r\n]/).filter((part) => /^[\s"]*[=+\-@]/.test(part))).toEqual([]);
    },
  );

  it('guards the same places as the expression that says which', () => {
    const places = /(?<=.)([;\t\r\n][^\S\r\n]*)(?=["\s]*[=+\-@＝＋－＠])/gs;
    const character = fc.constantFrom(...';\t\r\n "=+-@＝x\u00a0,\'');
    fc.assert(
      fc.property(fc.string({ unit: character, maxLength: 12 }), (text) => {
        const apart = `a${text}`.replace(places, "$1'");
        expect(readCsv([...digestCsv([{ ...exampleRow, name: `a${text}` }])].join(''))[1]?.[1]).toBe(apart);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(['\t', ' ', ';', '\n', '; ', '\r\n\t', '"', ';"'])(
    'reads a text of hundreds of thousands of %j once',
    (part) => {
      const text = `a${part.repeat(200_000)}b`;
      const row = { ...exampleRow, missingSensors: [text], name: `${text}=1` };
      expect([...digestCsv([row])][1]).toContain('b');
    },
  );

  it('keeps commas, quotes and lines inside one cell', () => {
    const text = 'Smith, "Bob"\nand\r\nsons';
    expect(readCsv([...digestCsv([{ ...exampleRow, name: text }])].join(''))[1]?.[1]).toBe(text);
  });

  it('makes a line at a time', () => {
    let asked = 0;
    function* rows() {
      for (;;) {
        asked += 1;
        yield exampleRow;
      }
    }
    const lines = digestCsv(rows());
    lines.next();
    lines.next();
    expect(asked).toBe(1);
  });
});

describe('digestPage', () => {
  it('is the e-mail with its picture inside, its subject above and its sources below', () => {
    const html = digestPage(exampleDigest);
    const sources = allOf(html, 'img').map((image) => attribute(image, 'src') ?? '');
    expect(sources).toHaveLength(1);
    for (const source of sources) expect(source).toMatch(/^data:image\/png;base64,[\w+/]{1000}/);
    const text = textOf(html);
    expect(text).toContain('Nothing was sent.');
    expect(text).toContain('Subject: North, weekly: score 78.4');
    expect(text).toContain('GET /v3/score?start_date=2026-11-16&end_date=2026-11-22');
    expect(allOf(html, 'body')).toHaveLength(1);
  });

  it.each(HOSTILE_TEXTS)('lets nothing of %j through', (hostile) => {
    const html = digestPage(digestFullOf(hostile, 2));
    expect(allOf(html, 'script')).toEqual([]);
    expect(allOf(html, 'img')).toHaveLength(1);
    for (const element of elementsOf(html))
      expect(element.attrs.filter(({ name }) => name.startsWith('on'))).toEqual([]);
  });
});

describe('linePicture', () => {
  const drawn = (content: DigestContent): Buffer => Buffer.from(linePicture(content) ?? []);

  it('is a PNG of twice the width shown, small enough for a page', () => {
    const png = drawn(exampleDigest);
    expect([png.readUInt32BE(16), png.toString('latin1', 1, 4)]).toEqual([1072, 'PNG']);
    expect(png.length).toBeLessThan(80_000);
  });

  it('stays small with a hundred groups, and is the same twice', () => {
    const many = {
      ...exampleDigest,
      byGroup: Array.from({ length: 100 }, (_, index) =>
        scoresOf(`g${index}`, [60, 61, index % 2 ? null : 70, 64, 65, 66, 60 + index / 3, 70]),
      ),
    };
    expect(drawn(many).length).toBeLessThan(80_000);
    expect(drawn(many).equals(drawn(many))).toBe(true);
  });

  it.each([
    ['one value only', [null, null, null, 40, null, null, null, null]],
    ['the ends of the scale', [0, 100, 0, 100, 0, 100, 0, 100]],
    ['all alike', [100, 100, 100, 100, 100, 100, 100, 100]],
  ])('can be drawn of %s', (_name, line) => {
    const content = { ...exampleDigest, scores: scoresOf(null, line), byGroup: [] };
    expect(drawn(content).length).toBeGreaterThan(1_000);
  });

  it('is absent when no score is known', () => {
    const content = { ...exampleDigest, scores: scoresOf(null, Array<null>(8).fill(null)) };
    expect(linePicture(content)).toBeUndefined();
  });
});

describe('the words of a period', () => {
  it.each([
    ['en', 'week', '2026-11-16', '2026-11-22', 'Monday 16 to Sunday 22 November 2026'],
    ['en', 'week', '2026-11-30', '2026-12-06', 'Monday 30 November to Sunday 6 December 2026'],
    ['en', 'week', '2026-12-28', '2027-01-03', 'Monday 28 December 2026 to Sunday 3 January 2027'],
    ['en', 'day', '2026-11-22', '2026-11-22', 'Sunday 22 November 2026'],
    ['de', 'day', '2026-11-22', '2026-11-22', 'Sonntag, 22. November 2026'],
    ['de', 'month', '2026-03-01', '2026-03-31', 'März 2026'],
    ['de', 'week', '2026-11-30', '2026-12-06', 'Montag, 30. November bis Sonntag, 6. Dezember 2026'],
  ] as const)('%s %s %s to %s', (language, kind, from, to, words) => {
    expect(dateWordsOf(language).period(kind, { from, to })).toBe(words);
  });

  it('show a moment on the clock of the zone', () => {
    expect(formatWeekdayTime('2026-11-23T06:00:04Z', 'Asia/Kolkata', 'en')).toBe('Mon 23 Nov, 11:30');
    expect(formatWeekdayTime('2026-11-23T06:00:04Z', 'Europe/Berlin', 'de')).toBe('Mo, 23. Nov, 07:00');
    expect(formatWeekdayTime('yesterday', 'Europe/Berlin', 'en')).toBeUndefined();
  });
});

describe('measures', () => {
  it.each([
    ['en', 'km', 0.4, '0.4 km'],
    ['en', 'km', 56_904.2, '56,904 km'],
    ['de', 'km', 12.34, '12,3 km'],
    ['en', 'miles', 160.9344, '100 miles'],
    ['de', 'miles', 16.09344, '10,0 Meilen'],
  ] as const)('%s %s %d', (language, units, km, words) => {
    expect(measuresOf({ language, units }).distance(km)).toBe(words);
  });

  it('show a time in units that matter', () => {
    const { duration } = measuresOf({ language: 'en', units: 'km' });
    expect([12, 59.6, 3_599, 3_840, 359_999, 4_334_400].map(duration)).toEqual([
      '12 s',
      '1 min',
      '1 h 00 min',
      '1 h 04 min',
      '100 h',
      '1,204 h',
    ]);
  });
});
