import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import type { Email } from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { SECTIONS } from '../../../rules/documents/index.ts';
import { digestCsv, digestCsvName, digestEmail } from '../../../messages/digests/index.ts';
import type { DigestContent } from '../../../messages/digests/index.ts';
import { HOSTILE_TEXTS, UNWANTED } from '../exampleAlert.ts';
import { exampleDigest, exampleRow, scoresOf } from './exampleDigest.ts';
import { digestFullOf, emptyDigest, unavailableDigest } from './otherDigests.ts';
import { allOf, attribute, elementsOf, textOf } from './parsedHtml.ts';

const GMAIL_CUTS_AT = 102 * 1024;

/** Puts the e-mail together as it is sent, and reads it as a receiver would. */
async function received(content: DigestContent): Promise<Email> {
  const { subject, html, text, pictures } = digestEmail(content, {
    unsubscribeUrl: 'https://tripline.example/u/abc.def?a=1&b=2',
  });
  const transport = createTransport({ streamTransport: true, buffer: true });
  const { message } = await transport.sendMail({
    from: 'Tripline <digests@fleet.example>',
    to: 'lead@example.com',
    subject,
    html,
    text,
    attachments: [
      ...pictures.map(({ cid, fileName, png }) => ({
        cid,
        filename: fileName,
        content: Buffer.from(png),
        contentType: 'image/png',
      })),
      {
        filename: digestCsvName(content),
        content: [...digestCsv([exampleRow])].join(''),
        contentType: 'text/csv',
      },
    ],
  });
  return PostalMime.parse(message as Buffer);
}

