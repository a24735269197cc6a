import { describe, expect, it } from 'vitest';
import type { AlertMessage } from '../../../messages/format/index.ts';
import { emailMessage, slackMessage } from '../../../messages/message.ts';
import type { SummaryMessage } from '../../../messages/alerts/index.ts';
import { alertFullOf, exampleAlert, HOSTILE_TEXTS } from '../exampleAlert.ts';
import { markdownOf } from '../slackLimits.ts';
import { TEXTS as CATALOGUE } from '../../../texts/index.ts';

const POSSIBLE_REPEAT = CATALOGUE.en.format.possibleRepeat;

const item = {
  rule: exampleAlert.rule,
  driver: exampleAlert.driver,
  trip: exampleAlert.trip,
  sentence: exampleAlert.sentence,
  link: exampleAlert.link,
};
const roundup: SummaryMessage = {
  fleet: exampleAlert.fleet,
  severity: 'critical',
  title: '2 alerts from quiet hours',
  intro: '2 alerts were held.',
  items: [item, { ...item, driver: { id: 'd-18' } }],
  more: 0,
  why: 'because rules name this receiver',
  deliveryKey: 'k',
  possibleRepeat: false,
};

function fullOf(text: string): SummaryMessage {
  const { rule, driver, trip, sentence } = alertFullOf(text);
  const items = Array.from({ length: 100 }, () => ({ rule, driver, trip, sentence, link: text }));
  return { ...roundup, items, title: text, intro: text, why: text, more: 7, possibleRepeat: true };
}

function alsoFullOf(text: string): AlertMessage {
  const full = alertFullOf(text);
  const other = { rule: full.rule, sentence: text, text };
  return { ...full, also: Array.from({ length: 40 }, () => other) };
}

const TEXTS = [...HOSTILE_TEXTS, 'x'.repeat(20_000), '&'.repeat(20_000), '<'.repeat(20_000), ''];

describe('a message about several alerts', () => {
  it('names each with its driver and a link, for Slack and by e-mail', () => {
    const blocks = JSON.stringify(slackMessage(roundup).blocks);
    const { subject, html, text } = emailMessage(roundup);
    expect(subject).toBe('2 alerts from quiet hours');
    for (const shown of [blocks, html, text]) {
      expect(shown.replaceAll(/<\/?span[^>]*>/g, '')).toContain('Ann Meyer (d-17)');
      expect(shown).toContain('d-18');
    }
    for (const shown of [blocks, text]) expect(shown.split('tripline.example')).toHaveLength(3);
  });

  it('has one button by e-mail, above the alerts: the trip of the alert that matters most', () => {
    const minor = { ...item, rule: { ...item.rule, severity: 'info' as const }, driver: { id: 'd-18' } };
    const link = 'https://tripline.example/t/worst';
    const items = [minor, { ...item, link }];
    const buttonOf = (message: SummaryMessage): string | undefined =>
      /<table[^>]*class="button".*?<\/table>/s.exec(emailMessage(message).html)?.[0];
    expect(buttonOf({ ...roundup, items })).toContain(link);
    expect(buttonOf({ ...roundup, items })).toContain('Open the trip of Ann Meyer (d-17)');
    const german = { ...roundup, fleet: { ...roundup.fleet, language: 'de' as const }, items };
    expect(buttonOf(german)).toContain('Fahrt von Ann Meyer (d-17) öffnen');
    const { html } = emailMessage({ ...roundup, items });
    expect(html.indexOf('class="button"')).toBeLessThan(html.indexOf('d-18'));
    expect(buttonOf({ ...roundup, items: [] })).toBeUndefined();
  });

  it('shows the vehicle of a driver whose record has one', () => {
    const items = [{ ...item, driver: { ...item.driver, vehicle: 'Van 12', licensePlate: 'B-AM 1' } }];
    for (const shown of [
      JSON.stringify(slackMessage({ ...roundup, items }).blocks),
      emailMessage({ ...roundup, items }).html,
      emailMessage({ ...roundup, items }).text,
    ])
      expect(shown).toContain('Vehicle: Van 12 · B-AM 1 · ');
    const german = { ...roundup, fleet: { ...roundup.fleet, language: 'de' as const }, items };
    expect(emailMessage(german).text).toContain('Fahrzeug: Van 12 · B-AM 1 · ');
    expect(emailMessage(roundup).text).not.toContain('Vehicle');
  });

  it('asks about the deletions that wait, each in the line of its trip, and in the message of one trip', () => {
    const asks = 'Delete this trip? Deletion 12 waits for approval';
    const asking = { ...roundup, items: [item, { ...item, pendingDeletion: '12' }] };
    const one = { ...exampleAlert, pendingDeletion: '12' };
    const also = [{ rule: item.rule, sentence: 'So.', pendingDeletion: '12' }];
    for (const message of [asking, one, { ...exampleAlert, also }])
      for (const shown of [JSON.stringify(slackMessage(message).blocks), emailMessage(message).text])
        expect(shown.split(asks)).toHaveLength(2);
    expect(emailMessage(roundup).text).not.toContain('Delete this trip?');
  });

  it('keeps an id in brackets on one line in an e-mail, and as it is for whoever copies it', () => {
    const { html } = emailMessage(roundup);
    expect(html).toContain('Ann Meyer <span style="white-space:nowrap">(d-17)</span>');
    expect(html).not.toContain('\u2011');
  });

  it('says how many are not shown', () => {
    expect(JSON.stringify(slackMessage(fullOf('a')).blocks)).toContain('and 87 more');
    expect(emailMessage(fullOf('a')).text).toContain('and 67 more');
    const others = { ...roundup, more: 1_234 };
    for (const shown of [JSON.stringify(slackMessage(others).blocks), emailMessage(others).html])
      expect(shown).toContain('and 1,234 more');
  });

  it('says when it may be a duplicate', () => {
    const repeated = { ...roundup, possibleRepeat: true };
    expect(JSON.stringify(slackMessage(repeated).blocks)).toContain(POSSIBLE_REPEAT);
    expect(emailMessage(repeated).subject).toMatch(/^\[Possible duplicate\]/);
    expect(emailMessage(repeated).text).toContain(POSSIBLE_REPEAT);
  });
});

