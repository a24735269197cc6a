import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EmailMessage } from '../../../messages/channels/email/index.ts';
import type { SummaryMessage } from '../../../messages/alerts/index.ts';
import { digestEmail } from '../../../messages/digests/index.ts';
import { emailMessage } from '../../../messages/message.ts';
import type { Message } from '../../../messages/message.ts';
import { digestFullOf } from '../../messages/digests/otherDigests.ts';
import { alertFullOf, exampleAlert } from '../../messages/exampleAlert.ts';
import { deletionFullOf, incidentFullOf } from '../../messages/exampleIncident.ts';

/** Gmail hides everything beyond 102 kB of HTML, including the link for the answer. */
const MOST_HTML_BYTES = 102_000;
/** Spam filters weigh the HTML against the text, and people's readers of plain text show all of it. */
const MOST_TEXT_BYTES = 102_000;
/** Documented of `EmailMessage`; lists of mail show fewer characters still. */
const MOST_SUBJECT = 200;

function expectToFit({ subject, html, text }: EmailMessage): void {
  expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
  expect(subject.length).toBeLessThanOrEqual(MOST_SUBJECT);
  expect(subject).not.toMatch(/\p{Surrogate}/u);
  expect(Buffer.byteLength(html)).toBeLessThan(MOST_HTML_BYTES);
  expect(Buffer.byteLength(text)).toBeLessThan(MOST_TEXT_BYTES);
}

function summaryOf(text: string, count: number): SummaryMessage {
  const item = {
    rule: { id: text, name: text, severity: 'critical' as const },
    driver: { id: text, name: text },
    trip: exampleAlert.trip,
    sentence: text,
    link: `https://tripline.example/fleets/north/trips/d-1/1763733780000?signature=${'5f'.repeat(32)}`,
  };
  return {
    fleet: exampleAlert.fleet,
    severity: 'critical',
    title: text,
    intro: text,
    why: text,
    more: 3,
    items: Array.from({ length: count }, () => item),
    deliveryKey: 'k',
    possibleRepeat: true,
  };
}

function everyMessageFullOf(text: string): readonly Message[] {
  return [
    alertFullOf(text),
    { ...alertFullOf(text), also: Array.from({ length: 12 }, () => ({ ...alertFullOf(text), text })) },
    summaryOf(text, 40),
    ...(['open', 'acknowledged', 'resolved'] as const).map((state) => incidentFullOf(text, state)),
    { ...incidentFullOf(text), reason: 'note' },
    ...(['requested', 'approved', 'expired'] as const).map((state) => deletionFullOf(text, state)),
  ];
}

describe('an e-mail, as a whole', () => {
  it.each([
    ['letters', 'x'.repeat(500)],
    ['ampersands', '&'.repeat(500)],
    ['words', 'Müller '.repeat(70)],
    ['emoji', '🚚'.repeat(250)],
    ['right-to-left', 'סופה '.repeat(100)],
    ['lines', 'Ann\r\nBcc: all@fleet.example\r\n'.repeat(18)],
    ['twenty thousand characters', 'y'.repeat(20_000)],
    ['twenty thousand quotation marks', '"'.repeat(20_000)],
  ])('fits whatever it is about when every text of it is %s', (_name, text) => {
    for (const message of everyMessageFullOf(text))
      for (const picture of [false, true]) expectToFit(emailMessage(message, { picture }));
    expectToFit(digestEmail(digestFullOf(text, 100), { pageUrl: 'https://tripline.example/d/abc' }));
  });

  it('fits for any text and any number of alerts', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 500 }),
      fc.string({ minLength: 400, maxLength: 2_000 }),
      fc.array(fc.constantFrom(...'a& <>"\'é🚚\n\t'), { maxLength: 500 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 45 }), (each, count) => {
        expectToFit(emailMessage(summaryOf(each, count)));
        for (const message of everyMessageFullOf(each)) expectToFit(emailMessage(message));
      }),
      { numRuns: 30 },
    );
  });
});
