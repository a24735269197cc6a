import type { AlertMessage, AlsoAlert } from './alert.ts';
import {
  driverLabel,
  eventRow,
  factRows,
  firstFew,
  LONGEST_NAME,
  LONGEST_SENTENCE,
  tripRows,
} from './alertRows.ts';
import { deliveryReference } from './deliveryReference.ts';
import { EMAIL_LIMITS } from './emailLimits.ts';
import { emailPage, repeatMark } from './emailPage.ts';
import { button, row, table } from './emailParts.ts';
import { textStyle, toneStyle } from './emailStyle.ts';
import { Html, markup, safeImageSource } from './html.ts';
import type { HtmlValue } from './html.ts';
import { FONT, LIGHT } from './palette.ts';
import { pictureAltText } from './pictureAltText.ts';
import { manyLines, oneLine } from './plainText.ts';
import { SEVERITIES } from './severity.ts';

/**
 * The HTML part: tables and inline styles, which every client understands, and classes for dark screens and phones.
 * @param pictureSource where the picture of the trip's path is; without it none is shown
 */
export function emailHtml(message: AlertMessage, pictureSource: string | undefined): string {
  return emailPage({
    title: message.rule.name,
    severity: message.rule.severity,
    preview: preview(message),
    rows: markup`${heading(message)}
${message.possibleRepeat && repeatMark()}
${message.text && ownText(message.text)}
${row(markup`<p class="ink" style="${textStyle('normal', LIGHT.ink)};word-break:break-word">${oneLine(message.sentence, LONGEST_SENTENCE)}</p>`, '16px')}
${(message.also ?? []).slice(0, EMAIL_LIMITS.also).map(alsoAlert)}
${button(message.link, 'Open the trip and the decision')}
${picture(message, pictureSource)}
${table('The trip', tripRows(message))}
${factsTable(message)}
${eventsTable(message)}`,
    footer: footer(message),
  });
}

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

function ownText(text: string): Html {
  const lines = manyLines(text, EMAIL_LIMITS.text)
    .split('\n')
    .map((line, index) => markup`${index > 0 && new Html('<br>')}${line}`);
  return row(
    markup`<p class="ink" style="${textStyle('normal', LIGHT.ink)};word-break:break-word">${lines}</p>`,
    '16px',
  );
}

/** Another alert of the trip, in the same message. */
function alsoAlert({ rule, sentence, text }: AlsoAlert): Html {
  const { symbol, word } = SEVERITIES[rule.severity];
  const look = `${toneStyle(rule.severity)};padding:2px 8px;border-radius:999px;font-weight:700;white-space:nowrap`;
  return row(
    markup`<h2 class="ink" style="${textStyle('normal', LIGHT.ink)};font-weight:700;word-break:break-word"><span class="${rule.severity}" style="${look}">${symbol}&nbsp;${word}</span>&nbsp; <bdi>${oneLine(rule.name, LONGEST_NAME)}</bdi></h2>
${text && markup`<p class="ink" style="${textStyle('normal', LIGHT.ink)};padding-top:4px;word-break:break-word">${oneLine(text, EMAIL_LIMITS.alsoText)}</p>`}
<p class="ink" style="${textStyle('normal', LIGHT.ink)};padding-top:4px;word-break:break-word">${oneLine(sentence, LONGEST_SENTENCE)}</p>`,
    '20px',
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
    'Events',
    shown.map((event) => eventRow(event, fleet.timezone)),
    more,
  );
}

function footer({ rule, also = [], trip, fleet, deliveryKey }: AlertMessage): Html {
  const rules = [rule, ...also.slice(0, EMAIL_LIMITS.also).map((each) => each.rule)]
    .map(({ id, version }) => `${oneLine(id, LONGEST_NAME)} (version ${version})`)
    .join(', ');
  return markup`<p class="muted" style="${textStyle('small', LIGHT.muted)};word-break:break-word">Sent by Tripline for ${oneLine(fleet.name, LONGEST_NAME)}, because ${also.length > 0 ? 'the rules' : 'the rule'} ${rules} ${also.length > 0 ? 'name' : 'names'} this address.</p>
<p class="muted" style="${textStyle('small', LIGHT.muted)};padding-top:4px;word-break:break-word">Trip <bdi>${oneLine(trip.tripId, LONGEST_NAME)}</bdi> &middot; reference ${deliveryReference(deliveryKey).slice(0, 8)}</p>`;
}