describe('other alerts of the trip', () => {
  const also = [
    { rule: { id: 'b', name: 'Hard brake', version: 2, severity: 'warning' as const }, sentence: 'So.' },
  ];

  it('are grouped into the same message', () => {
    const { text, blocks } = slackMessage({ ...exampleAlert, also });
    expect(text).toContain('Collision detected, Hard brake');
    expect(JSON.stringify(blocks)).toContain('Warning: Hard brake*\\nSo.');
    expect(JSON.stringify(blocks)).toContain('rule collision v4 · rule b v2');
    const email = emailMessage({ ...exampleAlert, also });
    expect(email.subject).toMatch(/Collision detected.* \(\+1 more\)$/);
    expect(email.text).toContain('WARNING: Hard brake\nSo.');
    expect(email.html).toContain('collision (version 4), b (version 2)');
  });
});

describe.each([
  ['several alerts', fullOf],
  ['one trip', alsoFullOf],
])('a message about %s, full of what it must not become', (_, make) => {
  it.each(TEXTS.map((text) => [text.slice(0, 40), text] as const))(
    '%j stays within limits',
    (_name, text) => {
      const { text: fallback, blocks } = slackMessage(make(text));
      expect(blocks.length).toBeLessThanOrEqual(50);
      expect(fallback.length).toBeLessThanOrEqual(4_000);
      for (const block of blocks) {
        if (block.type === 'header') expect(block.text.text.length).toBeLessThanOrEqual(150);
        if (block.type === 'section') expect(block.text?.text.length ?? 1).toBeLessThanOrEqual(3_000);
        if (block.type === 'section') expect(block.text?.text.length ?? 1).toBeGreaterThan(0);
      }
      const marked = JSON.stringify(markdownOf(blocks));
      expect(marked).not.toMatch(/<!channel>|<!here|<@U|<https:\/\/evil/);
      const { subject, html } = emailMessage(make(text));
      expect(subject).not.toMatch(/[\r\n]/);
      expect(html).not.toMatch(/<script|<img src=x/);
      // Gmail cuts longer mails.
      expect(Buffer.byteLength(html)).toBeLessThan(102_000);
    },
  );
});
