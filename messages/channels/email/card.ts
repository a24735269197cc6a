import {
  LIGHT,
  TRIP_PICTURE_CONTENT_ID,
  cardHeading,
  deliveryReference,
  manyLines,
  markup,
  oneLine,
  restWords,
  safeHref,
  safeLogoSource,
  severityBadge,
} from '../../format/index.ts';
import type { Card, CardBlock, CardItem, Html, HtmlValue, Row } from '../../format/index.ts';
import { LOCALES, textsOf } from '../../language/index.ts';
import type { Language } from '../../language/index.ts';
import { LONGEST_SUBJECT, emailFrame, fitting, textPart } from './frame.ts';
import type { EmailMessage } from './frame.ts';
import {
  button,
  lineList,
  notice,
  paragraph,
  picture,
  pill,
  row,
  rowTable,
  textLines,
  textLink,
  textStyle,
  titled,
  whole,
} from './parts.ts';

/** Limits of a card in an e-mail: entries of each list, characters of a text and of a line. */
interface Level {
  readonly items: number;
  readonly rows: number;
  readonly text: number;
  readonly line: number;
}

/** Levels of detail, from generous to bare. The trip's page has the rest. */
const LEVELS: readonly [Level, ...Level[]] = [
  { items: 40, rows: 12, text: 4_000, line: 1_000 },
  { items: 40, rows: 12, text: 2_000, line: 400 },
  { items: 20, rows: 8, text: 1_000, line: 250 },
  { items: 10, rows: 6, text: 500, line: 150 },
  { items: 5, rows: 4, text: 300, line: 80 },
];

/** Longest address in the text part. */
const ADDRESS = 2_000;

/**
 * Renders a card as an e-mail: with tables and inline styles, which every client understands, and as text. Lists and texts are
 * cut, and say so, until the HTML is small enough for every client.
 * @param options `picture`: the picture of the trip's path is attached inline as `cid:trip-path`
 */
export function emailCard(card: Card, options: { readonly picture?: boolean } = {}): EmailMessage {
  const subject = oneLine(card.subject, LONGEST_SUBJECT);
  const { language = 'en' } = card;
  const say = textsOf(language);
  return {
    language,
    subject: oneLine(
      card.isPossibleRepeat ? say('format.possibleRepeatSubject', { subject }) : subject,
      LONGEST_SUBJECT,
    ),
    html: fitting(LEVELS, (level) => ({ html: html(card, { level, hasPicture: options.picture === true }) }))
      .html,
    text: text(card),
  };
}

/** A block in the form of one part of the e-mail. */
interface Form<Made> {
  readonly language: Language;
  readonly text: (heading: string | undefined, text: string) => Made;
  readonly titled: (title: string, lines: readonly (string | Row)[], rest: string | undefined) => Made;
  readonly items: (items: readonly CardItem[], rest: string | undefined) => Made;
}

/** Renders a block in one of the two forms, with the detail of a level. */
function made<Made>(block: CardBlock, level: Level, form: Form<Made>): Made | undefined {
  if (block.kind === 'text') {
    const text = manyLines(block.text, level.text);
    return text === '' ? undefined : form.text(block.heading, text);
  }
  const entries = block.kind === 'rows' ? block.rows : block.kind === 'list' ? block.lines : block.items;
  if (entries.length === 0) return undefined;
  const most = block.kind === 'items' ? level.items : level.rows;
  const rest = restWords(entries.length - most, block, form.language);
  if (block.kind === 'items') return form.items(block.items.slice(0, most), rest);
  const lines = block.kind === 'rows' ? block.rows : block.lines;
  return form.titled(oneLine(block.title, 200), lines.slice(0, most), rest);
}

