import { expect } from 'vitest';
import type {
  SlackBlock,
  SlackMarkdown,
  SlackMessage,
  SlackPlainText,
} from '../../messages/channels/slack/index.ts';

/** Returns every text object of sections and context blocks. */
export function textsOf(blocks: readonly SlackBlock[]): readonly (SlackMarkdown | SlackPlainText)[] {
  return blocks.flatMap((block): readonly (SlackMarkdown | SlackPlainText)[] => {
    if (block.type === 'section') return [...(block.text ? [block.text] : []), ...(block.fields ?? [])];
    return block.type === 'context' ? block.elements : [];
  });
}

/** Returns every text object in Slack's markup. */
export function markdownOf(blocks: readonly SlackBlock[]): readonly SlackMarkdown[] {
  return textsOf(blocks).filter((text) => text.type === 'mrkdwn');
}

/** Returns the texts of sections and context blocks, in markup or not, without the breaks that keep Slack from reading emoji. */
export function wordsOf({ blocks }: Pick<SlackMessage, 'blocks'>): readonly string[] {
  return textsOf(blocks).map(({ text }) => text.replaceAll('\u200B', ''));
}

/** Returns every text object that is shown as it is. */
export function plainOf(blocks: readonly SlackBlock[]): readonly SlackPlainText[] {
  return blocks.flatMap((block) => {
    if (block.type === 'header') return [block.text];
    if (block.type !== 'actions') return [];
    return block.elements.flatMap((element) => {
      if (element.type === 'static_select')
        return [element.placeholder, ...element.options.map(({ text }) => text)];
      const { confirm } = element;
      return [element.text, ...(confirm ? [confirm.title, confirm.text, confirm.confirm, confirm.deny] : [])];
    });
  });
}

/** Expects Slack's documented limits, as plain numbers, because the modules' own constants could be wrong. */
export function expectWithinSlackLimits({ text, blocks }: SlackMessage): void {
  expect(blocks.length).toBeLessThanOrEqual(50);
  expect(text.length).toBeLessThanOrEqual(4000);
  expect(text.length).toBeGreaterThan(0);
  for (const block of blocks) {
    if (block.type === 'header') expectLength(block.text.text, 150);
    if (block.type === 'section') {
      if (block.text) expectLength(block.text.text, 3000);
      expect(block.fields?.length ?? 1).toBeGreaterThan(0);
      expect(block.fields?.length ?? 0).toBeLessThanOrEqual(10);
      for (const field of block.fields ?? []) expectLength(field.text, 2000);
    }
    if (block.type === 'context') expect(block.elements.length).toBeLessThanOrEqual(10);
    if (block.type === 'image') expectLength(block.alt_text, 2000);
    if (block.type === 'actions') expectActions(block.elements);
  }
  for (const { text: shown } of [...textsOf(blocks), ...plainOf(blocks)])
    expect(shown.length).toBeGreaterThan(0);
}

function expectActions(elements: Extract<SlackBlock, { type: 'actions' }>['elements']): void {
  expect(elements.length).toBeGreaterThan(0);
  expect(elements.length).toBeLessThanOrEqual(25);
  expect(new Set(elements.map((each) => each.action_id)).size).toBe(elements.length);
  for (const element of elements) {
    expectLength(element.action_id, 255);
    if (element.type === 'static_select') {
      expectLength(element.placeholder.text, 150);
      expect(element.options.length).toBeLessThanOrEqual(100);
      for (const { text, value } of element.options) {
        expectLength(text.text, 75);
        expectLength(value, 150);
      }
      continue;
    }
    expectLength(element.text.text, 75);
    expectLength(element.value, 2000);
    if (element.accessibility_label !== undefined) expectLength(element.accessibility_label, 75);
    if (element.confirm) {
      expectLength(element.confirm.title.text, 100);
      expectLength(element.confirm.text.text, 300);
      expectLength(element.confirm.confirm.text, 30);
      expectLength(element.confirm.deny.text, 30);
    }
  }
}

function expectLength(text: string, most: number): void {
  expect(text.length).toBeLessThanOrEqual(most);
  expect(text.length).toBeGreaterThan(0);
}
