import {
  INK_TONES,
  button,
  emailFrame,
  fitting,
  notice,
  paragraph,
  picture,
  row,
  textLink,
  textStyle,
  withPictures,
  whole,
} from '../channels/email/index.ts';
import type { EmailMessage } from '../channels/email/index.ts';
import { FONT, LIGHT, markup, pngSource, safeHref } from '../format/index.ts';
import type { Html, HtmlValue } from '../format/index.ts';
import type { DigestContent } from './content.ts';
import { LINE_CID, linePicture } from './pictures.ts';
import { digestView, essentialView } from './compose.ts';
import { EMAIL_LEVELS } from './rendering.ts';
import type { RenderingOptions } from './rendering.ts';
import type { Block, Cell, DigestView, TableBlock } from './model.ts';
import { mailText } from './text.ts';
import type { MailLinks } from './text.ts';

/** Facts that are known only when a digest is sent. */
export type DigestMailOptions = MailLinks & Omit<RenderingOptions, 'limits'>;

/** Renders the essentials of a digest as an e-mail, with a link to the page that has the rest. */
export function digestEmail(content: DigestContent, options: DigestMailOptions = {}): EmailMessage {
  const { hasTable, incidentLink } = options;
  const view = essentialView(content, { hasTable, incidentLink });
  return {
    language: view.language,
    subject: view.subject,
    html: mailHtml(view, options),
    text: mailText(view, options),
  };
}

/**
 * Renders a whole digest in HTML with its pictures inside. Lists are cut, and say so, until the HTML without the pictures is
 * below 102 kB. The last level is bounded in every list and name.
 */
export function wholeDigestHtml(content: DigestContent): string {
  const { html } = fitting(EMAIL_LEVELS, (limits) => ({
    html: mailHtml(digestView(content, { limits, hasTable: false }), {}),
  }));
  const line = linePicture(content);
  return withPictures(html, (cid) => (cid === LINE_CID && line ? pngSource(line) : undefined));
}

/** Width of the first column, by the number of columns. It is the same in all tables, so that figures are aligned. */
const FIRST_WIDTHS = new Map([
  [2, '50%'],
  [3, '40%'],
]);

const BREAKS = 'word-break:break-word';

/** Renders a digest's HTML with its pictures as `cid:…`. If there is a page, the titles of its sections link to it. */
function mailHtml(view: DigestView, { pageUrl, unsubscribeUrl }: MailLinks): string {
  const { caveats, figures, foot, headline, onPage } = view;
  const [page, leave] = [safeHref(pageUrl), safeHref(unsubscribeUrl)];
  const others = page !== undefined && onPage.length > 0 && otherSections(view, page);
  return emailFrame({
    language: view.language,
    title: view.subject,
    tone: 'info',
    preview: view.preview,
    rows: markup`${head(view)}
${headline.length > 0 && row(headline.map(blockHtml), '6px')}
${page && button(page, view.open)}
${caveats.lines.length > 0 && notice('warning', [`⚠\uFE0E\u00A0 ${caveats.title}`, ...caveats.lines])}
${figures.length > 0 && row(figures.map(blockHtml), '4px')}
${row(markup`<div class="ink" style="${textStyle('normal', LIGHT.ink)};text-align:left">${view.sections.map((each, index) => section(each, page, view.sections.findIndex(({ id }) => id === each.id) === index))}${others}</div>`, '0')}`,
    footer: markup`${[...(page ? [view.expires] : []), ...foot].map((line) => paragraph(line, 'small'))}${leave && paragraph(textLink(leave, view.unsubscribe), 'small')}`,
  });
}

function otherSections({ onPage, alsoThere }: DigestView, page: string): Html {
  const links = onPage.map(
    ({ id, title }, index) => markup`${index > 0 && ' · '}${textLink(`${page}#${id}`, title)}`,
  );
  return markup`<p class="ink elsewhere" style="margin:0;padding-top:12px;${BREAKS}">${alsoThere} ${links}</p>`;
}

function head({ scope, title, period, compared }: DigestView): Html {
  return row(
    markup`${paragraph(markup`<bdi>${scope}</bdi>`, 'small')}
<h1 class="ink" style="${textStyle('large', LIGHT.ink)};font-weight:700;${BREAKS}"><bdi>${title}</bdi></h1>
<p class="ink" style="${textStyle('normal', LIGHT.ink)};padding-top:6px">${period}</p>
${paragraph(compared, 'small')}`,
    '16px',
  );
}

/**
 * Renders a section inside the one box that sets the font, because a box for each paragraph would make a long digest too large.
 * Two sections may be parts of one section of the page: the first has its id.
 */
function section(
  { id, title, blocks }: DigestView['sections'][number],
  page: string | undefined,
  isAnchor: boolean,
): Html {
  const heading = page === undefined ? title : textLink(`${page}#${id}`, `${title}\u00A0›`);
  return markup`<h2 class="ink"${isAnchor && markup` id="${id}"`} style="margin:0;padding-top:12px;font-size:19px;line-height:26px;font-weight:700">${heading}</h2>
${blocks.map(blockHtml)}`;
}

const SMALL = `margin:0;padding-top:4px;font-size:13px;line-height:19px;color:${LIGHT.muted};${BREAKS}`;

