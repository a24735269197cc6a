import { createTransport } from 'nodemailer';
import type { Email } from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { messageId } from '../../../../messages/format/index.ts';
import type { AlertMessage } from '../../../../messages/format/index.ts';
import { emailMessage } from '../../../../messages/message.ts';
import { tripPicture } from '../../../../messages/picture/index.ts';
import { HOSTILE_TEXTS, UNWANTED, alertFullOf, exampleAlert } from '../../exampleAlert.ts';
import PostalMime from 'postal-mime';
import { TEXTS as CATALOGUE } from '../../../../texts/index.ts';

const POSSIBLE_REPEAT = CATALOGUE.en.format.possibleRepeat;

/** Puts an e-mail together as it would be sent, and reads it as a receiver would. */
async function received(message: AlertMessage, png: Uint8Array): Promise<Email> {
  const transport = createTransport({ streamTransport: true, buffer: true });
  const { message: raw } = await transport.sendMail({
    from: 'Tripline <alerts@fleet.example>',
    to: 'lead@example.com',
    messageId: messageId(message.deliveryKey, 'fleet.example'),
    ...emailMessage(message, { picture: true }),
    attachments: [
      { filename: 'trip.png', content: Buffer.from(png), cid: 'trip-path', contentType: 'image/png' },
    ],
  });
  return PostalMime.parse(raw as Buffer);
}

const png = tripPicture({
  path: [
    { latitude: 52.5, longitude: 13.4 },
    { latitude: 52.51, longitude: 13.42 },
  ],
}) as Uint8Array;

/** Texts between tags, so that attributes and our own styles do not count. */
function visibleText(html: string): string {
  return html.replace(/<style>.*?<\/style>/gs, '').replace(/<[^>]*>/g, '\n');
}