function html(card: Card, args: { readonly level: Level; readonly hasPicture: boolean }): string {
  const { level, hasPicture } = args;
  const { language = 'en' } = card;
  const blocks = (all: readonly CardBlock[]): HtmlValue =>
    all.map((each) => made(each, level, htmlForm(level, language)));
  const { answers, pictureAltText, link } = card;
  const [first, others] = partedAtAction(card.lead);
  const accent = card.brand?.accent;
  const pageHref = safeHref(answers?.page?.href);
  return emailFrame({
    language,
    title: card.title,
    tone: card.tone,
    preview: card.preview,
    rows: markup`${head(card)}
${card.isPossibleRepeat && warning(textsOf(language)('format.possibleRepeat'))}
${notice(
  card.tone,
  card.status.map((line) => whole(oneLine(line, level.line))),
)}
${card.warning !== undefined && warning(card.warning)}
${answers?.page && pageHref && markup`${button(pageHref, answers.page.label, { size: 'large', accent })}${row(paragraph(answers.page.hint, 'small'), '6px')}`}
${blocks(first)}
${link && !link.isQuiet && button(link.href, link.label, { accent })}
${blocks(others)}
${answers?.howTo !== undefined && row(paragraph(oneLine(answers.howTo, 500)))}
${hasPicture && pictureAltText !== undefined && row(picture(TRIP_PICTURE_CONTENT_ID, pictureAltText), '24px')}
${blocks(card.details)}
${link?.isQuiet && safeHref(link.href) && row(paragraph(textLink(link.href, link.label)))}`,
    footer: footerLines(card).map((line) => paragraph(line, 'small')),
  });
}

/** Characters of text above the button, at most, so that a phone shows the button on the first screen. */
const LONGEST_ABOVE_ACTION = 240;

/** Parts the texts at the button: short ones above it, the rest below. */
function partedAtAction(
  lead: readonly CardBlock[],
): readonly [above: readonly CardBlock[], below: readonly CardBlock[]] {
  let length = 0;
  const at = lead.findIndex((block) => {
    if (block.kind !== 'text') return true;
    length += block.text.length + (block.heading?.length ?? 0);
    return length > LONGEST_ABOVE_ACTION;
  });
  return at < 0 ? [lead, []] : [lead.slice(0, at), lead.slice(at)];
}

function head({ badge, tone, fleetName, brand, title, subtitle }: Card): Html {
  const fleet = oneLine(fleetName, 60);
  const source = safeLogoSource(brand?.logo);
  const logo =
    source &&
    row(
      markup`<img src="${source}" alt="${fleet}" height="32" style="height:32px;width:auto;max-width:200px">`,
      '24px',
    );
  const below = subtitle ?? (badge ? '' : fleet);
  const top =
    badge &&
    row(
      markup`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
<td align="left">${pill(tone, badge.symbol, oneLine(badge.words, 100))}</td>
<td class="muted" align="right" style="${textStyle('small', LIGHT.muted)}"><bdi>${fleet}</bdi></td>
</tr></table>`,
      '24px',
    );
  return markup`${logo}${top}${row(
    markup`<h1 class="ink" style="${textStyle('large', LIGHT.ink)};font-weight:700;word-break:break-word"><bdi>${whole(oneLine(title, 200))}</bdi></h1>
${below && paragraph(markup`<bdi>${whole(oneLine(below, 400))}</bdi>`, 'muted')}`,
    badge ? '16px' : '24px',
  )}`;
}

function warning(words: string): HtmlValue {
  return notice('warning', [`⚠\uFE0E\u00A0 ${oneLine(words, 500)}`]);
}

function htmlForm(level: Level, language: Language): Form<Html> {
  return {
    language,
    text: (heading, text) =>
      row(
        paragraph(
          markup`${heading !== undefined && markup`<strong>${oneLine(heading, level.line)}</strong><br>`}${textLines(text)}`,
        ),
      ),
    titled: (title, lines, rest) => {
      const rows = lines
        .filter((line): line is Row => typeof line !== 'string')
        .map((each) => shortRow(each, level));
      const texts = lines.filter((line) => typeof line === 'string').map((line) => oneLine(line, level.line));
      return titled(title, markup`${rows.length > 0 && rowTable(rows)}${lineList(texts)}`, rest);
    },
    items: (items, rest) =>
      markup`${items.map((item) => itemHtml(item, level, language))}${rest !== undefined && row(paragraph(rest, 'small'))}`,
  };
}

/** Cuts label and value, because long ones would push more important rows away. */
function shortRow({ label, value, ...row }: Row, { line }: Level): Row {
  const most = Math.min(line, 200);
  return { ...row, label: oneLine(label, most), value: oneLine(value, most) };
}

