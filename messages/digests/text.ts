import { textPart } from '../channels/email/index.ts';
import { oneLine } from '../format/index.ts';
import { cellText } from './model.ts';
import type { Block, Cell, DigestView, TableBlock } from './model.ts';

/** The links of a message, which are known only when a digest is sent. */
export interface MailLinks {
  /** The page that holds all of the digest. */
  readonly pageUrl?: string | undefined;
  /** The page that unsubscribes this receiver. */
  readonly unsubscribeUrl?: string | undefined;
}

/** Renders a digest as text with everything that the HTML says, for people who read or hear text. */
export function mailText(view: DigestView, { pageUrl, unsubscribeUrl }: MailLinks = {}): string {
  const head = [view.scope, view.title, view.period, view.compared].join('\n');
  const headline = view.headline.map(blockText).join('\n');
  const figures = view.figures.map(blockText).join('\n');
  const page = pageUrl === undefined ? '' : `${view.open}:\n${oneLine(pageUrl, 2_000)}`;
  const caveats =
    view.caveats.lines.length === 0
      ? ''
      : [
          `(!) ${view.caveats.title}`,
          ...view.caveats.lines.map((line) => `  ${line.replaceAll('\n', '\n  ')}`),
        ].join('\n');
  const sections = view.sections.map(({ title, blocks }) =>
    [title, '-'.repeat(title.length), ...blocks.map(blockText).filter(Boolean)].join('\n'),
  );
  const foot = [
    ...(pageUrl === undefined ? [] : [view.expires]),
    ...view.foot,
    ...(unsubscribeUrl === undefined ? [] : [`${view.unsubscribe}:\n${oneLine(unsubscribeUrl, 2_000)}`]),
  ];
  return textPart([head, headline, page, caveats, figures, ...sections], foot);
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `\n${block.text}`;
    case 'text':
    case 'quiet':
      return block.text;
    case 'lines':
      return block.items.map(textWithLink).join('\n');
    case 'figure':
      return [`${cellText(block.value)} ${block.unit}`.trim(), cellText(block.change)]
        .filter(Boolean)
        .join(', ');
    case 'picture':
      return block.alt;
    case 'table':
      return tableText(block);
  }
}

/**
 * Renders a line for each row, each value behind its column's name. Columns do not line up in every reader, and sound odd when
 * read out.
 */
function tableText({ columns, rows, more }: TableBlock): string {
  const lines = rows.flatMap(({ cells, note }) => {
    const [first, ...others] = cells;
    const isAlone = others.length === 1;
    const values = others.map((cell, index) => {
      const label = isAlone ? '' : `${columns[index + 1]?.text ?? ''}: `;
      return `${label}${textWithLink(cell)}`;
    });
    const line = `  ${first === undefined ? '' : cellText(first)}: ${values.join('; ')}`;
    return note === undefined ? [line] : [line, `    ${note}`];
  });
  return [...lines, ...(more === undefined ? [] : [`  ${more}`])].join('\n');
}

function textWithLink(cell: Cell): string {
  return cell.href === undefined ? cellText(cell) : `${cellText(cell)} ${oneLine(cell.href, 2_000)}`;
}
