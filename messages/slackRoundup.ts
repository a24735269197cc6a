import { POSSIBLE_REPEAT } from './alert.ts';
import { driverLabel, firstFew, LONGEST_NAME, LONGEST_SENTENCE } from './alertRows.ts';
import { deliveryReference } from './deliveryReference.ts';
import { oneLine } from './plainText.ts';
import type { RoundupItem, RoundupMessage } from './roundup.ts';
import { SEVERITIES } from './severity.ts';
import type { SlackMessage } from './slack.ts';
import { SLACK_LIMITS } from './slackBlocks.ts';
import type { SlackBlock } from './slackBlocks.ts';
import { escapeSlack, markdown, plain, section, slackLink } from './slackText.ts';
import { formatSpan } from './time.ts';

/** Alerts shown; each is a block of its own, and Slack takes fifty. */
const ITEMS_SHOWN = 20;
/** Characters of one part of an alert's line after escaping, so that all of them fit into a section. */
const PART = 700;

/** A message about several alerts for Slack, within Slack's limits whatever the texts hold. */
export function slackRoundup(message: RoundupMessage): SlackMessage {
  const { fleet, title, intro, items } = message;
  const { emoji } = SEVERITIES[message.severity];
  const { shown, more } = firstFew(items, ITEMS_SHOWN);
  const left = more + message.more;
  const footer = [oneLine(fleet.name, LONGEST_NAME), oneLine(message.why, LONGEST_NAME)];
  const reference = `ref ${deliveryReference(message.deliveryKey).slice(0, 8)}`;
  const blocks: readonly (SlackBlock | undefined)[] = [
    { type: 'header', text: plain(`${emoji} ${oneLine(title, LONGEST_NAME)}`, SLACK_LIMITS.header) },
    message.possibleRepeat ? section(`:warning: *${POSSIBLE_REPEAT}*`) : undefined,
    section(escapeSlack(oneLine(intro, LONGEST_SENTENCE), SLACK_LIMITS.sectionText)),
    ...shown.map((item) => section(line(item, fleet.timezone))),
    left > 0 ? section(`and ${left} more`) : undefined,
    {
      type: 'context',
      elements: [markdown(escapeSlack([...footer, reference].join(' · '), SLACK_LIMITS.field))],
    },
  ];
  const repeat = message.possibleRepeat ? '(possible repeat) ' : '';
  const fallback = `${emoji} ${repeat}${oneLine(title, LONGEST_NAME)} · ${oneLine(intro, LONGEST_SENTENCE)}`;
  return {
    text: escapeSlack(fallback, SLACK_LIMITS.fallback),
    blocks: blocks.filter((block) => block !== undefined),
  };
}

function line({ rule, driver, trip, sentence, link }: RoundupItem, timezone: string): string {
  const { emoji } = SEVERITIES[rule.severity];
  const title = `${emoji} ${oneLine(rule.name, LONGEST_NAME)} · ${driverLabel(driver)}`;
  const when = escapeSlack(formatSpan(trip, timezone) ?? `trip ${oneLine(trip.tripId, LONGEST_NAME)}`, PART);
  const target = link.length <= PART ? slackLink(link, 'Open') : undefined;
  const what = escapeSlack(oneLine(sentence, LONGEST_SENTENCE), PART);
  return `*${escapeSlack(title, PART)}*\n${what}\n${when}${target ? `  ·  ${target}` : ''}`;
}
