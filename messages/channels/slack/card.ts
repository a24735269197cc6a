import {
  cardHeading,
  deliveryReference,
  manyLines,
  oneLine,
  restWords,
  severityBadge,
} from '../../format/index.ts';
import type { Card, CardBlock, CardButton, CardItem, NamedPerson, Row } from '../../format/index.ts';
import { textsOf } from '../../language/index.ts';
import type { Language } from '../../language/index.ts';
import {
  SLACK_LIMITS,
  bold,
  context,
  escapeSlack,
  fields,
  image,
  plain,
  section,
  sectionOfLines,
  slackLink,
} from './blocks.ts';
import type { SlackBlock, SlackButton, SlackMessage, SlackSelect } from './blocks.ts';

/** How much of a list is shown; a message is read on a phone. */
const SHOWN = { items: 20, lines: 8, rows: SLACK_LIMITS.fields } as const;

/** Characters after escaping of a text, of a line, and of one part of an item, so that all of them fit into a section. */
const LONGEST_TEXT = 2_500;
const LINE = 340;
const PART = 700;

type Blocks = readonly (SlackBlock | undefined)[];

/**
 * A card as a Slack message, within Slack's limits whatever its texts hold: what has to be read, the buttons, and what is
 * behind it. The picture comes last, because it is attached later and must not move what is being read or pressed.
 * @param options `pictureFileId` is the id of the uploaded picture
 */
export function slackCard(card: Card, options: { readonly pictureFileId?: string } = {}): SlackMessage {
  const say = textsOf(card.language ?? 'en');
  const said = card.isPossibleRepeat
    ? say('format.possibleRepeatMark', { text: card.notification })
    : card.notification;
  const text = oneLine(`${card.emoji} ${said}`, SLACK_LIMITS.fallback);
  const body = [
    warning(card.isPossibleRepeat ? say('format.possibleRepeat') : ''),
    ...bodyOf(card, options.pictureFileId),
  ];
  const blocks = body.filter((block) => block !== undefined).slice(0, SLACK_LIMITS.blocks - 2);
  return {
    text: escapeSlack(text, SLACK_LIMITS.fallback),
    blocks: [...(card.reply === undefined ? [header(card)] : []), ...blocks, footer(card)],
  };
}

/** A few plain words as a Slack message. */
export function slackWords(words: string): SlackMessage {
  const text = escapeSlack(words, SLACK_LIMITS.sectionText);
  const block = section(text);
  return { text, blocks: block ? [block] : [] };
}

function header(card: Card): SlackBlock {
  return { type: 'header', text: plain(`${card.emoji} ${cardHeading(card)}`, SLACK_LIMITS.header) };
}

function bodyOf(card: Card, pictureFileId: string | undefined): Blocks {
  if (card.reply !== undefined) return [section(textOf(card.reply))];
  const [first = '', ...others] = card.status;
  const { language = 'en' } = card;
  const blocks = (each: CardBlock): Blocks => blocksOf(each, language);
  const link = card.link && !card.link.isOfItem && slackLink(card.link.href, card.link.label);
  return [
    sectionOfLines([bold(first, 1_000), ...others.map((line) => lineOf(line, 1_000))].filter(Boolean)),
    warning(card.warning ?? ''),
    ...card.lead.flatMap(blocks),
    actions(card.answers?.buttons ?? []),
    ...card.details.flatMap(blocks),
    pictureFileId && card.pictureAltText ? image(pictureFileId, card.pictureAltText) : undefined,
    link ? section(`*${link}*`) : undefined,
  ];
}

function warning(words: string): SlackBlock | undefined {
  return words ? section(`:warning: ${bold(words, 1_000)}`) : undefined;
}

function footer({ language = 'en', fleetName, footer: { because, ids }, deliveryKey }: Card): SlackBlock {
  const about = ids.length > 0 ? ids : [because];
  const reference = deliveryReference(deliveryKey).slice(0, 8);
  const shown = textsOf(language)('format.shortReference', { reference });
  return context([fleetName, ...about, shown].join(' · '));
}

