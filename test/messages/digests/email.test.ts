import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import type { Email } from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { SECTIONS } from '../../../rules/documents/index.ts';
import { digestCsv, digestCsvName, digestEmail, sentDigestPage } from '../../../messages/digests/index.ts';
import type { DigestContent } from '../../../messages/digests/index.ts';
import { HOSTILE_TEXTS, UNWANTED } from '../exampleAlert.ts';
import { exampleDigest, exampleRow, scoresOf } from './exampleDigest.ts';
import { digestFullOf, emptyDigest, unavailableDigest } from './otherDigests.ts';
import { wholeText } from './wholeDigest.ts';
import { allOf, attribute, elementsOf, textOf } from './parsedHtml.ts';

const PAGE = 'https://tripline.example/d/abc.def';
const GMAIL_CUTS_AT = 102 * 1024;

/** Puts the e-mail together as it is sent, and reads it as a receiver would. */
async function received(content: DigestContent): Promise<Email> {
  const { subject, html, text } = digestEmail(content, {
    pageUrl: PAGE,
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
  it('arrives with both parts, without pictures and with the table attached', async () => {
    const mail = await received(exampleDigest);
    expect(mail.subject).toBe(
      'North, weekly: score 78.4, ▲ up 1.2 · 1 incident not acknowledged · 16 to 22 November 2026',
    );
    expect(mail.attachments.map(({ filename }) => filename)).toEqual(['weekly-north-2026-11-22.csv']);
    expect(allOf(mail.html ?? '', 'img')).toEqual([]);
    for (const part of [textOf(mail.html ?? '').replaceAll('\u00A0', ' '), mail.text ?? '']) {
      expect(part).toContain('Monday 16 to Sunday 22 November 2026 (whole UTC days)');
      expect(part).toContain('Mon 16 Nov, 01:00 to Mon 23 Nov, 01:00');
      expect(part).toContain('Figures read Mon 23 Nov, 07:00 (Europe/Berlin).');
      expect(part).toContain('Phone use 1.1 → 4.2, Hard brake 0.5 → 0.9');
      expect(part).toContain('and 12 more in the attached table');
      expect(part).toContain('1 incident is not acknowledged.');
      expect(part).toContain('The full digest opens without a login for 30 days.');
    }
    expect(mail.text).toContain(PAGE);
    expect(mail.text).toContain('https://tripline.example/u/abc.def?a=1&b=2');
    const links = allOf(mail.html ?? '', 'a').map((link) => attribute(link, 'href') ?? '');
    expect(links[0]).toBe(PAGE);
    expect(links.at(-1)).toBe('https://tripline.example/u/abc.def?a=1&b=2');
    const anchors = new Set(allOf(sentDigestPage(exampleDigest), 'h2').map((each) => attribute(each, 'id')));
    for (const link of links.slice(1, -1)) {
      expect(link.startsWith(`${PAGE}#`)).toBe(true);
      expect(anchors).toContain(link.slice(PAGE.length + 1));
    }
  });

  it('holds the essentials: figures, who needs attention or coaching, what changed', () => {
    const { html } = digestEmail(exampleDigest, { pageUrl: PAGE });
    expect(allOf(html, 'h2').map(textOf)).toEqual([
      'Needs attention\u00A0›',
      'Coaching recommended\u00A0›',
      'What changed\u00A0›',
    ]);
    expect(html.match(/class="button"/g)).toHaveLength(1);
    expect(html.indexOf('class="button"')).toBeLessThan(html.indexOf('Notes on the data'));
    // Named once, though the driver is below the threshold and among those who fell.
    expect(html.match(/>Ben Okafor</g)).toHaveLength(1);
    expect(Buffer.byteLength(html)).toBeLessThan(30_000);
  });

  it('has no id twice, though two of its sections are parts of one section of its page', () => {
    const { html } = digestEmail(exampleDigest, { pageUrl: PAGE, unsubscribeUrl: PAGE });
    const ids = elementsOf(html).flatMap((element) => attribute(element, 'id') ?? []);
    expect(ids).toContain('coaching');
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('says first on its page what changed, who needs coaching and who a thank-you, then the details', () => {
    const titles = allOf(sentDigestPage(exampleDigest), 'h2').map(textOf);
    expect(titles.slice(0, 4)).toEqual(['Summary', 'Coaching recommended', 'Most improved', 'The score']);
    expect(titles.at(-2)).toBe('Data coverage');
  });

  it('names the incidents that wait for an answer, with a link where there is one', () => {
    const { html, text } = digestEmail(exampleDigest, { incidentLink: (id) => `https://t.example/a/${id}` });
    expect(text).toContain('● Collision · d-2041 · Sat 21 Nov, 23:40 https://t.example/a/i-2');
    expect(text).not.toContain('Repeated phone use');
    expect(allOf(html, 'a').map((link) => attribute(link, 'href'))).toEqual(['https://t.example/a/i-2']);
  });

  it('names every column and row of its tables, and no language but its own', () => {
    const { html } = digestEmail(exampleDigest);
    const elements = elementsOf(html);
    expect(attribute(elements[0] as never, 'lang')).toBe('en');
    const heads = elements.filter(({ tagName }) => tagName === 'th');
    expect(heads.length).toBeGreaterThan(12);
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
    const { subject, html } = digestEmail(unavailableDigest);
    const text = wholeText(unavailableDigest);
    expect(subject).toContain('score could not be read');
    expect(text).toContain('(!) Notes on the data\n  The analytics service did not answer');
    expect(text).toContain('The drivers could not be read, so none are listed.');
    expect(text).toContain('Trips: Now: could not be read');
    expect(text).toContain('Trips evaluated: could not be read');
    expect(text).not.toContain('No driver.');
    for (const cell of allOf(html, 'td').filter((each) => (attribute(each, 'class') ?? '').includes('cell')))
      expect(textOf(cell)).toMatch(/[\p{L}]/u);
  });

  it('says that an empty fleet is empty, and praises nobody for it', () => {
    const { subject } = digestEmail(emptyDigest);
    const text = wholeText(emptyDigest);
    for (const part of [text, digestEmail(emptyDigest).text]) expect(part).not.toContain('attached');
    expect(subject).toContain('score cannot be rated');
    expect(text).toContain('No driver was active.');
    expect(text).toContain('Nobody drove.');
    expect(text).toContain('No drivers could be compared');
    expect(text).not.toContain('No driver.');
    expect(text).toContain('No incidents were opened.');
  });

  it('leaves out what the document leaves out', () => {
    const bare = Object.fromEntries(
      SECTIONS.map((name) => [name === 'groups' ? 'byGroup' : name, null]),
    ) as Partial<DigestContent>;
    const { html, text } = digestEmail({ ...exampleDigest, ...bare });
    expect(allOf(html, 'h2')).toEqual([]);
    expect(text).toContain('No data is available for this period.');
  });

  it.each(HOSTILE_TEXTS)('lets nothing of %j through', async (hostile) => {
    const mail = await received(digestFullOf(hostile, 3));
    const names = new Set(elementsOf(mail.html ?? '').map(({ tagName }) => tagName));
    expect([...names].filter((name) => ['script', 'iframe', 'object'].includes(name))).toEqual([]);
    expect(allOf(mail.html ?? '', 'img')).toEqual([]);
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
    const page = sentDigestPage(content);
    expect(Buffer.byteLength(page.replaceAll(/ src="data:[^"]*"/g, ''))).toBeLessThan(1.5 * GMAIL_CUTS_AT);
    if (content !== exampleDigest) expect(textOf(page)).toMatch(/and [\d,]+ more/);
  });

  it('speaks German with German numbers and plural forms', () => {
    const german: DigestContent = { ...exampleDigest, language: 'de' };
    const { subject, html } = digestEmail(german);
    const text = `${wholeText(german)}\n${digestEmail(german, { pageUrl: PAGE }).text}`;
    expect(subject).toBe(
      'North, weekly: Wert 78,4, ▲ plus 1,2 · 1 Vorfall nicht quittiert · 16. bis 22. November 2026',
    );
    expect(attribute(allOf(html, 'html')[0] as never, 'lang')).toBe('de');
    expect(text).toContain('Montag, 16. bis Sonntag, 22. November 2026 (ganze UTC-Tage)');
    expect(text).toContain('Handynutzung 1,1 → 4,2');
    expect(text).toContain('1.284 von 1.284 Fahrten ausgewertet.');
    expect(text).toContain('56.904 km');
    expect(text).not.toMatch(/\b(trips|drivers|down|unknown|known)\b/);
  });

  it('counts in miles where asked', () => {
    const miles: DigestContent = { ...exampleDigest, units: 'miles' };
    const text = `${wholeText(miles)}\n${digestEmail(miles).text}`;
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
