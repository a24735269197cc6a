import { manyLines, oneLine, restWords, severityBadge } from '../../format/index.ts';
import type { CardBlock, CardButton, CardItem, NamedPerson, Row } from '../../format/index.ts';
import type { Language } from '../../language/index.ts';
import {
  SLACK_LIMITS,
  charactersOf,
  fields,
  plain,
  plainSection,
  section,
  sectionOfLines,
} from './blocks.ts';
import type { SlackBlock, SlackButton, SlackSelect } from './blocks.ts';
import { bold, escapeSlack, slackLink } from './escape.ts';

/** Entries of a list that are shown at most, because a message is read on a phone. */
const SHOWN = { items: 20, lines: 8, rows: SLACK_LIMITS.fields } as const;

/** Characters after escaping of a text, of a line, of one part of an item, and of an item that is only named. */
const LONGEST_TEXT = 2_500;
const LINE = 340;
const PART = 700;
const NAMED = 200;
/** Characters that say how much of a list is not shown. */
const REST = 120;

/** Limits for a part of a card. */
interface PartLimits {
  /** Characters that the part may use. */
  readonly room: number;
  readonly language: Language;
}

type Blocks = readonly SlackBlock[];

/** Renders a part of a card as blocks, as much of it as there is room for. */
export function cardBlocks(block: CardBlock, place: PartLimits): Blocks {
  return partsOf(block, place).filter((each) => each !== undefined);
}

function partsOf(block: CardBlock, place: PartLimits): readonly (SlackBlock | undefined)[] {
  switch (block.kind) {
    case 'text':
      return [textBlock(block, place)];
    case 'rows':
      return rowBlocks(block, place);
    case 'list':
      return [listBlock(block, place)];
    case 'items':
      return itemBlocks(block, place);
  }
}

/** Returns text on one line, escaped; a longer one is cut. */
export function lineOf(text: string, limit = LINE): string {
  return escapeSlack(oneLine(text, limit), limit);
}

function textBlock(
  { heading, text }: Extract<CardBlock, { kind: 'text' }>,
  { room }: PartLimits,
): SlackBlock | undefined {
  if (heading === undefined) return plainSection(text, Math.min(LONGEST_TEXT, room));
  const title = bold(heading, LINE);
  const limit = Math.min(LONGEST_TEXT, room - title.length - 1);
  return limit > 0 ? section(`${title}\n${escapeSlack(manyLines(text, limit), limit)}`) : undefined;
}

function rowBlocks(block: Extract<CardBlock, { kind: 'rows' }>, { room, language }: PartLimits): Blocks {
  const title = block.isTitleSpare ? '' : bold(block.title, NAMED);
  const texts = fitting(block.rows.slice(0, SHOWN.rows).map(fieldOf), room - title.length - REST);
  if (texts.length === 0) return [];
  if (title === '') return [fields(texts)];
  const rest = restWords(block.rows.length - texts.length, block, language);
  const heading = section(`${title}${rest === undefined ? '' : ` (${lineOf(rest, REST - 3)})`}`);
  return [{ type: 'divider' }, ...(heading ? [heading] : []), fields(texts)];
}

/** Returns the first texts that fit together. */
function fitting(texts: readonly string[], room: number): readonly string[] {
  let left = room;
  const end = texts.findIndex((text) => (left -= text.length) < 0);
  return end < 0 ? texts : texts.slice(0, end);
}

/** Longest link in a field, so that it still fits with its label and escaped ampersands. */
const LONGEST_FIELD_LINK = 150;

/** A member of a workspace; anything else is written as a name. */
const MEMBER = /^[UW][A-Z0-9]{1,20}$/;
/** People in one row at most, because a mention that is cut off would notify someone else. */
const MOST_PEOPLE = 10;

function mentions(people: readonly NamedPerson[]): string {
  return people
    .slice(0, MOST_PEOPLE)
    .map(({ name, slackId }) => (MEMBER.test(slackId ?? '') ? `<@${slackId}>` : lineOf(name, 60)))
    .join(', ');
}

function fieldOf({ label, value, href, people }: Row): string {
  if (people) return `${bold(label, NAMED)}\n${mentions(people)}`;
  const link = href !== undefined && href.length <= LONGEST_FIELD_LINK ? slackLink(href, value) : undefined;
  return `${bold(label, NAMED)}\n${link ?? lineOf(value)}`;
}

