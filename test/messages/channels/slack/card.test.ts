import { describe, expect, it } from 'vitest';
import type { AlertMessage } from '../../../../messages/format/index.ts';
import { slackMessage } from '../../../../messages/message.ts';
import { slackLink } from '../../../../messages/channels/slack/index.ts';
import { alertFullOf, exampleAlert, HOSTILE_TEXTS, UNWANTED } from '../../exampleAlert.ts';
import { expectWithinSlackLimits, markdownOf, wordsOf } from '../../slackLimits.ts';
import { TEXTS as CATALOGUE } from '../../../../texts/index.ts';

const POSSIBLE_REPEAT = CATALOGUE.en.format.possibleRepeat;

const LONGEST_TEXTS: readonly (readonly [string, string])[] = [
  ['letters', 'x'.repeat(20_000)],
  ['ampersands, five times as long when escaped', '&'.repeat(20_000)],
  ['angle brackets', '<'.repeat(20_000)],
  ['emoji', '🚚'.repeat(10_000)],
  ['lines', 'line\n'.repeat(5_000)],
  ['nothing', ''],
  ['invisible characters only', '\u202e\u0000\u200e'],
];

describe('an alert in Slack', () => {
  it('says how severe, who, when, why and what is behind it, and links to the trip', () => {
    const { text, blocks } = slackMessage(exampleAlert);
    const all = wordsOf({ blocks });
    expect(blocks[0]).toEqual({
      type: 'header',
      text: { type: 'plain_text', text: '🔴 Critical: Collision detected', emoji: false },
    });
    expect(all).toContain('*Driver*\nAnn Meyer (d-17)');
    expect(all).toContain('*When*\nFri, 21 Nov 2025, 14:03 – 14:36 (Europe/Berlin, UTC+1)');
    expect(all).toContain('*Top speed*\n131 km/h');
    expect(all).toContain(exampleAlert.sentence);
    expect(all).toContain('*Driver score change over 7 days*\n-12.5');
    expect(all).toContain('*Events (times of Europe/Berlin)*\n• Collision  14:32:10 · 62 km/h');
    expect(all).toContain(
      '*<https://tripline.example/fleets/north/trips/d-17/1763733780000?a=1&amp;b=2|Open the trip and its explanation>*',
    );
    expect(all.at(-1)).toMatch(
      /^Northwind Delivery · rule collision v4 · trip 1763733780000 · ref [0-9a-f]{8}$/,
    );
    expect(text).toBe(
      '🔴 Critical: Collision detected · Ann Meyer (d-17) · 1 collision in this trip detected (threshold: 1 or more).',
    );
  });

  it('marks a possible duplicate, in the blocks and in the notification', () => {
    const { text, blocks } = slackMessage({ ...exampleAlert, possibleRepeat: true });
    expect(wordsOf({ blocks }).join()).toContain(POSSIBLE_REPEAT);
    expect(text).toContain('(possible duplicate)');
    expect(JSON.stringify(slackMessage(exampleAlert))).not.toContain('repeat');
  });

  it('shows the uploaded picture, with words for those who do not see it', () => {
    expect(slackMessage(exampleAlert, { pictureFileId: 'F0123' }).blocks).toContainEqual({
      type: 'image',
      slack_file: { id: 'F0123' },
      alt_text: 'The trip’s path from start to end, with 1 × Collision.',
    });
    expect(slackMessage(exampleAlert).blocks.some(({ type }) => type === 'image')).toBe(false);
  });

  it('keeps the lines of the rule’s own text and stands it above the sentence', () => {
    const all = wordsOf(slackMessage({ ...exampleAlert, text: 'Call\r\nnow & <fast>' }));
    expect(all.slice(0, 2)).toEqual(['Call\nnow & <fast>', exampleAlert.sentence]);
  });

  it('does without whatever is not known', () => {
    const bare: AlertMessage = {
      ...exampleAlert,
      driver: { id: 'd-17' },
      trip: { tripId: 't' },
      facts: [],
      events: [],
      link: 'javascript:alert(1)',
    };
    const { blocks } = slackMessage(bare);
    expectWithinSlackLimits({ text: 'x', blocks });
    expect(blocks.map(({ type }) => type)).toEqual(['header', 'section', 'section', 'context']);
    expect(JSON.stringify(blocks)).not.toContain('javascript');
  });

  it.each(LONGEST_TEXTS)('stays within every limit when all texts are %s', (_name, text) => {
    const message = slackMessage(alertFullOf(text), { pictureFileId: 'F0123' });
    expectWithinSlackLimits(message);
    for (const { text: markdown } of markdownOf(message.blocks))
      expect(markdown.replace(/&(?:amp|lt|gt);/g, '').replace(/https:\S+\|/, '')).not.toContain('&');
  });

  it.each(HOSTILE_TEXTS)('lets no mention, link or control through: %j', (hostile) => {
    const message = slackMessage(alertFullOf(hostile));
    expectWithinSlackLimits(message);
    const own = /\*<https:\/\/tripline\.example\/[^<>|]*\|Open the trip and its explanation>\*/;
    for (const { text, verbatim, type } of markdownOf(message.blocks)) {
      expect(text.replace(own, '')).not.toMatch(/[<>]/);
      expect({ verbatim, type }).toEqual({ verbatim: true, type: 'mrkdwn' });
    }
    expect(message.text).not.toMatch(/[<>]/);
    const strings = [message.text, ...markdownOf(message.blocks).map(({ text }) => text)];
    for (const string of strings) expect(string).not.toMatch(UNWANTED);
  });

  it('escapes exactly the three characters, once, where Slack reads markup', () => {
    const { text } = slackMessage({ ...exampleAlert, sentence: `a & b < c > d "e" 'f' &amp;` });
    expect(text).toContain(`a &amp; b &lt; c &gt; d "e" 'f' &amp;amp;`);
  });
});

describe('slackLink', () => {
  it.each([
    ['https://x.example/a|b>c', '<https://x.example/a%7Cb%3Ec|go>'],
    ['http://localhost:3000/a b', '<http://localhost:3000/a%20b|go>'],
  ])('makes %s a link that ends where it should', (address, link) => {
    expect(slackLink(address, 'go')).toBe(link);
  });

  it.each(['javascript:alert(1)', 'no address', '', `https://x.example/${'a'.repeat(4000)}`])(
    'makes no link of %j',
    (address) => {
      expect(slackLink(address, 'go')).toBeUndefined();
    },
  );
});
