import fc from 'fast-check';
import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import type { EmailMessage } from '../../../../messages/channels/email/index.ts';
import { emailMessage } from '../../../../messages/message.ts';
import { HOSTILE_TEXTS, UNWANTED } from '../../exampleAlert.ts';
import { deletionFullOf, exampleDeletion, exampleIncident, incidentFullOf } from '../../exampleIncident.ts';

const answerLink = 'https://tripline.example/a/abc.def';
const page = { ...exampleIncident, answerLink };

describe('an incident by e-mail', () => {
  it('says in both parts what Slack says, and where to answer', () => {
    const { subject, html, text } = emailMessage(page, { picture: true });
    expect(subject).toBe('Open · Critical: Collision detected · Ann Meyer (d-17)');
    for (const part of [html.replaceAll('\u00A0', ' '), text]) {
      expect(part).toContain('Step 2 of 3: not acknowledged for 10 min.');
      expect(part).toContain('Ann Meyer (d-17)');
      expect(part).toContain('Fri, 21 Nov 2025, 14:32:10 (UTC+1)');
      expect(part).toContain('62 km/h before, 0 km/h after');
      expect(part).toContain('52.51627, 13.37770');
      expect(part).toContain('Step 1 of round 1: notified #safety-urgent, Ann');
      expect(part).toContain('Repeated phone use, since');
      expect(part).toContain('18.4 km · score 71 of 100');
      expect(part).toContain('Opening the page changes nothing.');
      expect(part).toContain(answerLink);
    }
    expect(html).toContain('src="cid:trip-path"');
    expect(html).toContain(
      'href="https://www.openstreetmap.org/?mlat=52.51627&amp;mlon=13.37770#map=17/52.51627/13.37770"',
    );
    expect(text).toContain(
      'https://www.openstreetmap.org/?mlat=52.51627&mlon=13.37770#map=17/52.51627/13.37770',
    );
  });

  it('shows in mail lists why it came, beside the subject', () => {
    expect(emailMessage(page).html).toContain(
      'mso-hide:all">Step 2 of 3: not acknowledged for 10 min. · Ann Meyer (d-17) · Fri, 21 Nov 2025, 14:32:10 (UTC+1) · 52.51627, 13.37770',
    );
  });

  it('has one button, and none when there is nothing to answer any more', () => {
    expect(emailMessage(page).html.match(/class="button-ink"/g)).toHaveLength(1);
    const resolved = { ...page.incident, state: 'resolved', disposition: 'confirmed' } as const;
    const { html, text } = emailMessage({ ...page, incident: resolved });
    expect(html).not.toContain('class="button-ink"');
    expect(html + text).not.toContain(answerLink);
  });

  it('makes no link of anything but http and https', () => {
    expect(emailMessage({ ...page, answerLink: 'javascript:alert(1)' }).html).not.toContain('javascript:');
  });
});

describe('a request to delete a trip by e-mail', () => {
  it('says why, by when and where to decide, and has no link that deletes', () => {
    const { subject, html, text } = emailMessage(exampleDeletion);
    expect(subject).toBe('Delete this trip? Ann Meyer (d-17)');
    for (const part of [html.replaceAll('\u00A0', ' '), text]) {
      expect(part).toContain('The trip is kept unless a person approves the deletion by Fri, 5 Dec 2025');
      expect(part).toContain('approve or reject deletion 31');
      expect(part).toContain('Distance of this trip was 0.12 km');
    }
    expect(html.match(/<a /g)).toHaveLength(1);
  });
});

/** Builds an e-mail as it would be sent, and parses it as a receiver would. */
async function expectHarmless(mail: EmailMessage, harmless: EmailMessage): Promise<void> {
  expect(mail.subject).not.toMatch(/[\r\n]/);
  expect(mail.subject.length).toBeLessThanOrEqual(200);
  for (const part of [mail.subject, mail.html, mail.text]) expect(part).not.toMatch(UNWANTED);
  // Sorted, because the button is above a long text and below a short one.
  const tags = (html: string) =>
    html
      .match(/<\/?[a-z!][a-z0-9]*/gi)
      ?.filter((tag) => tag !== '<br')
      .sort();
  expect(tags(mail.html)).toEqual(tags(harmless.html));
  expect(mail.html.length).toBeLessThan(102_000);
  const transport = createTransport({ streamTransport: true, buffer: true });
  const { message: raw } = await transport.sendMail({
    from: 'a@fleet.example',
    to: 'lead@example.com',
    ...mail,
  });
  const { headers, to, bcc } = await PostalMime.parse(raw as Buffer);
  expect(to?.map(({ address }) => address)).toEqual(['lead@example.com']);
  expect([bcc, ...headers.map(({ key }) => key)]).not.toContain('bcc');
}

const full = (text: string) => ({ ...incidentFullOf(text), answerLink });
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE_TEXTS), fc.string({ unit: 'binary', maxLength: 60 })), {
    minLength: 1,
    maxLength: 10,
  })
  // The first letter prevents an empty text, which has other tags.
  .map((parts) => `x${parts.join('')}`);

describe('no text of others', () => {
  it.each(HOSTILE_TEXTS)('becomes a tag, header or address: %j', async (text) => {
    await expectHarmless(
      emailMessage(full(text), { picture: true }),
      emailMessage(full('harmless'), { picture: true }),
    );
    await expectHarmless(emailMessage(deletionFullOf(text)), emailMessage(deletionFullOf('harmless')));
  });

  it('does so, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        await expectHarmless(emailMessage(full(text)), emailMessage(full('harmless')));
        await expectHarmless(emailMessage(deletionFullOf(text)), emailMessage(deletionFullOf('x')));
      }),
      { numRuns: 40 },
    );
  });

  it('makes it longer than mail clients take', () => {
    const { subject, html, text } = emailMessage(full('&'.repeat(20_000)), { picture: true });
    expect(subject.length).toBeLessThanOrEqual(200);
    expect(html.length).toBeLessThan(102_000);
    expect(text.length).toBeLessThan(60_000);
  });
});
