import { POSSIBLE_REPEAT } from './alert.ts';
import type { AlertMessage } from './alert.ts';
import {
  driverLabel,
  eventRow,
  eventsTitle,
  factRows,
  firstFew,
  LONGEST_NAME,
  LONGEST_SENTENCE,
  tripRows,
} from './alertRows.ts';
import { deliveryReference } from './deliveryReference.ts';
import { EMAIL_LIMITS } from './emailLimits.ts';
import { button, row, table } from './emailParts.ts';
import { EMAIL_CSS, EMAIL_OUTLOOK_CSS, textStyle, toneStyle } from './emailStyle.ts';
import { Html, markup, safeImageSource } from './html.ts';
import type { HtmlValue } from './html.ts';
import { FONT, LIGHT } from './palette.ts';
import { pictureAltText } from './pictureAltText.ts';
import { manyLines, oneLine } from './plainText.ts';
import { SEVERITIES } from './severity.ts';

/** Pads the preview, so that mail lists do not show the e-mail's first words behind it. */
const PREVIEW_PADDING = new Html('&#847;&zwnj;&nbsp;'.repeat(60));

/**
 * The HTML part: tables and inline styles, which every client understands, and classes for dark screens and phones.
 * @param pictureSource where the picture of the trip's path is; without it none is shown
 */
export function emailHtml(message: AlertMessage, pictureSource: string | undefined): string {
  const { rule } = message;
  return markup`<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${oneLine(rule.name, LONGEST_NAME)}</title>
<style>${new Html(EMAIL_CSS)}</style>
<style>${new Html(EMAIL_OUTLOOK_CSS)}</style>
</head>
<body class="ground" style="margin:0;padding:0;background-color:${LIGHT.ground}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${preview(message)}${PREVIEW_PADDING}</div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:${LIGHT.ground}">
<tr><td class="outer" align="center" style="padding:32px 12px">
<table role="presentation" class="card" width="600" cellpadding="0" cellspacing="0" border="0" style="${CARD}">
<tr><td class="edge-${rule.severity}" height="6" style="height:6px;line-height:6px;font-size:0;background-color:${LIGHT.tones[rule.severity].edge}">&nbsp;</td></tr>
${heading(message)}
${message.possibleRepeat && repeatMark()}
${message.text && ownText(message.text)}
${row(markup`<p class="ink" style="${textStyle('normal', LIGHT.ink)};word-break:break-word">${oneLine(message.sentence, LONGEST_SENTENCE)}</p>`, '16px')}
${button(message.link, 'Open the trip and the decision')}
${picture(message, pictureSource)}
${table('The trip', tripRows(message))}
${factsTable(message)}
${eventsTable(message)}
${footer(message)}
</table>
</td></tr>
</table>
</body>
</html>
`.text;
}

const CARD = `width:100%;max-width:600px;background-color:${LIGHT.card};border:1px solid ${LIGHT.line};border-radius:12px;border-collapse:separate;overflow:hidden`;

function preview({ driver, sentence }: AlertMessage): string {
  return oneLine(`${driverLabel(driver)}: ${sentence}`, EMAIL_LIMITS.preview);
}

function heading({ rule, fleet, driver }: AlertMessage): Html {
  const { symbol, word } = SEVERITIES[rule.severity];
  const pill = `${toneStyle(rule.severity)};display:inline-block;padding:4px 12px;border-radius:999px;font-family:${FONT};font-size:13px;line-height:18px;font-weight:700;white-space:nowrap`;
  const top = markup`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
<td align="left"><span class="${rule.severity}" style="${pill}">${symbol}&nbsp;${word}</span></td>
<td class="muted" align="right" style="${textStyle('small', LIGHT.muted)}"><bdi>${oneLine(fleet.name, 60)}</bdi></td>
</tr></table>`;
  const name = markup`<h1 class="ink" style="${textStyle('large', LIGHT.ink)};font-weight:700;word-break:break-word"><bdi>${oneLine(rule.name, LONGEST_NAME)}</bdi></h1>
<p class="muted" style="${textStyle('normal', LIGHT.muted)};padding-top:4px;word-break:break-word"><bdi>${driverLabel(driver)}</bdi></p>`;
  return markup`${row(top)}${row(name, '16px')}`;
}

function repeatMark(): Html {
  const look = `${textStyle('normal', LIGHT.tones.warning.ink)};${toneStyle('warning')};padding:12px 16px;border-radius:8px`;
  return row(
    markup`<p class="warning" role="note" style="${look}"><strong>&#9888;&#65038;&nbsp; ${POSSIBLE_REPEAT}</strong></p>`,
    '16px',
  );
}

function ownText(text: string): Html {
  const lines = manyLines(text, EMAIL_LIMITS.text)
    .split('\n')
    .map((line, index) => markup`${index > 0 && new Html('<br>')}${line}`);
  return row(
    markup`<p class="ink" style="${textStyle('normal', LIGHT.ink)};word-break:break-word">${lines}</p>`,
    '16px',
  );
}

function picture(message: AlertMessage, source: string | undefined): HtmlValue {
  const known = source?.startsWith('cid:') ? source : safeImageSource(source);
  if (!known) return undefined;
  const look = `display:block;box-sizing:border-box;width:100%;max-width:536px;height:auto;border:1px solid ${LIGHT.line};border-radius:8px;font-family:${FONT};font-size:13px;color:${LIGHT.muted}`;
  return row(
    markup`<img class="line" src="${known}" width="536" alt="${pictureAltText(message.events)}" style="${look}">`,
  );
}

function factsTable({ facts }: AlertMessage): HtmlValue {
  const { shown, more } = firstFew(factRows(facts), EMAIL_LIMITS.facts);
  return table('Behind it', shown, more);
}

function eventsTable({ events, fleet }: AlertMessage): HtmlValue {
  const { shown, more } = firstFew(events, EMAIL_LIMITS.events);
  return table(
    eventsTitle(fleet.timezone),
    shown.map((event) => eventRow(event, fleet.timezone)),
    more,
  );
}

function footer({ rule, trip, fleet, deliveryKey }: AlertMessage): Html {
  return markup`<tr><td height="28" style="height:28px;line-height:28px;font-size:0">&nbsp;</td></tr>
<tr><td class="pad quiet line" style="padding:16px 32px;background-color:${LIGHT.quiet};border-top:1px solid ${LIGHT.line}">
<p class="muted" style="${textStyle('small', LIGHT.muted)};word-break:break-word">Sent by Tripline for ${oneLine(fleet.name, LONGEST_NAME)}, because the rule ${oneLine(rule.id, LONGEST_NAME)} (version ${rule.version}) names this address.</p>
<p class="muted" style="${textStyle('small', LIGHT.muted)};padding-top:4px;word-break:break-word">Trip <bdi>${oneLine(trip.tripId, LONGEST_NAME)}</bdi> &middot; reference ${deliveryReference(deliveryKey).slice(0, 8)}</p>
</td></tr>`;
}