describe('an alert by e-mail', () => {
  it('arrives with both parts and the picture inside', async () => {
    const mail = await received(exampleAlert, png);
    expect(mail.subject).toBe('Critical: Collision detected · Ann Meyer (d-17)');
    expect(mail.messageId).toBe(messageId(exampleAlert.deliveryKey, 'fleet.example'));
    expect(mail.attachments).toHaveLength(1);
    expect(mail.attachments[0]).toMatchObject({ mimeType: 'image/png', contentId: '<trip-path>' });
    expect(Buffer.from(mail.attachments[0]?.content as ArrayBuffer).equals(Buffer.from(png))).toBe(true);
    expect(mail.html).toContain('src="cid:trip-path"');
    expect(mail.html).toContain('alt="The trip’s path from start to end, with 1 × Collision."');
    for (const part of [(mail.html ?? '').replaceAll('\u00A0', ' '), mail.text ?? '']) {
      expect(part).toContain('Collision detected');
      expect(part).toContain('Ann Meyer (d-17)');
      expect(part).toContain('Fri, 21 Nov 2025, 14:03 – 14:36 (Europe/Berlin, UTC+1)');
      expect(part).toContain(exampleAlert.sentence);
      expect(part).toContain('Driver score change over 7 days');
      expect(part).toContain('14:32:10 · 62 km/h');
      expect(part).not.toContain(POSSIBLE_REPEAT);
    }
    expect(mail.text).toContain(exampleAlert.link);
    expect(mail.html).toContain(
      'href="https://tripline.example/fleets/north/trips/d-17/1763733780000?a=1&amp;b=2"',
    );
  });

  it('says the severity in words, and serves light and dark screens and phones', () => {
    const { html } = emailMessage(exampleAlert);
    expect(visibleText(html)).toContain('Critical');
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('@media (prefers-color-scheme:dark)');
    expect(html).toContain('max-width:600px');
    expect(html).not.toContain('<img');
    expect(html.length).toBeLessThan(102_000);
  });

  it('marks a possible duplicate in the subject and in both parts', () => {
    const { subject, html, text } = emailMessage({ ...exampleAlert, possibleRepeat: true });
    expect(subject).toBe('[Possible duplicate] Critical: Collision detected · Ann Meyer (d-17)');
    expect(html).toContain(POSSIBLE_REPEAT);
    expect(text).toContain(POSSIBLE_REPEAT);
  });

  it('takes the rule’s own subject and text', () => {
    const { subject, html, text } = emailMessage({
      ...exampleAlert,
      subject: 'Crash!',
      text: 'Call\nnow & <fast>',
    });
    expect(subject).toBe('Crash!');
    expect(html).toContain('Call<br>now &amp; &lt;fast&gt;');
    expect(text).toContain('Call\nnow & <fast>');
  });

  it('says once what a fact and the trip both say', () => {
    const facts = [
      { name: 'trip.distance_km', label: 'distance of this trip', value: 41.27, unit: 'km' },
      ...exampleAlert.facts,
    ];
    const { html, text } = emailMessage({ ...exampleAlert, facts });
    for (const part of [visibleText(html), text]) expect(part.match(/distance/gi)).toHaveLength(1);
    const { distanceKm: _notKnown, ...trip } = exampleAlert.trip;
    expect(emailMessage({ ...exampleAlert, facts, trip }).text).toContain('Distance of this trip: 41.27 km');
  });

  it('breaks no line between a number and its unit', () => {
    const html = visibleText(emailMessage(exampleAlert).html);
    for (const words of ['41.3\u00A0km', '131\u00A0km/h', '54\u00A0of\u00A0100'])
      expect(html).toContain(words);
  });

  it.each([
    ['a short text', 'Call the driver.', true],
    ['a text of many lines', 'Call the driver. '.repeat(40), false],
  ])('has its one button near the top, below %s or above it', (_name, text, isBelow) => {
    const { html } = emailMessage({ ...exampleAlert, text });
    expect(html.match(/class="button"/g)).toHaveLength(1);
    expect(html.indexOf('Call the driver.') < html.indexOf('class="button"')).toBe(isBelow);
    expect(html.indexOf('class="button"')).toBeLessThan(html.indexOf('41.3\u00A0km'));
  });

  it('shows the first facts and events of many, and says how many more there are', () => {
    const many = {
      ...exampleAlert,
      facts: Array.from({ length: 20 }, (_, index) => ({ label: `Fact ${index}.`, value: index })),
    };
    const { html, text } = emailMessage(many);
    expect(html).toContain('Fact 11.');
    expect(html).not.toContain('Fact 12.');
    expect(html).toContain('and 8 more');
    expect(text).toContain('and 8 more on the trip’s page');
  });

  it.each(HOSTILE_TEXTS)('lets no header, tag or control through: %j', async (hostile) => {
    const message = alertFullOf(hostile);
    const { subject, html, text } = emailMessage(message, { picture: true });
    expect(subject).not.toMatch(/[\r\n]/);
    expect(subject.length).toBeLessThanOrEqual(200);
    for (const part of [subject, html, text]) expect(part).not.toMatch(UNWANTED);
    const tagsOfOurs = emailMessage({ ...alertFullOf('harmless') }, { picture: true }).html.match(/<[a-z]+/g);
    expect(html.match(/<[a-z]+/g)?.filter((tag) => tag !== '<br')).toEqual(
      tagsOfOurs?.filter((tag) => tag !== '<br'),
    );
    const mail = await received(message, png);
    expect(mail.bcc).toBeUndefined();
    expect(mail.to?.map(({ address }) => address)).toEqual(['lead@example.com']);
    expect(mail.headers.map(({ key }) => key)).not.toContain('bcc');
  });

  it('stays below what mail clients cut, with the longest texts', () => {
    const { subject, html, text } = emailMessage(alertFullOf('&'.repeat(20_000)), { picture: true });
    expect(subject.length).toBeLessThanOrEqual(200);
    expect(Buffer.byteLength(html)).toBeLessThan(102_000);
    expect(text.length).toBeLessThan(40_000);
  });

  it('makes no link of anything but http and https', () => {
    const { html } = emailMessage({ ...exampleAlert, link: 'javascript:alert(1)' });
    expect(html).not.toContain('javascript:');
    expect(html).not.toContain('<a ');
  });
});

describe('messageId', () => {
  it('is the same for every attempt, another for another delivery, and does not show the key', () => {
    const id = messageId('north|ann@example.com|1', 'fleet.example');
    expect(id).toMatch(/^<[0-9a-f]{40}@fleet\.example>$/);
    expect(messageId('north|ann@example.com|1', 'fleet.example')).toBe(id);
    expect(messageId('north|ann@example.com|2', 'fleet.example')).not.toBe(id);
  });

  it.each(['', 'evil.example>\r\nBcc: x', 'two words', '-x'])('takes no domain such as %j', (domain) => {
    expect(messageId('k', domain)).toMatch(/^<[0-9a-f]{40}@tripline\.invalid>$/);
  });
});
