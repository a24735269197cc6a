import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeSlack, slackPreview, unescapeSlack } from '../../../messages/channels/slack/index.ts';
import { digestSlack } from '../../../messages/digests/index.ts';
import { slackMessage } from '../../../messages/message.ts';
import { digestFullOf } from '../../messages/digests/otherDigests.ts';
import { alertFullOf, exampleAlert } from '../../messages/exampleAlert.ts';
import { deletionFullOf, incidentFullOf } from '../../messages/exampleIncident.ts';
import { markdownOf, plainOf, textsOf, wordsOf } from '../../messages/slackLimits.ts';

/**
 * Finds what Slack would render in a text that is meant to be plain, by rules of this test alone. They cover emoji by their
 * names, emphasis between signs at the edges of words, and quotations at the beginning of a line. They also cover mentions and
 * links in angle brackets.
 */
function madeOf(text: string): readonly string[] {
  const emoji = [...text.matchAll(/:[\p{Ll}\p{Lo}\p{N}_+'’＿＋-]+:/gu)];
  const emphasis = [
    ...text.matchAll(/(?<![\p{L}\p{N}])([_~`＿～｀])(?!\s)[^\n]*?(?<!\s)\1(?![\p{L}\p{N}])/gu),
    ...text.matchAll(/(?<![\p{L}\p{N}])[*＊](?!\s)[^\n]*?(?<!\s)[*＊](?![\p{L}\p{N}])/gu),
  ];
  const quotes = [...text.matchAll(/^(?:&gt;|＞)/gmu)];
  const special = [...text.matchAll(/<[^>]*>/gu)];
  return [...emoji, ...emphasis, ...quotes, ...special].map(([found]) => found);
}

/** Texts of people and systems, each with a public report in which a chat rendered it as something else. */
const TEXTS: readonly string[] = [
  'north:100:7',
  'fleet:a:b:c',
  '00:1a:ab:cd:ef:8b',
  'fe80::1:ab:cd',
  '12:30:45',
  'Route :warehouse: 7',
  'Müller :ü:',
  '*urgent* _now_ ~not~ `code`',
  '~$58.5k … ~$16.5k',
  '**CARGO**',
  '_id_',
  '(_within brackets_)',
  '＊全幅＊ ＿線＿',
  '> 30 km/h',
  'first\n> second\n>>> third',
  '```\nblock\n```',
  '- *a*\n- *b*',
  '<!channel> <@U012AB3CD> <https://evil.example|click>',
  '&lt;!here&gt; &amp;amp;',
  'a*b*c *d',
  ':warning: :fire:',
  'סופה:100:7 *מהר*',
];

describe('a text that people or systems wrote, in Slack’s markup', () => {
  it.each(TEXTS)('%j means nothing to Slack', (text) => {
    expect(madeOf(escapeSlack(text, 3_000))).toEqual([]);
  });

  it('means nothing to Slack whatever it is made of', () => {
    const sign = fc.constantFrom(...'*_~`:>< \n&aZ09-＊＿｀:é🚚', '100', ':', ':');
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 40 }), (signs) => {
        expect(madeOf(escapeSlack(signs.join(''), 3_000))).toEqual([]);
      }),
      { numRuns: 3_000 },
    );
  });

  it.each(['driver_17_b', 'a_b', 'd-17', 'x~y', 'B-AM 1', '14:03', 'https://a.example/x_y', 'R&D <north>'])(
    '%j can be copied as it is from what Slack shows',
    (id) => {
      expect(unescapeSlack(escapeSlack(id, 100))).toBe(id);
      expect(escapeSlack(id, 100)).not.toContain('\u200B');
    },
  );

  it('is cut before it is escaped, so that a cut makes no emoji', () => {
    for (let limit = 1; limit < 40; limit += 1) {
      const cut = escapeSlack(`${':ab'.repeat(20)}:`, limit);
      expect(cut.length).toBeLessThanOrEqual(limit);
      expect(madeOf(cut)).toEqual([]);
    }
  });
});

describe.each(TEXTS.map((text) => [text] as const))('a message full of %j', (text) => {
  const messages = [
    slackMessage(alertFullOf(text)),
    slackMessage({
      ...alertFullOf(text),
      also: [{ rule: { ...exampleAlert.rule, name: text }, sentence: text, text }],
    }),
    slackMessage(incidentFullOf(text)),
    slackMessage(incidentFullOf(text, 'resolved')),
    slackMessage({ ...incidentFullOf(text), reason: 'note' }),
    slackMessage(deletionFullOf(text)),
    digestSlack(digestFullOf(text, 2), { pageUrl: 'https://tripline.example/d/abc' }),
  ];

  it('shows no emoji but the warning sign that Tripline writes, in its blocks and in its notification', () => {
    for (const { blocks, text: notification } of messages)
      for (const shown of [notification, ...markdownOf(blocks).map((each) => each.text)]) {
        const emoji = shown.replace(/^:warning: /, '').match(/:[\p{Ll}\p{Lo}\p{N}_+'-]+:/gu);
        expect(emoji).toBeNull();
      }
  });

  it('has whatever is not markup as plain text in which Slack looks for nothing', () => {
    for (const { blocks } of messages) {
      const plain = [...plainOf(blocks), ...textsOf(blocks).filter(({ type }) => type === 'plain_text')];
      for (const each of plain) expect(each).toMatchObject({ type: 'plain_text', emoji: false });
    }
  });
});

describe('what is shown as plain text', () => {
  it('is the rule’s own text, the sentence and the small print, to the letter', () => {
    const text = 'Call <Ann> & *say* :100:\n> now_';
    const message = slackMessage({
      ...exampleAlert,
      text,
      sentence: 'north:100:7 & *b*',
      fleet: { ...exampleAlert.fleet, name: ':a: & _b_' },
    });
    const plain = textsOf(message.blocks).filter(({ type }) => type === 'plain_text');
    expect(plain.map((each) => each.text)).toEqual([
      text,
      'north:100:7 & *b*',
      expect.stringMatching(/^:a: & _b_ · rule collision v4/),
    ]);
  });

  it('reads in the outbox as in Slack', () => {
    const message = slackMessage({
      ...exampleAlert,
      text: 'a < b & :c:',
      driver: { id: 'north:100:7', name: 'Ann' },
    });
    const html = slackPreview(message.blocks, { pictureUrl: undefined, language: 'en' }).toString();
    expect(html).toContain('a &lt; b &amp; :c:');
    expect(html).toContain('Ann (north:100:7)');
    expect(wordsOf(message).join('\n')).toContain('Ann (north:100:7)');
  });
});
