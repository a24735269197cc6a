import {
  SLACK_LIMITS,
  bold,
  context,
  escapeSlack,
  image,
  plain,
  sectionOfLines,
  slackLink,
} from '../channels/slack/index.ts';
import type { SlackBlock, SlackMessage } from '../channels/slack/index.ts';
import type { DigestContent } from './content.ts';
import { digestView } from './compose.ts';
import { cellText, SLACK_LIMITS_OF_DIGEST } from './model.ts';
import type { Block, Cell, DigestView, Section, TableBlock } from './model.ts';

/** Blocks kept for head, caveats and foot. */
const BLOCKS_OF_SECTIONS = SLACK_LIMITS.blocks - 8;

/** Marks that Slack shows better as an emoji; arrows stay, because a red triangle that points up says two things. */
const EMOJI: Readonly<Record<string, string>> = { '!': '❗', '◆': '🔸', '✓': '✅', '●': '•', '?': '❔' };

/** What is known only when a digest is sent to Slack. */
export interface DigestSlackOptions {
  readonly incidentLink?: ((id: string) => string | undefined) | undefined;
  /** The page that holds all of the digest. */
  readonly pageUrl?: string | undefined;
  /** Ids of pictures uploaded to Slack, shown where the digest has them. */
  readonly pictureFileIds?: Readonly<Partial<Record<'line' | 'ratings', string>>>;
}

/** A digest as a Slack message: the same words in fewer rows, within Slack's limits whatever it holds. */
export function digestSlack(content: DigestContent, options: DigestSlackOptions = {}): SlackMessage {
  const view = digestView(content, {
    limits: SLACK_LIMITS_OF_DIGEST,
    hasTable: false,
    incidentLink: options.incidentLink,
  });
  const { caveats } = view;
  const head: readonly (SlackBlock | undefined)[] = [
    { type: 'header', text: plain(view.title, SLACK_LIMITS.header) },
    context([view.scope, view.period, view.compared].join(' · ')),
    caveats.lines.length === 0
      ? undefined
      : sectionOfLines([
          `:warning: ${bold(caveats.title, 200)}`,
          ...caveats.lines.map((line) => escapeSlack(line, 480)),
        ]),
  ];
  const body = view.sections.flatMap((each) => sectionBlocks(each, options));
  const blocks = [
    ...head,
    ...body.slice(0, BLOCKS_OF_SECTIONS),
    ...pageBlock(options.pageUrl, view),
    context(view.foot.join(' ')),
  ];
  return {
    text: escapeSlack(`${view.subject}. ${view.preview}`, SLACK_LIMITS.fallback),
    blocks: blocks.filter((block) => block !== undefined),
  };
}

function pageBlock(
  pageUrl: string | undefined,
  { open, expires }: DigestView,
): readonly (SlackBlock | undefined)[] {
  const link = pageUrl === undefined ? undefined : slackLink(pageUrl, open);
  return link === undefined ? [] : [sectionOfLines([`${link} · ${escapeSlack(expires, 480)}`])];
}

/** A section is one block, but a picture stands between two. */
function sectionBlocks({ title, blocks }: Section, options: DigestSlackOptions): readonly SlackBlock[] {
  const made: (SlackBlock | undefined)[] = [];
  let lines = [bold(title, 200)];
  for (const block of blocks) {
    const fileId = block.kind === 'picture' ? options.pictureFileIds?.[block.id] : undefined;
    if (block.kind !== 'picture') lines.push(...blockLines(block));
    else if (fileId === undefined) lines.push(...pictureLines(block));
    else {
      made.push(sectionOfLines(lines), image(fileId, block.alt));
      lines = [];
    }
  }
  made.push(sectionOfLines(lines));
  return made.filter((block) => block !== undefined);
}

/** A picture that is not there yet, or could not be uploaded. */
function pictureLines({ isInTable, alt }: Extract<Block, { kind: 'picture' }>): readonly string[] {
  return isInTable ? [] : [escapeSlack(alt, 600)];
}

function blockLines(block: Exclude<Block, { kind: 'picture' }>): readonly string[] {
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
  }
}

function slackLine({ symbol, text }: Cell): string {
  return `${EMOJI[symbol ?? ''] ?? symbol ?? '•'} ${escapeSlack(text, 600)}`;
}

/** A row a line: Slack's own tables take neither notes nor links. */
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
  const link = cell.href === undefined || cell.href.length > 800 ? undefined : slackLink(cell.href, text);
  return link ?? escapeSlack(text, 300);
}