describe('digestEmail', () => {
  it('arrives with both parts, both pictures inside and the table attached', async () => {
    const mail = await received(exampleDigest);
    expect(mail.subject).toBe(
      'North, weekly: score 78.4, ▲ up 1.2 · 1 incident unanswered · 16 to 22 November 2026',
    );
    expect(mail.attachments.map(({ mimeType, contentId }) => [mimeType, contentId])).toEqual([
      ['image/png', '<digest-line>'],
      ['image/png', '<digest-ratings>'],
      ['text/csv', undefined],
    ]);
    expect(mail.attachments[2]?.filename).toBe('weekly-north-2026-11-22.csv');
    const images = allOf(mail.html ?? '', 'img');
    expect(images.map((image) => attribute(image, 'src'))).toEqual(['cid:digest-line', 'cid:digest-ratings']);
    expect(attribute(images[0] as never, 'alt')).toContain('22 Nov 78.4');
    expect(attribute(images[1] as never, 'alt')).toContain('Acceleration cannot be rated');
    for (const part of [textOf(mail.html ?? ''), mail.text ?? '']) {
      expect(part).toContain('Monday 16 to Sunday 22 November 2026 (whole UTC days)');
      expect(part).toContain('Mon 16 Nov, 01:00 to Mon 23 Nov, 01:00');
      expect(part).toContain('Figures read Mon 23 Nov, 07:00 (Europe/Berlin).');
      expect(part).toContain('Phone use 1.1 → 4.2, Hard brake 0.5 → 0.9 per 100 km');
      expect(part).toContain('and 12 more in the attached table');
      expect(part).toContain('1,284 of 1,284 trips evaluated.');
    }
    expect(mail.text).toContain('https://tripline.example/u/abc.def?a=1&b=2');
    expect(allOf(mail.html ?? '', 'a').map((link) => attribute(link, 'href'))).toEqual([
      'https://tripline.example/u/abc.def?a=1&b=2',
    ]);
  });

  it('says first what changed, who needs a word and who a thank-you, then the details', () => {
    const titles = allOf(digestEmail(exampleDigest).html, 'h2').map(textOf);
    expect(titles.slice(0, 4)).toEqual(['Summary', 'Coaching recommended', 'Most improved', 'The score']);
    expect(titles.at(-1)).toBe('Data coverage');
  });

  it('shows incidents that nobody answered first, with a link where there is one', () => {
    const { html, text } = digestEmail(exampleDigest, { incidentLink: (id) => `https://t.example/a/${id}` });
    expect(text.indexOf('Collision: Opened')).toBeLessThan(text.indexOf('Repeated phone use: Opened'));
    expect(allOf(html, 'a').map((link) => [attribute(link, 'href'), textOf(link)])).toEqual([
      ['https://t.example/a/i-2', '!\u00A0Answer now'],
    ]);
    expect(textOf(digestEmail(exampleDigest).html)).toContain('!\u00A0not answered');
  });

  it('names every column and row of its tables, and no language but its own', () => {
    const { html } = digestEmail(exampleDigest);
    const elements = elementsOf(html);
    expect(attribute(elements[0] as never, 'lang')).toBe('en');
    const heads = elements.filter(({ tagName }) => tagName === 'th');
    expect(heads.length).toBeGreaterThan(30);
    for (const head of heads) {
      expect(['col', 'row']).toContain(attribute(head, 'scope'));
      expect(textOf(head).trim()).not.toBe('');
    }
    for (const table of elements.filter(({ tagName }) => tagName === 'table'))
      expect(attribute(table, 'role') === 'presentation' || attribute(table, 'aria-label')).toBeTruthy();
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('@media (prefers-color-scheme:dark)');
    expect(html).not.toMatch(/https?:\/\/(?!www\.w3\.org)/);
  });

  it('never shows a bare zero or dash for what is missing', () => {
    const { subject, html, text, pictures } = digestEmail(unavailableDigest);
    expect(subject).toContain('score could not be read');
    expect(pictures).toEqual([]);
    expect(text).toContain('(!) Notes on the data\n  The analytics service did not answer');
    expect(text).toContain('The drivers could not be read, so nobody is named here.');
    expect(text).toContain('Trips: Now: could not be read');
    expect(text).toContain('Trips evaluated: could not be read');
    expect(text).not.toContain('No driver.');
    for (const cell of allOf(html, 'td').filter((each) => (attribute(each, 'class') ?? '').includes('cell')))
      expect(textOf(cell)).toMatch(/[\p{L}]/u);
  });

  it('says that an empty fleet is empty, and praises nobody for it', () => {
    const { subject, text } = digestEmail(emptyDigest);
    expect(text).not.toContain('attached');
    expect(subject).toContain('score cannot be rated');
    expect(text).toContain('No driver was active.');
    expect(text).toContain('Nobody drove.');
    expect(text).toContain('Nobody could be compared');
    expect(text).not.toContain('No driver.');
    expect(text).toContain('No incidents were opened.');
  });

  it('leaves out what the document leaves out', () => {
    const bare = Object.fromEntries(
      SECTIONS.map((name) => [name === 'groups' ? 'byGroup' : name, null]),
    ) as Partial<DigestContent>;
    const { html, text } = digestEmail({ ...exampleDigest, ...bare });
    expect(allOf(html, 'h2').map(textOf)).toEqual(['Summary']);
    expect(text).toContain('Nothing could be gathered for this period.');
  });

  it.each(HOSTILE_TEXTS)('lets nothing of %j through', async (hostile) => {
    const mail = await received(digestFullOf(hostile, 3));
    const names = new Set(elementsOf(mail.html ?? '').map(({ tagName }) => tagName));
    expect([...names].filter((name) => ['script', 'iframe', 'object'].includes(name))).toEqual([]);
    expect(allOf(mail.html ?? '', 'img')).toHaveLength(2);
    for (const element of elementsOf(mail.html ?? ''))
      expect(element.attrs.filter(({ name }) => name.startsWith('on'))).toEqual([]);
    expect(mail.bcc ?? []).toEqual([]);
    expect(mail.subject).not.toMatch(UNWANTED);
    expect(textOf(mail.html ?? '').replaceAll('\u200C', '')).not.toMatch(UNWANTED);
  });

  it.each([
    ['an ordinary week', exampleDigest],
    [
      'a hundred groups',
      {
        ...exampleDigest,
        byGroup: Array.from({ length: 100 }, (_, index) =>
          scoresOf(`group ${index}`, [70, 71, 72, 73, 74, 75, 76, 60 + index / 4]),
        ),
      },
    ],
    ['long lists of long names', digestFullOf('A very long name of somebody who drives. '.repeat(20), 500)],
    ['names that grow when escaped', digestFullOf('&"<>'.repeat(200), 500)],
    ['names of many bytes', digestFullOf('🚚语'.repeat(200), 500)],
  ])('stays under what Gmail cuts at: %s', (_name, content) => {
    const { html, subject } = digestEmail(content);
    expect(Buffer.byteLength(html)).toBeLessThan(GMAIL_CUTS_AT);
    expect(subject.length).toBeLessThanOrEqual(200);
    if (content !== exampleDigest) expect(textOf(html)).toMatch(/and [\d,]+ more/);
  });

  it('speaks German with German numbers and plural forms', () => {
    const { subject, html, text } = digestEmail({ ...exampleDigest, language: 'de' });
    expect(subject).toBe(
      'North, weekly: Wert 78,4, ▲ plus 1,2 · 1 Vorfall unbeantwortet · 16. bis 22. November 2026',
    );
    expect(attribute(allOf(html, 'html')[0] as never, 'lang')).toBe('de');
    expect(text).toContain('Montag, 16. bis Sonntag, 22. November 2026 (ganze UTC-Tage)');
    expect(text).toContain('Handynutzung 1,1 → 4,2');
    expect(text).toContain('1.284 von 1.284 Fahrten ausgewertet.');
    expect(text).toContain('56.904 km');
    expect(text).not.toMatch(/\b(trips|drivers|down|unknown|known)\b/);
  });

  it('counts in miles where asked', () => {
    const { text } = digestEmail({ ...exampleDigest, units: 'miles' });
    expect(text).toContain('35,359 miles');
    expect(text).toContain('Phone use 1.8 → 6.8, Hard brake 0.8 → 1.4 per 100 miles');
    expect(text).not.toContain(' km');
  });

  it('names nobody in subject and preview', () => {
    const { html, subject } = digestEmail(exampleDigest);
    const preview = textOf(allOf(html, 'div')[0] as never);
    expect(preview).toContain('Coaching recommended for 15 drivers, a thank-you for 2.');
    for (const seen of [preview, subject]) expect(seen).not.toContain('Okafor');
  });
});
