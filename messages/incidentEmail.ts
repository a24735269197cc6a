import { TRIP_PICTURE_CONTENT_ID } from './alert.ts';
import { driverLabel, LONGEST_NAME, LONGEST_SENTENCE } from './alertRows.ts';
import { deliveryReference } from './deliveryReference.ts';
import type { EmailMessage } from './email.ts';
import { emailPage, repeatMark } from './emailPage.ts';
import { button, list, notice, row, table } from './emailParts.ts';
import { textStyle, toneStyle } from './emailStyle.ts';
import { Html, markup, safeHref, safeImageSource } from './html.ts';
import type { HtmlValue } from './html.ts';
import type { IncidentMessage } from './incident.ts';
import { incidentEmailText } from './incidentEmailText.ts';
import { incidentLists, incidentRows, incidentTripRows, lateWords } from './incidentRows.ts';
import { incidentLook, incidentStatusLines } from './incidentState.ts';
import { ANSWER_HINT, ANSWER_WORDS, LONGEST_OWN_TEXT } from './incidentWords.ts';
import { FONT, LIGHT } from './palette.ts';
import { pictureAltText } from './pictureAltText.ts';
import { manyLines, oneLine } from './plainText.ts';
import { SEVERITIES } from './severity.ts';

/** Longer subjects are cut: most clients show fewer than a hundred characters. */
const LONGEST_SUBJECT = 200;
/**
 * An incident as an e-mail.
 * @param options `picture`: the picture of the trip's path is attached inline as `cid:trip-path`;
 *   `pictureSource` names another address for it, for a page that shows the e-mail
 */
export function emailIncident(
  message: IncidentMessage,
  options: { readonly picture?: boolean; readonly pictureSource?: string } = {},
): EmailMessage {
  const pictureSource = options.picture
    ? (options.pictureSource ?? `cid:${TRIP_PICTURE_CONTENT_ID}`)
    : undefined;
  return {
    subject: subject(message),
    html: html(message, pictureSource),
    text: incidentEmailText(message),
  };
}

/** No line break comes through, and a possible repeat says so. */
function subject(message: IncidentMessage): string {
  const { rule, driver } = message.alert;
  const title = `${incidentLook(message).words} · ${SEVERITIES[rule.severity].word}: ${oneLine(rule.name, LONGEST_NAME)} · ${driverLabel(driver)}`;
  return oneLine(message.possibleRepeat ? `[Possible repeat] ${title}` : title, LONGEST_SUBJECT);
}

function html(message: IncidentMessage, pictureSource: string | undefined): string {
  const { alert } = message;
  const late = lateWords(message);
  const { tone } = incidentLook(message);
  return emailPage({
    title: alert.rule.name,
    severity: tone,
    preview: preview(message),
    rows: markup`${heading(message)}
${message.possibleRepeat && repeatMark()}
${notice(tone, incidentStatusLines(message))}
${late !== undefined && notice('warning', [late])}
${answer(message)}
${table('What is known', incidentRows(message))}
${alert.text && paragraph(manyLines(alert.text, LONGEST_OWN_TEXT))}
${paragraph(oneLine(alert.sentence, LONGEST_SENTENCE))}
${picture(message, pictureSource)}
${incidentLists(message).map(({ title, lines, more }) => list(title, lines, more))}
${table('The trip', incidentTripRows(message))}
${tripLink(message)}`,
    footer: footer(message),
  });
}

function preview(message: IncidentMessage): string {
  const [first, second] = incidentRows(message).filter(({ label }) => label !== 'Driver');
  const parts = [
    ...incidentStatusLines(message),
    driverLabel(message.alert.driver),
    first?.value,
    second?.value,
  ];
  return parts.filter((part) => part !== undefined).join(' · ');
}

function heading(message: IncidentMessage): Html {
  const { fleet, alert } = message;
  const { tone, symbol, words } = incidentLook(message);
  const pill = `${toneStyle(tone)};display:inline-block;padding:4px 12px;border-radius:999px;font-family:${FONT};font-size:13px;line-height:18px;font-weight:700`;
  const top = markup`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
<td align="left"><span class="${tone}" style="${pill}">${symbol}&nbsp;<bdi>${words}</bdi> &middot; ${SEVERITIES[alert.rule.severity].word}</span></td>
<td class="muted" align="right" style="${textStyle('small', LIGHT.muted)}"><bdi>${oneLine(fleet.name, 60)}</bdi></td>
</tr></table>`;
  const name = markup`<h1 class="ink" style="${textStyle('large', LIGHT.ink)};font-weight:700;word-break:break-word"><bdi>${oneLine(alert.rule.name, LONGEST_NAME)}</bdi></h1>
<p class="muted" style="${textStyle('normal', LIGHT.muted)};padding-top:4px;word-break:break-word"><bdi>${driverLabel(alert.driver)}</bdi></p>`;
  return markup`${row(top)}${row(name, '16px')}`;
}

/** The button is what the e-mail is for; a resolved incident needs no answer. */
function answer({ answerLink, incident }: IncidentMessage): HtmlValue {
  if (answerLink === undefined || incident.state === 'resolved') return undefined;
  return markup`${button(answerLink, ANSWER_WORDS, 'large')}
${row(markup`<p class="muted" style="${textStyle('small', LIGHT.muted)}">${ANSWER_HINT}</p>`, '10px')}`;
}

function paragraph(text: string): HtmlValue {
  if (!text) return undefined;
  const lines = text.split('\n').map((line, index) => markup`${index > 0 && new Html('<br>')}${line}`);
  return row(
    markup`<p class="ink" style="${textStyle('normal', LIGHT.ink)};word-break:break-word">${lines}</p>`,
    '16px',
  );
}

function picture({ alert }: IncidentMessage, source: string | undefined): HtmlValue {
  const known = source?.startsWith('cid:') ? source : safeImageSource(source);
  if (!known) return undefined;
  const look = `display:block;box-sizing:border-box;width:100%;max-width:536px;height:auto;border:1px solid ${LIGHT.line};border-radius:8px;font-family:${FONT};font-size:13px;color:${LIGHT.muted}`;
  return row(
    markup`<img class="line" src="${known}" width="536" alt="${pictureAltText(alert.events)}" style="${look}">`,
  );
}

function tripLink({ alert }: IncidentMessage): HtmlValue {
  const href = safeHref(alert.link);
  if (!href) return undefined;
  return row(
    markup`<p class="ink" style="${textStyle('normal', LIGHT.ink)}"><a class="link" href="${href}" style="color:${LIGHT.link}">Open the trip and the decision</a></p>`,
    '16px',
  );
}

function footer({ fleet, policy, incident, alert, deliveryKey }: IncidentMessage): Html {
  const small = `${textStyle('small', LIGHT.muted)};word-break:break-word`;
  return markup`<p class="muted" style="${small}">Sent by Tripline for ${oneLine(fleet.name, LONGEST_NAME)}, because the escalation policy ${oneLine(policy.name, LONGEST_NAME)} (version ${policy.version}) names you.</p>
<p class="muted" style="${small};padding-top:4px">Incident ${oneLine(incident.id, 40)} &middot; rule ${oneLine(alert.rule.id, LONGEST_NAME)} (version ${alert.rule.version}) &middot; trip <bdi>${oneLine(alert.trip.tripId, LONGEST_NAME)}</bdi> &middot; reference ${deliveryReference(deliveryKey).slice(0, 8)}</p>`;
}
