import { POSSIBLE_REPEAT } from './alert.ts';
import type { AlertMessage, AlsoAlert } from './alert.ts';
import { eventRow, factRows, LONGEST_NAME, LONGEST_SENTENCE, tripRows } from './alertRows.ts';
import type { Row } from './alertRows.ts';
import { EMAIL_LIMITS } from './emailLimits.ts';
import { deliveryReference } from './deliveryReference.ts';
import { manyLines, oneLine } from './plainText.ts';
import { SEVERITIES } from './severity.ts';

/** The text part of an alert's e-mail: everything the HTML part says, for those who read or hear text. */
export function emailText(message: AlertMessage): string {
  const { rule, fleet, trip } = message;
  const title = `${SEVERITIES[rule.severity].word.toUpperCase()}: ${oneLine(rule.name, LONGEST_NAME)}`;
  const events = message.events.slice(0, EMAIL_LIMITS.events).map((event) => eventRow(event, fleet.timezone));
  const sections = [
    message.possibleRepeat ? `(!) ${POSSIBLE_REPEAT}` : '',
    title,
    message.text ? manyLines(message.text, EMAIL_LIMITS.text) : '',
    oneLine(message.sentence, LONGEST_SENTENCE),
    ...(message.also ?? []).slice(0, EMAIL_LIMITS.also).map(alsoAlert),
    list('The trip', tripRows(message)),
    list('Behind it', factRows(message.facts).slice(0, EMAIL_LIMITS.facts)),
    list('Events', events),
    more(message),
    `Open the trip and the decision:\n${oneLine(message.link, 2_000)}`,
    `-- \n${oneLine(fleet.name, LONGEST_NAME)} · rule ${oneLine(rule.id, LONGEST_NAME)} version ${rule.version}` +
      ` · trip ${oneLine(trip.tripId, LONGEST_NAME)} · reference ${deliveryReference(message.deliveryKey).slice(0, 8)}`,
  ];
  return sections.filter(Boolean).join('\n\n') + '\n';
}

function alsoAlert({ rule, sentence, text }: AlsoAlert): string {
  const title = `${SEVERITIES[rule.severity].word.toUpperCase()}: ${oneLine(rule.name, LONGEST_NAME)}`;
  const own = text ? oneLine(text, EMAIL_LIMITS.alsoText) : '';
  return [title, own, oneLine(sentence, LONGEST_SENTENCE)].filter(Boolean).join('\n');
}

function list(title: string, rows: readonly Row[]): string {
  if (rows.length === 0) return '';
  return [title, ...rows.map(({ label, value }) => `  ${label}${value ? `: ${value}` : ''}`)].join('\n');
}

function more({ facts, events }: AlertMessage): string {
  const left =
    Math.max(0, facts.length - EMAIL_LIMITS.facts) + Math.max(0, events.length - EMAIL_LIMITS.events);
  return left > 0 ? `${left} more on the trip’s page.` : '';
}