function itemHtml(
  { severity, title, lines, note, link }: CardItem,
  { line }: Level,
  language: Language,
): Html {
  const { symbol, word } = severityBadge(severity, language);
  const target = link && safeHref(link.href) && textLink(link.href, link.label);
  const foot =
    note !== undefined || target ? markup`${note}${note !== undefined && target && ' · '}${target}` : '';
  return row(markup`<div class="line" style="border-top:1px solid ${LIGHT.line};padding-top:16px">
${paragraph(markup`${pill(severity, symbol, word)}&nbsp; <strong><bdi>${whole(oneLine(title, line))}</bdi></strong>`)}
${lines.map((each) => paragraph(textLines(manyLines(each, line))))}${foot && paragraph(foot, 'small')}
</div>`);
}

/** Says why the e-mail was sent, and what it is about. */
function footerLines(card: Card): readonly string[] {
  const { language = 'en', fleetName, footer, deliveryKey } = card;
  const say = textsOf(language);
  const reference = say('format.reference', { reference: deliveryReference(deliveryKey).slice(0, 8) });
  return [
    say('format.sentBy', { fleet: oneLine(fleetName, 200), because: oneLine(footer.because, 1_000) }),
    [...footer.ids.map((id) => oneLine(id, 250)), reference].join(' · '),
  ];
}

function text(card: Card): string {
  const [level] = LEVELS;
  const { language = 'en' } = card;
  const blocks = (all: readonly CardBlock[]): readonly string[] =>
    all.map((each) => made(each, level, textForm(level, language)) ?? '');
  const { badge, answers, link } = card;
  const heading = badge
    ? `${badge.words.toLocaleUpperCase(LOCALES[language])}: ${card.title}`
    : cardHeading(card);
  const warnings = [
    ...(card.isPossibleRepeat ? [textsOf(language)('format.possibleRepeat')] : []),
    ...(card.warning ? [card.warning] : []),
  ];
  const sections = [
    oneLine(heading, 600),
    card.status.map((line) => oneLine(line, level.line)).join('\n'),
    warnings.map((words) => `(!) ${oneLine(words, 500)}`).join('\n'),
    answers?.page ? `${linkText(answers.page)}\n${answers.page.hint}` : '',
    ...blocks(card.lead),
    oneLine(answers?.howTo ?? '', 500),
    ...blocks(card.details),
    link && !link.isOfItem ? linkText(link) : '',
  ];
  return textPart(sections, footerLines(card));
}

function linkText({ label, href }: { readonly label: string; readonly href: string }): string {
  return `${label}:\n${oneLine(href, ADDRESS)}`;
}

function textForm(level: Level, language: Language): Form<string> {
  return {
    language,
    text: (heading, text) => (heading === undefined ? text : `${oneLine(heading, level.line)}\n${text}`),
    titled: (title, lines, rest) => {
      const shown = lines.map((line) =>
        typeof line === 'string' ? oneLine(line, level.line) : rowText(line, level),
      );
      return [title, ...shown, ...(rest === undefined ? [] : [rest])].join('\n  ');
    },
    items: (items, rest) =>
      [...items.map((item) => itemText(item, level, language)), ...(rest === undefined ? [] : [rest])].join(
        '\n\n',
      ),
  };
}

function rowText(given: Row, level: Level): string {
  const { label, value, href } = shortRow(given, level);
  // The number itself is the value.
  const isSaid = href === undefined || href.startsWith('tel:');
  return `${label}${value && `: ${value}`}${isSaid ? '' : `\n    ${oneLine(href, ADDRESS)}`}`;
}

function itemText(
  { severity, title, lines, note, link }: CardItem,
  { line }: Level,
  language: Language,
): string {
  const word = severityBadge(severity, language).word.toLocaleUpperCase(LOCALES[language]);
  return [
    `${word}: ${oneLine(title, line)}`,
    ...lines.map((each) => manyLines(each, line)),
    ...(note === undefined ? [] : [note]),
    ...(link ? [oneLine(link.href, ADDRESS)] : []),
  ].join('\n');
}
