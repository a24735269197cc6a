import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SummaryItem, SummaryMessage } from '../../../messages/alerts/index.ts';
import type { SlackMessage } from '../../../messages/channels/slack/index.ts';
import { digestSlack } from '../../../messages/digests/index.ts';
import { slackMessage } from '../../../messages/message.ts';
import type { Message } from '../../../messages/message.ts';
import { digestFullOf } from '../../messages/digests/otherDigests.ts';
import { alertFullOf, exampleAlert } from '../../messages/exampleAlert.ts';
import { deletionFullOf, incidentFullOf } from '../../messages/exampleIncident.ts';
import { expectWithinSlackLimits } from '../../messages/slackLimits.ts';

/**
 * Slack refused 11,341 characters in all blocks, and accepted 9,597. Its documentation does not say which characters it adds up.
 */
const MOST = 10_000;

/** Characters of all texts of a message, counted by this test's own rule: every string but the names of types and styles. */
function charactersIn(value: unknown, name = ''): number {
  if (typeof value === 'string') return name === 'type' || name === 'style' ? 0 : value.length;
  if (Array.isArray(value)) return value.reduce((sum: number, each) => sum + charactersIn(each), 0);
  if (value === null || typeof value !== 'object') return 0;
  return Object.entries(value).reduce((sum, [key, each]) => sum + charactersIn(each, key), 0);
}

/** Returns the message and every shorter form that is sent when Slack refuses it. */
function everySizeOf(message: SlackMessage): readonly SlackMessage[] {
  return [message, ...(message.shorter ? everySizeOf(message.shorter()) : [])];
}

function expectToFit(message: SlackMessage): void {
  const sizes = everySizeOf(message);
  for (const size of sizes) {
    expectWithinSlackLimits(size);
    expect(charactersIn({ text: size.text, blocks: size.blocks })).toBeLessThan(MOST);
  }
  // Without its picture the same message may say more; from then on each has less.
  const words = sizes.filter(({ blocks }) => blocks.every(({ type }) => type !== 'image'));
  const lengths = words.map(({ text, blocks }) => charactersIn({ text, blocks }));
  expect(lengths).toEqual([...lengths].sort((one, other) => other - one));
  // The last resort contains nothing that could be at fault but a short text.
  expect(sizes.at(-1)).toMatchObject({ blocks: [] });
  expect(lengths.at(-1)).toBeLessThan(4_000);
}

const EIGHT_CONDITIONS = Array.from(
  { length: 8 },
  (_, index) => `${index + 3} hard brakes in the last 7 days (threshold: ${index + 1} or more)`,
).join(', and ');

function summaryOf(items: readonly SummaryItem[]): SummaryMessage {
  return {
    fleet: exampleAlert.fleet,
    severity: 'critical',
    title: `${items.length} alerts`,
    items,
    more: 0,
    intro: `${items.length} alerts waited for this channel.`,
    why: 'because rules name this channel',
    deliveryKey: 'k',
    possibleRepeat: true,
  };
}

function itemOf(name: string, sentence: string): SummaryItem {
  return {
    rule: { id: 'braking', name: 'Braking on wet roads', severity: 'critical' },
    driver: { id: name, name },
    trip: exampleAlert.trip,
    sentence,
    link: `https://tripline.example/fleets/north/trips/d-1/1763733780000?expires=1766325780&signature=${'5f'.repeat(32)}`,
  };
}

describe('a message for Slack, as a whole', () => {
  it('names each of 22 alerts with eight conditions, or says how many it does not', () => {
    const items = Array.from({ length: 22 }, (_, index) =>
      itemOf(`Anneliese Brandtner-${index}`, EIGHT_CONDITIONS),
    );
    const message = slackMessage(summaryOf(items));
    expectToFit(message);
    const shown = JSON.stringify(message.blocks);
    const named = items.filter(({ driver }) => shown.includes(driver.id)).length;
    expect(named).toBeGreaterThanOrEqual(20);
    expect(shown).toContain(`and ${22 - named} more`);
    expect(shown).toContain(EIGHT_CONDITIONS);
  });

  it.each([
    ['letters', 'x'.repeat(500)],
    ['ampersands', '&'.repeat(500)],
    ['words', 'Müller '.repeat(70)],
    ['emoji', '🚚'.repeat(250)],
    ['right-to-left', 'סופה '.repeat(100)],
    ['colons', ':100:'.repeat(100)],
    ['twenty thousand characters', 'y'.repeat(20_000)],
  ])('fits whatever it is about when every text of it is 500 %s', (_name, text) => {
    const messages: readonly Message[] = [
      alertFullOf(text),
      { ...alertFullOf(text), also: Array.from({ length: 12 }, () => ({ ...alertFullOf(text), text })) },
      summaryOf(Array.from({ length: 40 }, () => itemOf(text, text))),
      ...(['open', 'acknowledged', 'resolved'] as const).map((state) => incidentFullOf(text, state)),
      { ...incidentFullOf(text), reason: 'note' },
      ...(['requested', 'approved', 'expired'] as const).map((state) => deletionFullOf(text, state)),
    ];
    for (const message of messages) {
      expectToFit(slackMessage(message));
      expectToFit(slackMessage(message, { pictureFileId: 'F0123' }));
    }
    for (const pageUrl of [undefined, 'https://tripline.example/d/abc'])
      expectToFit(digestSlack(digestFullOf(text, 100), { pageUrl }));
  });

  it('fits for any group of alerts, names and conditions', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 500 }),
      fc.string({ minLength: 400, maxLength: 500 }),
      fc.array(fc.constantFrom(...'a& <>:*_~`é🚚\n', ':100:'), { maxLength: 500 }).map((all) => all.join('')),
    );
    const item = fc.tuple(text, text, fc.array(text, { maxLength: 8 })).map(([name, rule, conditions]) => ({
      ...itemOf(name, conditions.join(', and ')),
      rule: { id: rule, name: rule, severity: 'warning' as const },
    }));
    fc.assert(
      fc.property(fc.array(item, { maxLength: 45 }), text, (items, title) =>
        expectToFit(slackMessage({ ...summaryOf(items), title, intro: title, why: title })),
      ),
      { numRuns: 60 },
    );
  });

  it('keeps who is to be called and the buttons of a page to the last block that Slack takes', () => {
    const [, short] = everySizeOf(slackMessage(incidentFullOf('z'.repeat(500))));
    expect(JSON.stringify(short?.blocks)).toContain('incident_acknowledge');
  });

  it('leads from its shortest form to the trip', () => {
    for (const message of [exampleAlert, incidentFullOf('Ann'), summaryOf([itemOf('Ann', 'So.')])])
      expect(everySizeOf(slackMessage(message)).at(-1)?.text).toContain(
        '<https://tripline.example/fleets/north',
      );
  });
});
