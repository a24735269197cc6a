import { fitting, textPart, withPictures } from '../emailFrame.ts';
import type { EmailMessage } from '../emailFrame.ts';
import { textStyle, toneStyle } from '../emailParts.ts';
import { markup, pngSource } from '../html.ts';
import type { Html } from '../html.ts';
import { LIGHT } from '../palette.ts';
import { oneLine } from '../plainText.ts';
import type { DigestContent } from './content.ts';
import { digestPictures } from './digestPictures.ts';
import type { DigestPicture } from './digestPictures.ts';
import { digestView } from './digestView.ts';
import type { DigestWords } from './english.ts';
import { mailHtml } from './mailHtml.ts';
import { cellText, EMAIL_LEVELS, tellingOf } from './view.ts';
import type { Block, Cell, DigestView, Section, SourceNote, TableBlock } from './view.ts';

/** What is known only when a digest is sent. */
interface DigestMailOptions {
  /** Whether the table of all drivers is attached; undefined: as it will be, for all its content says. */
  readonly hasTable?: boolean | undefined;
  /** The page that unsubscribes this receiver. */
  readonly unsubscribeUrl?: string | undefined;
  /** Where this receiver can answer an incident that waits; undefined for one that they cannot answer. */
  readonly incidentLink?: ((id: string) => string | undefined) | undefined;
}

/** A digest as an e-mail. */
export interface DigestEmail extends EmailMessage {
  /** To be attached inline, each under its `cid`. */
  readonly pictures: readonly DigestPicture[];
}

/** File name for the table of all drivers. */
export function digestCsvName({ digest, period }: DigestContent): string {
  return `${fileName(digest.id)}-${fileName(period.now.to)}.csv`;
}

/** A digest as an e-mail; lists are cut, and say so, until its HTML is below 102 kB: the last level is bounded in every list and name. */
export function digestEmail(content: DigestContent, options: DigestMailOptions = {}): DigestEmail {
  const { hasTable, incidentLink, unsubscribeUrl } = options;
  const { view, html } = fitting(EMAIL_LEVELS, (limits) => {
    const made = digestView(content, { limits, hasTable, incidentLink });
    return { view: made, html: mailHtml(made, unsubscribeUrl) };
  });
  return {
    subject: view.subject,
    html,
    text: mailText(view, unsubscribeUrl),
    pictures: digestPictures(content),
  };
}

/** The e-mail's HTML with its pictures inside, for where nothing can be attached. */
export function htmlWithPictures({ html, pictures }: DigestEmail): string {
  const sources = new Map(pictures.map(({ cid, png }) => [cid, pngSource(png)]));
  return withPictures(html, (cid) => sources.get(cid));
}

/** Only what every file system takes. */
function fileName(text: string): string {
  return text.replace(/[^\w-]+/g, '-').slice(0, 80);
}

/** The text part of a digest's e-mail: everything that the HTML part says, for those who read or hear text. */
export function mailText(view: DigestView, unsubscribeUrl: string | undefined): string {
  const head = [view.scope, view.title, view.period, view.compared].join('\n');
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
    ...view.foot,
    ...(unsubscribeUrl === undefined ? [] : [`${view.unsubscribe}:\n${oneLine(unsubscribeUrl, 2_000)}`]),
  ];
  return textPart([head, caveats, ...sections], foot);
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `\n${block.text}`;
    case 'text':
    case 'quiet':
      return block.text;
    case 'lines':
      return block.items.map((item) => cellText(item)).join('\n');
    case 'figure':
      return [`${cellText(block.value)} ${block.unit}`.trim(), cellText(block.change)]
        .filter(Boolean)
        .join(', ');
    case 'picture':
      return block.isInTable ? '' : block.alt;
    case 'table':
      return tableText(block);
  }
}

/** A row a line, each value behind its column's name: columns do not line up in every reader, and sound odd read out. */
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

/**
 * The Content-Security-Policy of a digest's page: an e-mail's styles stand on its elements, so inline styles are allowed;
 * nothing else is, and nothing comes from elsewhere.
 */
export const DIGEST_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** A digest for a browser: the e-mail as it would be sent, its subject above it and the sources of its figures below. */
export function digestPage(content: DigestContent, options: DigestMailOptions = {}): string {
  const mail = digestEmail(content, options);
  const html = htmlWithPictures(mail);
  const { words } = tellingOf(content, { limits: EMAIL_LEVELS[0] });
  const { sections } = digestView(content, { limits: EMAIL_LEVELS[0] });
  const top = banner(words, mail.subject).text;
  const bottom = sourceTable(words, sourcesOf(sections)).text;
  const start = html.indexOf('>', html.indexOf('<body')) + 1;
  const end = html.lastIndexOf('</body>');
  return `${html.slice(0, start)}${top}${html.slice(start, end)}${bottom}${html.slice(end)}`;
}

const BOX = 'max-width:600px;margin:0 auto;padding:16px 20px;box-sizing:border-box';

function banner(words: DigestWords, subject: string): Html {
  return markup`<div style="${BOX}"><p class="info" role="note" style="${textStyle('normal', LIGHT.tones.info.ink)};${toneStyle('info')};padding:12px 16px;border-radius:8px">${words.page.preview}</p>
<p class="ink" style="${textStyle('normal', LIGHT.ink)};padding-top:12px;word-break:break-word"><span class="muted" style="color:${LIGHT.muted}">${words.page.subject}:</span> <strong><bdi>${subject}</bdi></strong></p></div>`;
}

const LONGEST_SOURCE = 400;

/** Every figure with its call or query, in the order of the sections; those that share a source stand together. */
function sourcesOf(sections: readonly Section[]): readonly SourceNote[] {
  const bySource = new Map<string, Set<string>>();
  for (const { figure, source } of sections.flatMap(({ sources }) => sources)) {
    const text = oneLine(source, LONGEST_SOURCE);
    bySource.set(text, (bySource.get(text) ?? new Set()).add(figure));
  }
  return [...bySource].map(([source, figures]) => ({
    figure: oneLine([...figures].join(', '), LONGEST_SOURCE),
    source,
  }));
}

function sourceTable(words: DigestWords, sources: readonly SourceNote[]): Html {
  const head = `${textStyle('small', LIGHT.muted)};padding:6px 12px 6px 0;text-align:left;font-weight:400`;
  const cell = `${textStyle('small', LIGHT.ink)};padding:6px 12px 6px 0;border-top:1px solid ${LIGHT.line};vertical-align:top;text-align:left;word-break:break-word`;
  const rows = sources.map(
    ({ figure, source }) =>
      markup`<tr><th scope="row" class="ink line" style="${cell};font-weight:400;width:42%">${figure}</th><td class="ink line" style="${cell}"><code>${source}</code></td></tr>`,
  );
  return markup`<div style="${BOX};padding-bottom:48px"><h2 class="ink" style="${textStyle('normal', LIGHT.ink)};font-weight:700">${words.page.sources}</h2>
<p class="muted" style="${textStyle('small', LIGHT.muted)};padding:4px 0 8px">${words.page.note}</p>
<table width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse;table-layout:fixed;width:100%"><thead><tr><th scope="col" class="muted" style="${head};width:42%">${words.page.figure}</th><th scope="col" class="muted" style="${head}">${words.page.source}</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}
