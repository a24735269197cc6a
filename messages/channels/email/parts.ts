import { FONT, Html, LIGHT, markup, safeHref, unbroken } from '../../format/index.ts';
import type { HtmlValue, Row, Tone } from '../../format/index.ts';

/** Returns the inline style of text: many clients drop classes, so the light scheme is on the elements themselves. */
export function textStyle(size: 'small' | 'normal' | 'large', color: string): string {
  const measures = {
    small: '13px;line-height:19px',
    normal: '15px;line-height:23px',
    large: '24px;line-height:30px',
  };
  return `margin:0;font-family:${FONT};font-size:${measures[size]};color:${color}`;
}

/** Returns the inline style of a filled box in a tone's colours. */
export function toneStyle(tone: Tone): string {
  const { ink, ground } = LIGHT.tones[tone];
  return `background-color:${ground};color:${ink}`;
}

/** Renders one row of the card, with space above it. */
export function row(content: HtmlValue, top = '16px'): Html {
  return markup`<tr><td class="pad" style="padding:${top} 32px 0">${content}</td></tr>
`;
}

/** Renders a paragraph; small print has less weight. */
export function paragraph(content: HtmlValue, look: 'normal' | 'small' | 'muted' = 'normal'): Html {
  const isInk = look === 'normal';
  const style = textStyle(look === 'small' ? 'small' : 'normal', isInk ? LIGHT.ink : LIGHT.muted);
  return markup`<p class="${isInk ? 'ink' : 'muted'}" style="${style};padding-top:4px;word-break:break-word">${content}</p>
`;
}

/** An id in brackets, as behind a name. */
const ID = /(\([^()\s]{1,24}\))/;

/** Renders text in which no line ends inside a quantity, nor inside an id in brackets, such as at the hyphen of `(d-17)`. */
export function whole(text: string): Html {
  const parts = unbroken(text).split(ID);
  return markup`${parts.map((part, index) =>
    index % 2 === 1 && part.includes('-')
      ? markup`<span style="white-space:nowrap">${part}</span>`
      : markup`${part}`,
  )}`;
}

/** Renders text with its lines. */
export function textLines(text: string): readonly Html[] {
  return text.split('\n').map((line, index) => markup`${index > 0 && new Html('<br>')}${whole(line)}`);
}

/** Renders a word or two on a tone's ground. */
export function pill(tone: Tone, symbol: string, words: string): Html {
  const look = `${toneStyle(tone)};display:inline-block;padding:4px 12px;border-radius:999px;font-family:${FONT};font-size:13px;line-height:18px;font-weight:700`;
  return markup`<span class="${tone}" style="${look}">${symbol}&nbsp;<bdi>${words}</bdi></span>`;
}

/** Sizes of buttons. A thumb can hit a `large` one in the dark. */
const BUTTONS = {
  normal: 'padding:12px 22px;font-size:15px;line-height:20px',
  large: 'padding:18px 36px;font-size:18px;line-height:24px',
} as const;

/** Renders a link that looks like a button; nothing when the address is no http or https address. */
export function button(
  link: string,
  words: string,
  {
    size = 'normal',
    accent,
  }: { readonly size?: keyof typeof BUTTONS; readonly accent?: string | undefined } = {},
): HtmlValue {
  const href = safeHref(link);
  if (!href) return undefined;
  const own = accent !== undefined && /^#[0-9a-f]{6}$/i.test(accent) ? accent : undefined;
  const look = `display:inline-block;${BUTTONS[size]};font-family:${FONT};font-weight:700;color:${own === undefined ? LIGHT.buttonInk : '#ffffff'};text-decoration:none`;
  // White on the fleet's own colour can be read on any screen: dark schemes leave it as it is.
  const [box, ink] = own === undefined ? ['button', 'button-ink'] : ['wide-button', ''];
  return row(
    markup`<table role="presentation" class="${box}" cellpadding="0" cellspacing="0" border="0" style="background-color:${own ?? LIGHT.button};border-radius:8px;border-collapse:separate">
<tr><td style="border-radius:8px"><a class="${ink}" href="${href}" style="${look}">${words}</a></td></tr>
</table>`,
    '24px',
  );
}

/** Words that lead somewhere; the words alone when the address is no http or https address. */
export function textLink(link: string | undefined, words: HtmlValue): Html {
  const href = safeHref(link);
  return href
    ? markup`<a class="link" href="${href}" style="color:${LIGHT.link}">${words}</a>`
    : markup`<bdi>${words}</bdi>`;
}

/** Renders a paragraph in a tone's colours, for text that must not be overlooked. */
export function notice(tone: Tone, lines: readonly HtmlValue[]): HtmlValue {
  if (lines.length === 0) return undefined;
  const look = `${textStyle('normal', LIGHT.tones[tone].ink)};${toneStyle(tone)};padding:12px 16px;border-radius:8px;word-break:break-word`;
  const said = lines.map((line, index) =>
    index === 0 ? markup`<strong>${line}</strong>` : markup`<br>${line}`,
  );
  return row(markup`<p class="${tone}" role="note" style="${look}">${said}</p>`);
}

/** Renders a titled part of the card; `rest` says how much of it was left out. */
export function titled(title: string, content: HtmlValue, rest: string | undefined): Html {
  return row(
    markup`<h2 class="ink" style="${textStyle('normal', LIGHT.ink)};font-weight:700;padding-bottom:8px">${title}</h2>
${content}${rest !== undefined && paragraph(rest, 'small')}`,
    '28px',
  );
}

/** Lines one below the other. */
export function lineList(lines: readonly string[]): readonly Html[] {
  const item = `${textStyle('normal', LIGHT.ink)};padding:7px 0;border-top:1px solid ${LIGHT.line};word-break:break-word`;
  return lines.map(
    (line) => markup`<p class="ink line" style="${item}"><bdi>${whole(line)}</bdi></p>
`,
  );
}

/** Labels and values side by side. */
export function rowTable(rows: readonly Row[]): Html {
  return markup`<table width="100%" cellpadding="0" cellspacing="0" border="0" style="width:100%;border-collapse:collapse;table-layout:fixed">
${rows.map(tableRow)}</table>
`;
}

const CELL = `padding:9px 0;border-top:1px solid ${LIGHT.line};vertical-align:top;text-align:left;word-break:break-word`;

function tableRow({ label, value, href }: Row): Html {
  const labelStyle = `${textStyle('normal', LIGHT.muted)};${CELL};padding-right:12px;font-weight:400;width:34%`;
  const valueStyle = `${textStyle('normal', LIGHT.ink)};${CELL}`;
  return markup`<tr><th class="label muted line" scope="row" width="34%" style="${labelStyle}">${label}</th><td class="ink line" style="${valueStyle}">${textLink(href, whole(value))}</td></tr>
`;
}

/**
 * Renders a picture of the card's width, attached inline under a content id. It has a light ground, which a dark screen turns
 * dark.
 * @param edge `drawn`: the picture has an edge and round corners of its own
 */
export function picture(contentId: string, altText: string, edge: 'drawn' | 'added' = 'drawn'): Html {
  const border = edge === 'drawn' ? '' : `border:1px solid ${LIGHT.line};`;
  const style = `display:block;box-sizing:border-box;width:100%;max-width:536px;height:auto;${border}border-radius:8px;font-family:${FONT};font-size:13px;color:${LIGHT.muted}`;
  return markup`<img class="turned" src="cid:${contentId}" width="536" alt="${altText}" style="${style}">`;
}
