import type { Row } from './alertRows.ts';
import { textStyle, toneStyle } from './emailStyle.ts';
import { markup, safeHref } from './html.ts';
import type { Html, HtmlValue } from './html.ts';
import { FONT, LIGHT } from './palette.ts';
import type { Tone } from './palette.ts';

/** One row of the card, with so much room above it. */
export function row(content: HtmlValue, top = '24px'): Html {
  return markup`<tr><td class="pad" style="padding:${top} 32px 0">${content}</td></tr>
`;
}

/** How large a button is: a `large` one is hit by a thumb in the dark. */
const BUTTONS = {
  normal: 'padding:12px 22px;font-size:15px;line-height:20px',
  large: 'padding:18px 36px;font-size:18px;line-height:24px',
} as const;

/** A link that looks like a button; nothing when the address is no http or https address. */
export function button(link: string, words: string, size: keyof typeof BUTTONS = 'normal'): HtmlValue {
  const href = safeHref(link);
  if (!href) return undefined;
  const look = `display:inline-block;${BUTTONS[size]};font-family:${FONT};font-weight:700;color:${LIGHT.buttonInk};text-decoration:none`;
  return row(markup`<table role="presentation" class="button" cellpadding="0" cellspacing="0" border="0" style="background-color:${LIGHT.button};border-radius:8px;border-collapse:separate">
<tr><td style="border-radius:8px"><a class="button-ink" href="${href}" style="${look}">${words}</a></td></tr>
</table>`);
}

/** A paragraph in a tone's colours, for what must not be overlooked. */
export function notice(tone: Tone, lines: readonly string[]): Html {
  const look = `${textStyle('normal', LIGHT.tones[tone].ink)};${toneStyle(tone)};padding:12px 16px;border-radius:8px;word-break:break-word`;
  const said = lines.map((line, index) =>
    index === 0 ? markup`<strong>${line}</strong>` : markup`<br>${line}`,
  );
  return row(markup`<p class="${tone}" role="note" style="${look}">${said}</p>`, '16px');
}

/** A titled list of lines; nothing when there are none. */
export function list(title: string, lines: readonly string[], more = 0): HtmlValue {
  if (lines.length === 0) return undefined;
  const item = `${textStyle('normal', LIGHT.ink)};padding:7px 0;border-top:1px solid ${LIGHT.line};word-break:break-word`;
  return row(
    markup`<h2 class="ink" style="${textStyle('normal', LIGHT.ink)};font-weight:700;padding-bottom:8px">${title}</h2>
${lines.map(
  (line) => markup`<p class="ink line" style="${item}"><bdi>${line}</bdi></p>
`,
)}${more > 0 && markup`<p class="muted" style="${textStyle('small', LIGHT.muted)}">and ${more} more</p>`}`,
    '28px',
  );
}

/** A titled table of labels and values; nothing when there are none. */
export function table(title: string, rows: readonly Row[], more = 0): HtmlValue {
  if (rows.length === 0) return undefined;
  return row(
    markup`<h2 class="ink" style="${textStyle('normal', LIGHT.ink)};font-weight:700;padding-bottom:8px">${title}</h2>
<table width="100%" cellpadding="0" cellspacing="0" border="0" style="width:100%;border-collapse:collapse;table-layout:fixed">
${rows.map(tableRow)}</table>
${more > 0 && markup`<p class="muted" style="${textStyle('small', LIGHT.muted)}">and ${more} more on the trip’s page</p>`}`,
    '28px',
  );
}

const CELL = `padding:9px 0;border-top:1px solid ${LIGHT.line};vertical-align:top;text-align:left;word-break:break-word`;

function tableRow({ label, value, href }: Row): Html {
  const labelStyle = `${textStyle('normal', LIGHT.muted)};${CELL};padding-right:12px;font-weight:400;width:34%`;
  const valueStyle = `${textStyle('normal', LIGHT.ink)};${CELL}`;
  const address = safeHref(href);
  const shown = address
    ? markup`<a class="link" href="${address}" style="color:${LIGHT.link}">${value}</a>`
    : markup`<bdi>${value}</bdi>`;
  return markup`<tr><th class="label muted line" scope="row" width="34%" style="${labelStyle}">${label}</th><td class="ink line" style="${valueStyle}">${shown}</td></tr>
`;
}