function listBlock(
  block: Extract<CardBlock, { kind: 'list' }>,
  { room, language }: PartLimits,
): SlackBlock | undefined {
  const title = bold(block.title, NAMED);
  const all = block.lines.slice(0, SHOWN.lines).map((line) => {
    if (typeof line === 'string') return `• ${lineOf(line)}`;
    return `• ${lineOf(line.label, 100)}${line.value && `  ${lineOf(line.value)}`}`;
  });
  const lines = fitting(all, Math.min(room, SLACK_LIMITS.sectionText) - title.length - all.length - REST);
  if (lines.length === 0) return undefined;
  const rest = restWords(block.lines.length - lines.length, block, language);
  return sectionOfLines([title, ...lines, ...(rest === undefined ? [] : [`• ${lineOf(rest, REST - 3)}`])]);
}

/**
 * Renders items in full while the following ones can at least be named, the most severe first. The number of items that are not
 * named is shown.
 */
function itemBlocks(
  block: Extract<CardBlock, { kind: 'items' }>,
  { room, language }: PartLimits,
): readonly (SlackBlock | undefined)[] {
  const items = block.items.slice(0, SHOWN.items);
  const names = items.map((item) => namedItem(item, language));
  let left = room - REST;
  const count = names.findIndex((name) => (left -= charactersOf(name)) < 0);
  const shown = names.slice(0, count < 0 ? items.length : count);
  left = room - REST - charactersOf(shown);
  let isFull = true;
  const blocks = shown.map((named, index) => {
    const full = fullItem(items[index]!, language);
    const more = charactersOf(full) - charactersOf(named);
    isFull &&= more <= left;
    if (!isFull) return named;
    left -= more;
    return full;
  });
  const rest = restWords(block.items.length - shown.length, block, language);
  return [...blocks, rest === undefined ? undefined : section(lineOf(rest, REST))];
}

function fullItem(
  { severity, title, lines, note, link }: CardItem,
  language: Language,
): SlackBlock | undefined {
  const { emoji, word } = severityBadge(severity, language);
  const target = link && slackLink(link.href, link.label, PART);
  const foot = [note === undefined ? '' : lineOf(note), target ?? ''].filter(Boolean).join('  ·  ');
  const said = lines.map((line) => escapeSlack(manyLines(line, PART), PART));
  return sectionOfLines([bold(`${emoji} ${word}: ${title}`, PART), ...said, foot].filter(Boolean));
}

/** Renders an item in one line. */
function namedItem({ severity, title, link }: CardItem, language: Language): SlackBlock | undefined {
  const { emoji, word } = severityBadge(severity, language);
  const target = link && slackLink(link.href, link.label, PART);
  return section([bold(`${emoji} ${word}: ${title}`, NAMED), target ?? ''].filter(Boolean).join('  ·  '));
}

/** Returns the block of a message's buttons and menus. */
export function actions(buttons: readonly CardButton[]): SlackBlock | undefined {
  if (buttons.length === 0) return undefined;
  return { type: 'actions', elements: buttons.map(elementOf) };
}

function elementOf(button: CardButton): SlackButton | SlackSelect {
  const text = plain(button.label, SLACK_LIMITS.buttonText);
  if (button.kind === 'choice') {
    const options = button.options.map(({ label, value }) => ({
      text: plain(label, SLACK_LIMITS.buttonText),
      value,
    }));
    return { type: 'static_select', action_id: button.action, placeholder: text, options };
  }
  const { action, value, spoken, style, confirm } = button;
  return {
    type: 'button',
    action_id: action,
    value,
    text,
    accessibility_label: oneLine(spoken, SLACK_LIMITS.buttonText),
    ...(style && { style }),
    ...(confirm && {
      confirm: {
        title: plain(confirm.title, SLACK_LIMITS.confirmTitle),
        text: plain(confirm.text, SLACK_LIMITS.confirmText),
        confirm: plain(confirm.yes, SLACK_LIMITS.confirmButton),
        deny: plain(confirm.no, SLACK_LIMITS.confirmButton),
        ...(style === 'danger' && { style }),
      },
    }),
  };
}
