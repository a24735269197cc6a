import {
  SLACK_LIMITS,
  bold,
  charactersOf,
  context,
  escapeSlack,
  plain,
  sectionOfLines,
  slackLink,
} from '../channels/slack/index.ts';
import type { SlackBlock, SlackMessage } from '../channels/slack/index.ts';
import type { DigestContent } from './content.ts';
import { essentialView } from './compose.ts';
import type { DigestMailOptions } from './email.ts';
import { cellText } from './model.ts';
import type { Block, Cell, DigestView, TableBlock } from './model.ts';

/** Marks that Slack shows better as an emoji; arrows stay, because a red triangle that points up says two things. */
const EMOJI: Readonly<Record<string, string>> = { '!': '❗', '◆': '🔸', '✓': '✅', '●': '•', '?': '❔' };

/** Facts that are known only when a digest is sent to Slack. */
export type DigestSlackOptions = Pick<DigestMailOptions, 'incidentLink' | 'pageUrl'>;

/** Characters of one message, and of one that Slack refused for its length. */
const ALL = { whole: SLACK_LIMITS.all, short: 2_000 } as const;
/** Characters of the notification. */
const NOTIFICATION = 900;

/**
 * Renders the essentials of a digest as a Slack message that links to the page with the rest. It is within Slack's limits,
 * whatever the digest holds.
 */
export function digestSlack(content: DigestContent, options: DigestSlackOptions = {}): SlackMessage {
  const { pageUrl, incidentLink } = options;
  const view = essentialView(content, { hasTable: false, incidentLink });
  const text = escapeSlack(`${view.subject}. ${view.preview}`, NOTIFICATION);
  const link = pageUrl === undefined ? undefined : slackLink(pageUrl, view.open);
  return {
    text,
    blocks: blocksOf(view, pageUrl, ALL.whole - text.length),
    shorter: () => ({
      text,
      blocks: blocksOf(view, pageUrl, ALL.short - text.length),
      shorter: () => ({ text: [text, link].filter(Boolean).join('\n'), blocks: [] }),
    }),
  };
}

/** Returns the blocks of a message. The required ones are made first; the figures and sections share the room that is left, and a section may be left out. */
function blocksOf(view: DigestView, pageUrl: string | undefined, most: number): readonly SlackBlock[] {
  const head = [
    { type: 'header', text: plain(view.title, SLACK_LIMITS.header) } as const,
    context([view.scope, view.period, view.compared].join(' · '), 600),
    sectionOfLines(view.headline.flatMap(blockLines), 600),
    pageBlock(pageUrl, view),
  ];
  const foot = context(view.foot.join(' '), 600);
  let room = most - charactersOf([...head, foot]);
  const fill = (lines: readonly string[]): SlackBlock | undefined => {
    const made = sectionOfLines(lines, room);
    room -= charactersOf(made);
    return made;
  };
  const { title, lines } = view.caveats;
  const warned = [`:warning: ${bold(title, 200)}`, ...lines.map((line) => escapeSlack(line, 480))];
  const blocks = [
    lines.length === 0 ? undefined : fill(warned),
    fill(view.figures.flatMap(blockLines)),
    ...view.sections.map(({ title: heading, blocks: parts }) =>
      fill([bold(heading, 200), ...parts.flatMap(blockLines)]),
    ),
    fill(otherLines(pageUrl, view)),
  ];
  return [...head, ...blocks, foot].filter((block) => block !== undefined);
}

function pageBlock(pageUrl: string | undefined, { open, expires }: DigestView): SlackBlock | undefined {
  const link = pageUrl === undefined ? undefined : slackLink(pageUrl, open);
  return link === undefined ? undefined : sectionOfLines([`${link} · ${escapeSlack(expires, 480)}`]);
}

/** Names the sections that only the page has. */
function otherLines(pageUrl: string | undefined, { alsoThere, onPage }: DigestView): readonly string[] {
  if (pageUrl === undefined || onPage.length === 0) return [];
  const links = onPage.map(
    ({ id, title }) => slackLink(`${pageUrl}#${id}`, title) ?? escapeSlack(title, 200),
  );
  return [`${escapeSlack(alsoThere, 480)} ${links.join(' · ')}`];
}

function blockLines(block: Block): readonly string[] {
  switch (block.kind) {
    case 'heading':
      return [`_${escapeSlack(block.text.replaceAll('_', ' '), 300)}_`];
    case 'text':
    case 'quiet':
      return [escapeSlack(block.text, 600)];
    case 'lines':
      return block.items.map(slackLine);
    case 'figure':
      return [
        `${bold(`${block.value.text} ${block.unit}`, 200)}  ${escapeSlack(cellText(block.change), 200)}`,
      ];
    case 'table':
      return tableLines(block);
    case 'picture':
      return [escapeSlack(block.alt, 600)];
  }
}

function slackLine(cell: Cell): string {
  const { symbol, text } = cell;
  return `${EMOJI[symbol ?? ''] ?? symbol ?? '•'} ${linked(cell, text) ?? escapeSlack(text, 600)}`;
}

/** Renders one line for each row, because Slack's own tables accept neither notes nor links. */
function tableLines({ columns, rows, more }: TableBlock): readonly string[] {
  const lines = rows.flatMap(({ cells, note }) => {
    const [first, ...others] = cells;
    const isAlone = others.length === 1;
    const values = others.map((cell, index) => {
      const label = isAlone || cell.symbol !== undefined ? '' : (columns[index + 1]?.text ?? '');
      return `${label && `${escapeSlack(label, 100)} `}${cellMarkdown(cell)}`;
    });
    const name = first === undefined ? '' : bold(cellText(first), 300);
    return [
      `• ${name}: ${values.join(', ')}`,
      ...(note === undefined ? [] : [`      ${escapeSlack(note, 500)}`]),
    ];
  });
  return [...lines, ...(more === undefined ? [] : [escapeSlack(more, 300)])];
}

function cellMarkdown(cell: Cell): string {
  const text = cellText(cell);
  return linked(cell, text) ?? escapeSlack(text, 300);
}

/** Returns the text as a link where the cell has an address that Slack accepts. */
function linked({ href }: Cell, text: string): string | undefined {
  return href === undefined || href.length > 800 ? undefined : slackLink(href, text);
}