function blockHtml(block: Block): HtmlValue {
  switch (block.kind) {
    case 'heading':
      return markup`<h3 class="ink" style="margin:0;padding-top:18px;font-size:15px;line-height:23px;font-weight:700">${block.text}</h3>`;
    case 'text':
      return markup`<p class="ink" style="margin:0;padding-top:10px;${BREAKS}">${block.text}</p>`;
    case 'quiet':
      return markup`<p class="muted" style="${SMALL}">${block.text}</p>`;
    case 'lines':
      return markup`<ul role="list" style="margin:0;padding:2px 0 0;list-style:none">${block.items.map(lineItem)}</ul>`;
    case 'figure':
      return figure(block);
    case 'picture':
      return markup`<div style="padding-top:12px">${picture(LINE_CID, block.alt, 'added')}</div>`;
    case 'table':
      return table(block);
  }
}

function lineItem({ symbol, text, tone, href }: Cell): Html {
  return markup`<li class="ink" style="margin:0;padding:6px 0 0 26px;text-indent:-26px;${BREAKS}"><span aria-hidden="true" style="display:inline-block;width:26px;text-indent:0">${inked(tone, symbol)}</span>${href === undefined ? whole(text) : textLink(href, whole(text))}</li>`;
}

function figure({ value, unit, change }: Extract<Block, { kind: 'figure' }>): Html {
  const size = unit === '' ? 'font-size:24px;line-height:34px' : 'font-size:40px;line-height:48px';
  return markup`<p class="ink" style="${textStyle('normal', LIGHT.ink)};padding-top:6px"><span class="ink" style="${size};font-weight:700">${value.text}</span> ${unit} &nbsp; ${cellHtml(change)}</p>`;
}

/** Renders content in the ink of its tone, which a class changes on a dark screen. */
function inked(tone: Cell['tone'], content: HtmlValue): Html {
  const ink = INK_TONES.find((each) => each === tone);
  return ink === undefined
    ? markup`<span class="ink">${content}</span>`
    : markup`<span class="ink-${ink}" style="color:${LIGHT.tones[ink].ink}">${content}</span>`;
}

/** Renders a cell, as a link if it has an address. Screen readers skip its symbol. */
function cellHtml({ symbol, text, tone, href }: Cell): Html {
  const said =
    symbol === undefined
      ? whole(text)
      : inked(tone, markup`<span aria-hidden="true">${symbol}</span>&nbsp;${whole(text)}`);
  const address = safeHref(href);
  return address ? markup`<a class="link" href="${address}" style="color:${LIGHT.link}">${said}</a>` : said;
}

const GRID = `width:100%;border-collapse:collapse;font-family:${FONT};font-size:15px;line-height:21px;color:${LIGHT.ink};${BREAKS}`;
const HEAD = `font-size:13px;line-height:18px;font-weight:400;color:${LIGHT.muted}`;
const EDGE = `border-top:1px solid ${LIGHT.line}`;
const NUMBER = 'text-align:right;word-break:normal';

function table({ caption, columns, rows, more }: TableBlock): Html {
  const heads = columns.map(({ text, isNumber }, index) =>
    index === 0
      ? markup`<th scope="col" class="name muted" width="${FIRST_WIDTHS.get(columns.length) ?? '28%'}" style="padding:8px 0 6px;text-align:left;${HEAD}">${text}</th>`
      : markup`<th scope="col" class="muted" style="padding:8px 0 6px 10px;${HEAD};${isNumber ? NUMBER : 'text-align:left'}">${text}</th>`,
  );
  return markup`<table class="ink" aria-label="${caption}" width="100%" cellpadding="0" cellspacing="0" border="0" style="${GRID}"><thead><tr valign="bottom">${heads}</tr></thead><tbody>${rows.map(
    ({
      cells,
      note,
    }) => markup`<tr valign="top">${cells.map((cell, index) => tableCell(cell, { index, columns }))}</tr>
${note !== undefined && markup`<tr><td class="muted" colspan="${cells.length}" style="padding:0 0 5px;font-size:13px;line-height:19px;color:${LIGHT.muted}"><bdi>${whole(note)}</bdi></td></tr>`}`,
  )}</tbody></table>
${more !== undefined && markup`<p class="muted" style="${SMALL}">${more}</p>`}`;
}

function tableCell(
  cell: Cell,
  { index, columns }: { readonly index: number; readonly columns: TableBlock['columns'] },
): Html {
  if (index === 0)
    return markup`<th scope="row" class="name line" style="padding:6px 0;${EDGE};text-align:left;font-weight:700"><bdi>${cellHtml(cell)}</bdi></th>`;
  const isNumber = columns[index]?.isNumber ?? false;
  return markup`<td class="cell line" style="padding:6px 0 6px 10px;${EDGE}${isNumber && `;${NUMBER}`}">${cellHtml(isNumber ? together(cell) : cell)}</td>`;
}

/** A number and its unit stay on one line, as long as that leaves room for the others on a phone. */
const LONGEST_TOGETHER = 9;

function together(cell: Cell): Cell {
  return cell.text.length > LONGEST_TOGETHER ? cell : { ...cell, text: cell.text.replaceAll(' ', '\u00A0') };
}
