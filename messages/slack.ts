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
import { pictureAltText } from './pictureAltText.ts';
import { manyLines, oneLine } from './plainText.ts';
import { SEVERITIES } from './severity.ts';
import { SLACK_LIMITS } from './slackBlocks.ts';
import type { SlackBlock } from './slackBlocks.ts';
import { escapeSlack, fields, markdown, plain, section, slackLink } from './slackText.ts';

/** A message for Slack: the text of notifications, and the blocks that are shown. */
export interface SlackMessage {
  readonly text: string;
  readonly blocks: readonly SlackBlock[];
}

const EVENTS_SHOWN = 8;

/**
 * An alert as a Slack message, within Slack's limits whatever the texts hold.
 * @param options `pictureFileId` is the id of the uploaded picture of the trip's path
 */
export function slackAlert(
  message: AlertMessage,
  options: { readonly pictureFileId?: string } = {},
): SlackMessage {
  const { pictureFileId } = options;
  const blocks: readonly (SlackBlock | undefined)[] = [
    header(message),
    message.possibleRepeat ? section(`:warning: *${POSSIBLE_REPEAT}*`) : undefined,
    message.text
      ? section(escapeSlack(manyLines(message.text, LONGEST_TEXT), SLACK_LIMITS.sectionText))
      : undefined,
    section(escapeSlack(oneLine(message.sentence, LONGEST_SENTENCE), SLACK_LIMITS.sectionText)),
    ...alsoBlocks(message),
    fields(tripRows(message)),
    ...factBlocks(message),
    events(message),
    pictureFileId
      ? { type: 'image', slack_file: { id: pictureFileId }, alt_text: pictureAltText(message.events) }
      : undefined,
    link(message),
    context(message),
  ];
  return { text: fallback(message), blocks: blocks.filter((block) => block !== undefined) };
}

/** Other alerts of the trip: severity and rule, then what each has to say. */
function alsoBlocks({ also = [] }: AlertMessage): readonly (SlackBlock | undefined)[] {
  const { shown, more } = firstFew(also, ALSO_SHOWN);
  const blocks = shown.map(({ rule, sentence, text }) => {
    const { emoji, word } = SEVERITIES[rule.severity];
    const name = escapeSlack(`${emoji} ${word}: ${oneLine(rule.name, LONGEST_NAME)}`, ALSO_PART);
    const own = text ? `${escapeSlack(manyLines(text, ALSO_PART), ALSO_PART)}\n` : '';
    return section(`*${name}*\n${own}${escapeSlack(oneLine(sentence, LONGEST_SENTENCE), ALSO_PART)}`);
  });
  return more > 0 ? [...blocks, section(`and ${more} more on the trip’s page`)] : blocks;
}

/** Alerts of one trip shown beside the first; a trip hardly ever has more. */
const ALSO_SHOWN = 10;
/** Characters of each part of such an alert: three parts and their marks fit into a section. */
const ALSO_PART = 900;

/** Longer texts of a rule are cut: a message is read on a phone. */
const LONGEST_TEXT = 2_500;

function header({ rule }: AlertMessage): SlackBlock {
  const { emoji, word } = SEVERITIES[rule.severity];
  return { type: 'header', text: plain(`${emoji} ${word}: ${rule.name}`, SLACK_LIMITS.header) };
}

function factBlocks(message: AlertMessage): readonly (SlackBlock | undefined)[] {
  const { shown, more } = firstFew(factRows(message.facts), SLACK_LIMITS.fields);
  if (shown.length === 0) return [];
  const title = more > 0 ? `*Behind it* (${more} more on the trip’s page)` : '*Behind it*';
  return [{ type: 'divider' }, section(title), fields(shown)];
}

function events(message: AlertMessage): SlackBlock | undefined {
  const { shown, more } = firstFew(message.events, EVENTS_SHOWN);
  if (shown.length === 0) return undefined;
  const lines = shown.map((event) => {
    const { label, value } = eventRow(event, message.fleet.timezone);
    return `• ${escapeSlack(label, LONGEST_NAME)}${value ? `  ${escapeSlack(value, LONGEST_NAME)}` : ''}`;
  });
  if (more > 0) lines.push(`• and ${more} more`);
  return section(
    [`*${escapeSlack(eventsTitle(message.fleet.timezone), LONGEST_NAME)}*`, ...lines].join('\n'),
  );
}

function link(message: AlertMessage): SlackBlock | undefined {
  const target = slackLink(message.link, 'Open the trip and the decision');
  return target ? section(`*${target}*`) : undefined;
}

function context({ fleet, rule, also = [], trip, deliveryKey }: AlertMessage): SlackBlock {
  const rules = [rule, ...also.slice(0, ALSO_SHOWN).map((each) => each.rule)];
  const parts = [
    oneLine(fleet.name, LONGEST_NAME),
    ...rules.map(({ id, version }) => `rule ${oneLine(id, LONGEST_NAME)} v${version}`),
    `trip ${oneLine(trip.tripId, LONGEST_NAME)}`,
    `ref ${deliveryReference(deliveryKey).slice(0, 8)}`,
  ];
  return { type: 'context', elements: [markdown(escapeSlack(parts.join(' · '), SLACK_LIMITS.field))] };
}

/** What a notification and a screen reader say. */
function fallback(message: AlertMessage): string {
  const { emoji, word } = SEVERITIES[message.rule.severity];
  const repeat = message.possibleRepeat ? '(possible repeat) ' : '';
  const others = (message.also ?? [])
    .slice(0, ALSO_SHOWN)
    .map(({ rule }) => oneLine(rule.name, LONGEST_NAME));
  const name = [oneLine(message.rule.name, LONGEST_NAME), ...others].join(', ');
  const sentence = oneLine(message.sentence, LONGEST_SENTENCE);
  const text = `${emoji} ${repeat}${word}: ${name} · ${driverLabel(message.driver)} · ${sentence}`;
  return escapeSlack(text, SLACK_LIMITS.fallback);
}
