import { describe, expect, it } from 'vitest';
import type { Card } from '../../../messages/format/index.ts';
import { emailCard, withPictures } from '../../../messages/channels/email/index.ts';
import { emailMessage } from '../../../messages/message.ts';
import { slackCard } from '../../../messages/channels/slack/index.ts';
import { exampleAlert } from '../exampleAlert.ts';
import { exampleIncident } from '../exampleIncident.ts';
import { expectWithinSlackLimits, markdownOf } from '../slackLimits.ts';

const card: Card = {
  fleetName: 'Northwind Delivery',
  subject: 'Subject',
  preview: 'Preview',
  notification: 'Notification',
  tone: 'info',
  emoji: '🔵',
  title: 'Title',
  isPossibleRepeat: false,
  status: [],
  lead: [],
  details: [],
  footer: { because: 'because it is a test', ids: [] },
  deliveryKey: 'k',
};
const rowsOf = (count: number, length: number) =>
  Array.from({ length: count }, (_, index) => ({ label: `Fact ${index}`, value: '🚚'.repeat(length) }));

describe('a card by e-mail', () => {
  it('shows all of what an ordinary message holds', () => {
    const { html } = emailCard({ ...card, details: [{ kind: 'rows', title: 'Rows', rows: rowsOf(12, 5) }] });
    expect(html.match(/scope="row"/g)).toHaveLength(12);
    expect(html).not.toContain('more');
  });

  it('is cut, and says so, before a mail client cuts it', () => {
    const lists = Array.from(
      { length: 10 },
      () => ({ kind: 'rows', title: 'Rows', rows: rowsOf(12, 90), elsewhere: 'on the trip’s page' }) as const,
    );
    const { html, text } = emailCard({ ...card, details: lists });
    expect(Buffer.byteLength(html)).toBeLessThan(102_000);
    expect(html).toMatch(/and \d+ more on the trip’s page/);
    expect(text.match(/Fact 11:/g)).toHaveLength(10);
  });

  it.each(['', '  ', '\u202e'])('has no empty paragraph for %j', (text) => {
    const { html } = emailCard({ ...card, lead: [{ kind: 'text', text }], status: [] });
    expect(html).not.toMatch(/<p [^>]*>\s*<\/p>/);
  });

  it('says everything as text, too', () => {
    const { text } = emailMessage({
      ...exampleIncident,
      incident: { ...exampleIncident.incident, ageSeconds: 26_412 },
      possibleRepeat: true,
    });
    expect(text).toMatch(
      /^OPEN · CRITICAL: Collision detected\n\nStep 2 of 3: .*\n\n\(!\) Possible duplicate/,
    );
    expect(text).toContain('(!) Late: the trip arrived');
    expect(text).toMatch(
      /because the escalation policy Collision \(version 2\) names you\.\nincident 412 · /,
    );
  });
});

describe('the pictures of an e-mail in a browser', () => {
  const { html } = emailMessage(
    { ...exampleAlert, text: 'See cid:trip-path and src="cid:trip-path"' },
    { picture: true },
  );

  it('come from elsewhere, and nothing that someone wrote does', () => {
    const shown = withPictures(html, () => '/outbox/$&.png');
    expect(shown).toContain(' src="/outbox/$&amp;.png"');
    expect(shown).toContain('See cid:trip-path and src=&quot;cid:trip-path&quot;');
  });

  it.each([undefined, 'javascript:alert(1)', '//evil.example/x.png'])('do not come from %s', (source) => {
    expect(withPictures(html, () => source)).toBe(html);
  });
});

describe('a card in Slack', () => {
  it('keeps its footer, whatever is cut to fifty blocks', () => {
    const lead = Array.from({ length: 80 }, (_, index) => ({ kind: 'text', text: `Text ${index}` }) as const);
    const message = slackCard({ ...card, lead });
    expectWithinSlackLimits(message);
    expect(message.blocks.at(-1)?.type).toBe('context');
  });

  it('lets no asterisk of others end what is bold', () => {
    const { blocks } = slackCard({
      ...card,
      status: ['a*b'],
      lead: [{ kind: 'items', items: [{ severity: 'info', title: '*x*', lines: [] }] }],
    });
    expect(markdownOf(blocks).map(({ text }) => text)).toEqual(
      expect.arrayContaining(['*a∗b*', '*🔵 Info: ∗x∗*']),
    );
  });
});
