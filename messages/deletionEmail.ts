import { POSSIBLE_REPEAT } from './alert.ts';
import { driverLabel, LONGEST_NAME, LONGEST_SENTENCE, tripRows } from './alertRows.ts';
import { deletionLook, snapshotWords } from './deletionRequest.ts';
import type { DeletionRequestMessage } from './deletionRequest.ts';
import { deliveryReference } from './deliveryReference.ts';
import type { EmailMessage } from './email.ts';
import { emailPage, repeatMark } from './emailPage.ts';
import { button, notice, row, table } from './emailParts.ts';
import { textStyle } from './emailStyle.ts';
import { markup } from './html.ts';
import { LIGHT } from './palette.ts';
import { oneLine } from './plainText.ts';

const LONGEST_SUBJECT = 200;

/** A deletion that waits for a person as an e-mail. It says where to decide: deleting takes more than a link that was opened. */
export function emailDeletionRequest(message: DeletionRequestMessage): EmailMessage {
  const title = `${deletionLook(message).words} ${driverLabel(message.driver)}`;
  return {
    subject: oneLine(message.possibleRepeat ? `[Possible repeat] ${title}` : title, LONGEST_SUBJECT),
    html: html(message),
    text: text(message),
  };
}

function howTo({ deletion }: DeletionRequestMessage): string {
  const id = oneLine(deletion.id, 40);
  return `To approve or reject deletion ${id}: tripline deletions approve ${id} (or reject), or by the API POST deletions/${id}/approve (or /reject). It takes a token of the role admin.`;
}

function html(message: DeletionRequestMessage): string {
  const { tone, words, sentences } = deletionLook(message);
  const { fleet, rule, driver, trip, deletion, deliveryKey } = message;
  const ink = `${textStyle('normal', LIGHT.ink)};word-break:break-word`;
  const small = `${textStyle('small', LIGHT.muted)};word-break:break-word`;
  return emailPage({
    ...{ title: words, severity: tone },
    preview: `${driverLabel(driver)} · ${sentences[0] ?? ''}`,
    rows: markup`${row(markup`<h1 class="ink" style="${textStyle('large', LIGHT.ink)};font-weight:700;word-break:break-word">${words}</h1>
<p class="muted" style="${textStyle('normal', LIGHT.muted)};padding-top:4px;word-break:break-word"><bdi>${driverLabel(driver)}</bdi></p>`)}
${message.possibleRepeat && repeatMark()}
${notice(tone, sentences)}
${row(markup`<p class="ink" style="${ink}"><strong>Why (rule <bdi>${oneLine(rule.name, LONGEST_NAME)}</bdi>):</strong> ${oneLine(message.cause, LONGEST_SENTENCE)}</p>`, '16px')}
${row(markup`<p class="ink" style="${ink}">${snapshotWords(message)}${deletion.state === 'requested' && markup` ${howTo(message)}`}</p>`, '16px')}
${button(message.link, 'Look at the trip and the decision')}
${table('The trip', tripRows(message))}`,
    footer: markup`<p class="muted" style="${small}">Sent by Tripline for ${oneLine(fleet.name, LONGEST_NAME)} &middot; deletion ${oneLine(deletion.id, 40)} &middot; rule ${oneLine(rule.id, LONGEST_NAME)} (version ${rule.version}) &middot; trip <bdi>${oneLine(trip.tripId, LONGEST_NAME)}</bdi> &middot; reference ${deliveryReference(deliveryKey).slice(0, 8)}</p>`,
  });
}

function text(message: DeletionRequestMessage): string {
  const { words, sentences } = deletionLook(message);
  const { fleet, rule, trip, deletion, deliveryKey } = message;
  const rows = tripRows(message).map(({ label, value }) => `  ${label}: ${value}`);
  const sections = [
    message.possibleRepeat ? `(!) ${POSSIBLE_REPEAT}` : '',
    `${words} ${driverLabel(message.driver)}`,
    sentences.join('\n'),
    `Why (rule ${oneLine(rule.name, LONGEST_NAME)}): ${oneLine(message.cause, LONGEST_SENTENCE)}`,
    snapshotWords(message),
    deletion.state === 'requested' ? howTo(message) : '',
    ['The trip', ...rows].join('\n'),
    `Look at the trip and the decision:\n${oneLine(message.link, 2_000)}`,
    `-- \n${oneLine(fleet.name, LONGEST_NAME)} · deletion ${oneLine(deletion.id, 40)} · rule ${oneLine(rule.id, LONGEST_NAME)} version ${rule.version}` +
      ` · trip ${oneLine(trip.tripId, LONGEST_NAME)} · reference ${deliveryReference(deliveryKey).slice(0, 8)}`,
  ];
  return sections.filter(Boolean).join('\n\n') + '\n';
}