function blocksOf(block: CardBlock, language: Language): Blocks {
  switch (block.kind) {
    case 'text':
      return [section([bold(block.heading ?? '', LINE), textOf(block.text)].filter(Boolean).join('\n'))];
    case 'rows':
      return rowBlocks(block, language);
    case 'list':
      return [listBlock(block, language)];
    case 'items': {
      const rest = restWords(block.items.length - SHOWN.items, block, language);
      const items = block.items.slice(0, SHOWN.items).map((item) => itemBlock(item, language));
      return [...items, rest === undefined ? undefined : section(lineOf(rest))];
    }
  }
}

/** Text with its lines; a longer one is cut. */
function textOf(text: string): string {
  return escapeSlack(manyLines(text, LONGEST_TEXT), LONGEST_TEXT);
}

function lineOf(text: string, limit = LINE): string {
  return escapeSlack(oneLine(text, limit), limit);
}

function rowBlocks(block: Extract<CardBlock, { kind: 'rows' }>, language: Language): Blocks {
  if (block.rows.length === 0) return [];
  const rows = fields(block.rows.map(fieldOf));
  if (block.isTitleSpare) return [rows];
  const rest = restWords(block.rows.length - SHOWN.rows, block, language);
  const title = `${bold(block.title, 200)}${rest === undefined ? '' : ` (${lineOf(rest)})`}`;
  return [{ type: 'divider' }, section(title), rows];
}

/** With its label and escaped ampersands such a link still fits into a field. */
const LONGEST_FIELD_LINK = 150;

/** A member of a workspace; anything else is written as a name. */
const MEMBER = /^[UW][A-Z0-9]{1,20}$/;
/** People in one row: a mention cut off would call somebody else. */
const MOST_PEOPLE = 10;

function mentions(people: readonly NamedPerson[]): string {
  return people
    .slice(0, MOST_PEOPLE)
    .map(({ name, slackId }) => (MEMBER.test(slackId ?? '') ? `<@${slackId}>` : lineOf(name, 60)))
    .join(', ');
}

function fieldOf({ label, value, href, people }: Row): string {
  const half = SLACK_LIMITS.field / 2 - 4;
  if (people) return `${bold(label, half)}\n${mentions(people)}`;
  const link = href !== undefined && href.length <= LONGEST_FIELD_LINK ? slackLink(href, value) : undefined;
  return `${bold(label, half)}\n${link ?? lineOf(value, half)}`;
}

function listBlock(block: Extract<CardBlock, { kind: 'list' }>, language: Language): SlackBlock | undefined {
  if (block.lines.length === 0) return undefined;
  const lines = block.lines.slice(0, SHOWN.lines).map((line) => {
    if (typeof line === 'string') return `• ${lineOf(line)}`;
    return `• ${lineOf(line.label, 100)}${line.value && `  ${lineOf(line.value)}`}`;
  });
  const rest = restWords(block.lines.length - SHOWN.lines, block, language);
  return sectionOfLines([bold(block.title, 200), ...lines, ...(rest === undefined ? [] : [`• ${rest}`])]);
}

function itemBlock(
  { severity, title, lines, note, link }: CardItem,
  language: Language,
): SlackBlock | undefined {
  const { emoji, word } = severityBadge(severity, language);
  const target = link && link.href.length <= PART ? slackLink(link.href, link.label) : undefined;
  const foot = [note === undefined ? '' : lineOf(note), target ?? ''].filter(Boolean).join('  ·  ');
  const said = lines.map((line) => escapeSlack(manyLines(line, PART), PART));
  return sectionOfLines([bold(`${emoji} ${word}: ${title}`, PART), ...said, foot].filter(Boolean));
}

function actions(buttons: readonly CardButton[]): SlackBlock | undefined {
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
