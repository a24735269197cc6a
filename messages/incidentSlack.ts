import { POSSIBLE_REPEAT } from './alert.ts';
import { driverLabel, LONGEST_NAME, LONGEST_SENTENCE } from './alertRows.ts';
import { deliveryReference } from './deliveryReference.ts';
import type { IncidentMessage } from './incident.ts';
import { incidentActions } from './incidentActions.ts';
import { incidentLists, incidentRows, incidentTripRows, lateWords } from './incidentRows.ts';
import type { IncidentList } from './incidentRows.ts';
import { incidentLook, incidentStatusLines } from './incidentState.ts';
import { pictureAltText } from './pictureAltText.ts';
import { manyLines, oneLine } from './plainText.ts';
import { SEVERITIES } from './severity.ts';
import type { SlackMessage } from './slack.ts';
import { SLACK_LIMITS } from './slackBlocks.ts';
import type { SlackBlock } from './slackBlocks.ts';
import { escapeSlack, fields, markdown, plain, section, slackLink } from './slackText.ts';

/** Characters of one part of a section, so that two of them and their marks fit. */
const PART = 1_400;
/** Longest text of a rule in a page: it is read on a phone, at night. */
const LONGEST_TEXT = 1_200;

/**
 * An incident as a Slack message, within Slack's limits whatever the texts hold. A page has everything and the buttons its
 * state allows, in the order in which it is needed; a note says in a line what became of it.
 * @param options `pictureFileId` is the id of the uploaded picture of the trip's path
 */
export function slackIncident(
  message: IncidentMessage,
  options: { readonly pictureFileId?: string } = {},
): SlackMessage {
  const blocks = message.reason === 'page' ? pageBlocks(message, options.pictureFileId) : noteBlocks(message);
  return { text: fallback(message), blocks: blocks.filter((block) => block !== undefined) };
}

function pageBlocks(
  message: IncidentMessage,
  pictureFileId: string | undefined,
): readonly (SlackBlock | undefined)[] {
  const { alert } = message;
  const late = lateWords(message);
  return [
    header(message),
    message.possibleRepeat ? section(`:warning: *${POSSIBLE_REPEAT}*`) : undefined,
    status(message),
    late === undefined ? undefined : section(`:warning: ${escapeSlack(late, PART)}`),
    fields(incidentRows(message)),
    alert.text
      ? section(escapeSlack(manyLines(alert.text, LONGEST_TEXT), SLACK_LIMITS.sectionText))
      : undefined,
    section(escapeSlack(oneLine(alert.sentence, LONGEST_SENTENCE), SLACK_LIMITS.sectionText)),
    incidentActions(message),
    pictureFileId
      ? { type: 'image', slack_file: { id: pictureFileId }, alt_text: pictureAltText(alert.events) }
      : undefined,
    ...incidentLists(message).map(listBlock),
    fields(incidentTripRows(message)),
    link(message),
    context(message),
  ];
}

function status(message: IncidentMessage): SlackBlock | undefined {
  const lines = incidentStatusLines(message).map((line) => escapeSlack(line, PART));
  return section(lines.map((line, index) => (index === 0 ? `*${line}*` : line)).join('\n'));
}

function noteBlocks(message: IncidentMessage): readonly (SlackBlock | undefined)[] {
  return [
    message.possibleRepeat ? section(`:warning: *${POSSIBLE_REPEAT}*`) : undefined,
    section(escapeSlack(oneLine(message.occasion, LONGEST_SENTENCE), SLACK_LIMITS.sectionText)),
    context(message),
  ];
}

function header(message: IncidentMessage): SlackBlock {
  return { type: 'header', text: plain(title(message), SLACK_LIMITS.header) };
}

function title(message: IncidentMessage): string {
  const { emoji, words } = incidentLook(message);
  const { rule } = message.alert;
  return `${emoji} ${words} · ${SEVERITIES[rule.severity].word}: ${oneLine(rule.name, LONGEST_NAME)}`;
}

function listBlock({ title: name, lines, more }: IncidentList): SlackBlock | undefined {
  const each = Math.floor((SLACK_LIMITS.sectionText - 200) / Math.max(1, lines.length)) - 3;
  const shown = lines.map((line) => `• ${escapeSlack(line, each)}`);
  if (more > 0) shown.push(`• and ${more} more`);
  return section([`*${escapeSlack(name, 100)}*`, ...shown].join('\n'));
}

function link({ alert }: IncidentMessage): SlackBlock | undefined {
  const target = slackLink(alert.link, 'Open the trip and the decision');
  return target ? section(`*${target}*`) : undefined;
}

function context({ fleet, policy, incident, alert, deliveryKey }: IncidentMessage): SlackBlock {
  const parts = [
    oneLine(fleet.name, LONGEST_NAME),
    `incident ${oneLine(incident.id, 40)}`,
    `policy ${oneLine(policy.id, LONGEST_NAME)} v${policy.version}`,
    `trip ${oneLine(alert.trip.tripId, LONGEST_NAME)}`,
    `ref ${deliveryReference(deliveryKey).slice(0, 8)}`,
  ];
  return { type: 'context', elements: [markdown(escapeSlack(parts.join(' · '), SLACK_LIMITS.field))] };
}

/** What a notification and a screen reader say. */
function fallback(message: IncidentMessage): string {
  const repeat = message.possibleRepeat ? '(possible repeat) ' : '';
  const [says = ''] = incidentStatusLines(message);
  const text = `${repeat}${title(message)} · ${driverLabel(message.alert.driver)} · ${says}`;
  return escapeSlack(text, SLACK_LIMITS.fallback);
}
