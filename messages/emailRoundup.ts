import { POSSIBLE_REPEAT } from './alert.ts';
import { driverLabel, firstFew, LONGEST_NAME, LONGEST_SENTENCE } from './alertRows.ts';
import { deliveryReference } from './deliveryReference.ts';
import type { EmailMessage } from './email.ts';
import { emailPage, repeatMark } from './emailPage.ts';
import { row } from './emailParts.ts';
import { textStyle, toneStyle } from './emailStyle.ts';
import { markup, safeHref } from './html.ts';
import type { Html } from './html.ts';
import { FONT, LIGHT } from './palette.ts';
import { oneLine } from './plainText.ts';
import { formatNumber } from './quantity.ts';
import type { RoundupItem, RoundupMessage } from './roundup.ts';
import { SEVERITIES } from './severity.ts';
import { formatSpan } from './time.ts';

/** Alerts shown; Gmail cuts a message at about 100 kB. */
const ITEMS_SHOWN = 40;
const LONGEST_SUBJECT = 200;
/** Characters of one alert's sentence: forty of them have to fit. */
const SENTENCE = 400;

/** A message about several alerts as an e-mail. */
export function emailRoundup(message: RoundupMessage): EmailMessage {
  const title = oneLine(message.title, LONGEST_SUBJECT);
  return {
    subject: oneLine(message.possibleRepeat ? `[Possible repeat] ${title}` : title, LONGEST_SUBJECT),
    html: html(message),
    text: text(message),
  };
}

function html(message: RoundupMessage): string {
  const { fleet, severity, title, intro } = message;
  const { shown, more } = shownOf(message);
  return emailPage({
    title,
    severity,
    preview: intro,
    rows: markup`${row(markup`<h1 class="ink" style="${textStyle('large', LIGHT.ink)};font-weight:700;word-break:break-word"><bdi>${oneLine(title, LONGEST_NAME)}</bdi></h1>
<p class="muted" style="${textStyle('normal', LIGHT.muted)};padding-top:4px">${oneLine(fleet.name, LONGEST_NAME)}</p>`)}
${message.possibleRepeat && repeatMark()}
${row(markup`<p class="ink" style="${textStyle('normal', LIGHT.ink)};word-break:break-word">${oneLine(intro, LONGEST_SENTENCE)}</p>`, '16px')}
${shown.map((item) => itemRow(item, fleet.timezone))}
${more > 0 && row(markup`<p class="muted" style="${textStyle('small', LIGHT.muted)}">and ${formatNumber(more)} more</p>`)}`,
    footer: markup`<p class="muted" style="${textStyle('small', LIGHT.muted)};word-break:break-word">Sent by Tripline for ${oneLine(fleet.name, LONGEST_NAME)}, ${oneLine(message.why, LONGEST_NAME)} &middot; reference ${deliveryReference(message.deliveryKey).slice(0, 8)}</p>`,
  });
}

function itemRow({ rule, driver, trip, sentence, link }: RoundupItem, timezone: string): Html {
  const { symbol, word } = SEVERITIES[rule.severity];
  const pill = `${toneStyle(rule.severity)};display:inline-block;padding:2px 10px;border-radius:999px;font-family:${FONT};font-size:13px;line-height:18px;font-weight:700;white-space:nowrap`;
  const href = safeHref(link);
  const when = formatSpan(trip, timezone) ?? `trip ${oneLine(trip.tripId, LONGEST_NAME)}`;
  return row(
    markup`<div class="line" style="border-top:1px solid ${LIGHT.line};padding-top:16px">
<p class="ink" style="${textStyle('normal', LIGHT.ink)};font-weight:700;word-break:break-word"><span class="${rule.severity}" style="${pill}">${symbol}&nbsp;${word}</span>&nbsp; <bdi>${oneLine(rule.name, LONGEST_NAME)}</bdi> &middot; <bdi>${driverLabel(driver)}</bdi></p>
<p class="ink" style="${textStyle('normal', LIGHT.ink)};padding-top:4px;word-break:break-word">${oneLine(sentence, SENTENCE)}</p>
<p class="muted" style="${textStyle('small', LIGHT.muted)};padding-top:4px">${when}${href && markup` &middot; <a class="link" href="${href}" style="color:${LIGHT.link}">Open the trip</a>`}</p>
</div>`,
    '16px',
  );
}

function text(message: RoundupMessage): string {
  const { fleet } = message;
  const { shown, more } = shownOf(message);
  const sections = [
    message.possibleRepeat ? `(!) ${POSSIBLE_REPEAT}` : '',
    oneLine(message.title, LONGEST_NAME),
    oneLine(message.intro, LONGEST_SENTENCE),
    ...shown.map(({ rule, driver, trip, sentence, link }) =>
      [
        `${SEVERITIES[rule.severity].word.toUpperCase()}: ${oneLine(rule.name, LONGEST_NAME)} · ${driverLabel(driver)}`,
        `  ${oneLine(sentence, SENTENCE)}`,
        `  ${formatSpan(trip, fleet.timezone) ?? `trip ${oneLine(trip.tripId, LONGEST_NAME)}`}`,
        `  ${oneLine(link, 2_000)}`,
      ].join('\n'),
    ),
    more > 0 ? `and ${formatNumber(more)} more` : '',
    `-- \n${oneLine(fleet.name, LONGEST_NAME)} · ${oneLine(message.why, LONGEST_NAME)} · reference ${deliveryReference(message.deliveryKey).slice(0, 8)}`,
  ];
  return sections.filter(Boolean).join('\n\n') + '\n';
}

function shownOf(message: RoundupMessage): {
  readonly shown: readonly RoundupItem[];
  readonly more: number;
} {
  const { shown, more } = firstFew(message.items, ITEMS_SHOWN);
  return { shown, more: more + message.more };
}
