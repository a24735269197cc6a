import type { Row } from './alertRows.ts';
import { textStyle } from './emailStyle.ts';
import { markup, safeHref } from './html.ts';
import type { Html, HtmlValue } from './html.ts';
import { FONT, LIGHT } from './palette.ts';

/** One row of the card, with so much room above it. */
export function row(content: HtmlValue, top = '24px'): Html {
  return markup`<tr><td class="pad" style="padding:${top} 32px 0">${content}</td></tr>
`;
}

/** A link that looks like a button; nothing when the address is no http or https address. */
export function button(link: string, words: string): HtmlValue {
  const href = safeHref(link);
  if (!href) return undefined;
  const look = `display:inline-block;padding:12px 22px;font-family:${FONT};font-size:15px;line-height:20px;font-weight:700;color:${LIGHT.buttonInk};text-decoration:none`;
  return row(markup`<table role="presentation" class="button" cellpadding="0" cellspacing="0" border="0" style="background-color:${LIGHT.button};border-radius:8px;border-collapse:separate">
<tr><td style="border-radius:8px"><a class="button-ink" href="${href}" style="${look}">${words}</a></td></tr>
</table>`);
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

function tableRow({ label, value }: Row): Html {
  const labelStyle = `${textStyle('normal', LIGHT.muted)};${CELL};padding-right:12px;font-weight:400;width:34%`;
  const valueStyle = `${textStyle('normal', LIGHT.ink)};${CELL}`;
  return markup`<tr><th class="label muted line" scope="row" width="34%" style="${labelStyle}">${label}</th><td class="ink line" style="${valueStyle}"><bdi>${value}</bdi></td></tr>
`;
}
