import { POSSIBLE_REPEAT } from './alert.ts';
import { LONGEST_NAME, LONGEST_SENTENCE } from './alertRows.ts';
import type { Row } from './alertRows.ts';
import { deliveryReference } from './deliveryReference.ts';
import type { IncidentMessage } from './incident.ts';
import { incidentLists, incidentRows, incidentTripRows, lateWords } from './incidentRows.ts';
import type { IncidentList } from './incidentRows.ts';
import { incidentLook, incidentStatusLines } from './incidentState.ts';
import { ANSWER_HINT, ANSWER_WORDS, LONGEST_OWN_TEXT } from './incidentWords.ts';
import { manyLines, oneLine } from './plainText.ts';
import { SEVERITIES } from './severity.ts';

/** The text part of an incident's e-mail: everything the HTML part says, for those who read or hear text. */
export function incidentEmailText(message: IncidentMessage): string {
  const { alert, incident, fleet, policy } = message;
  const { words } = incidentLook(message);
  const title = `${words} · ${SEVERITIES[alert.rule.severity].word}: ${oneLine(alert.rule.name, LONGEST_NAME)}`;
  const sections = [
    message.possibleRepeat ? `(!) ${POSSIBLE_REPEAT}` : '',
    title,
    incidentStatusLines(message).join('\n'),
    lateWords(message) ?? '',
    answer(message),
    rowLines('What is known', incidentRows(message)),
    alert.text ? manyLines(alert.text, LONGEST_OWN_TEXT) : '',
    oneLine(alert.sentence, LONGEST_SENTENCE),
    ...incidentLists(message).map(listLines),
    rowLines('The trip', incidentTripRows(message)),
    `Open the trip and the decision:\n${oneLine(alert.link, 2_000)}`,
    `-- \n${oneLine(fleet.name, LONGEST_NAME)} · escalation policy ${oneLine(policy.name, LONGEST_NAME)} version ${policy.version} · incident ${oneLine(incident.id, 40)}` +
      ` · rule ${oneLine(alert.rule.id, LONGEST_NAME)} version ${alert.rule.version} · trip ${oneLine(alert.trip.tripId, LONGEST_NAME)} · reference ${deliveryReference(message.deliveryKey).slice(0, 8)}`,
  ];
  return sections.filter(Boolean).join('\n\n') + '\n';
}

function answer({ answerLink, incident }: IncidentMessage): string {
  if (answerLink === undefined || incident.state === 'resolved') return '';
  return `${ANSWER_WORDS}:\n${oneLine(answerLink, 2_000)}\n${ANSWER_HINT}`;
}

function rowLines(title: string, rows: readonly Row[]): string {
  if (rows.length === 0) return '';
  const lines = rows.map(
    ({ label, value, href }) => `  ${label}: ${value}${href === undefined ? '' : `\n    ${href}`}`,
  );
  return [title, ...lines].join('\n');
}

function listLines({ title, lines, more }: IncidentList): string {
  return [title, ...lines.map((line) => `  ${line}`), ...(more > 0 ? [`  and ${more} more`] : [])].join('\n');
}
