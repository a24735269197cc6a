import { POSSIBLE_REPEAT } from './alert.ts';
import { driverLabel, LONGEST_NAME, LONGEST_SENTENCE, tripRows } from './alertRows.ts';
import { deletionLook, snapshotWords } from './deletionRequest.ts';
import type { DeletionRequestMessage } from './deletionRequest.ts';
import { deliveryReference } from './deliveryReference.ts';
import { oneLine } from './plainText.ts';
import type { SlackMessage } from './slack.ts';
import { SLACK_LIMITS } from './slackBlocks.ts';
import type { SlackBlock, SlackButton } from './slackBlocks.ts';
import { escapeSlack, fields, markdown, plain, section, slackLink } from './slackText.ts';

/** Characters of one sentence, so that all of them and their marks fit into a section. */
const PART = 900;

/** A deletion that waits for a person as a Slack message, with buttons while it waits; within Slack's limits. */
export function slackDeletionRequest(message: DeletionRequestMessage): SlackMessage {
  const { emoji, words, sentences } = deletionLook(message);
  const title = `${emoji} ${words} · ${driverLabel(message.driver)}`;
  const target = slackLink(message.link, 'Look at the trip and the decision');
  const blocks: readonly (SlackBlock | undefined)[] = [
    { type: 'header', text: plain(title, SLACK_LIMITS.header) },
    message.possibleRepeat ? section(`:warning: *${POSSIBLE_REPEAT}*`) : undefined,
    section(sentences.map((line, index) => (index === 0 ? `*${part(line)}*` : part(line))).join('\n')),
    section(
      `*Why* (rule ${escapeSlack(oneLine(message.rule.name, LONGEST_NAME), PART)})\n${part(message.cause)}`,
    ),
    fields(tripRows(message)),
    section([part(snapshotWords(message)), ...(target ? [`*${target}*`] : [])].join('\n')),
    message.deletion.state === 'requested' ? decide(message) : undefined,
    context(message),
  ];
  const repeat = message.possibleRepeat ? '(possible repeat) ' : '';
  const fallback = `${repeat}${title} · ${oneLine(message.rule.name, LONGEST_NAME)} · ${sentences[0] ?? ''}`;
  return {
    text: escapeSlack(oneLine(fallback, SLACK_LIMITS.fallback), SLACK_LIMITS.fallback),
    blocks: blocks.filter((block) => block !== undefined),
  };
}

function part(text: string): string {
  return escapeSlack(oneLine(text, LONGEST_SENTENCE), PART);
}

function decide(message: DeletionRequestMessage): SlackBlock {
  return { type: 'actions', elements: [reject(message), approve(message)] };
}

/** Deleting cannot be undone, so Slack asks once more; keeping needs no such question. */
function approve(message: DeletionRequestMessage): SlackButton {
  const who = oneLine(driverLabel(message.driver), 80);
  return {
    ...button(message, 'Delete the trip'),
    action_id: 'deletion_approve',
    style: 'danger',
    confirm: {
      title: plain('Delete this trip for good?', SLACK_LIMITS.confirmTitle),
      text: plain(
        `The analytics service forgets this trip of ${who}, and the driver’s score may change. It cannot be undone. Tripline keeps a copy.`,
        SLACK_LIMITS.confirmText,
      ),
      confirm: plain('Delete it', SLACK_LIMITS.confirmButton),
      deny: plain('Not now', SLACK_LIMITS.confirmButton),
      style: 'danger',
    },
  };
}

function reject(message: DeletionRequestMessage): SlackButton {
  return { ...button(message, 'Keep the trip'), action_id: 'deletion_reject' };
}

function button({ deletion, driver }: DeletionRequestMessage, words: string) {
  return {
    type: 'button',
    value: deletion.id,
    text: plain(words, SLACK_LIMITS.buttonText),
    accessibility_label: oneLine(`${words} of ${driverLabel(driver)}`, SLACK_LIMITS.buttonText),
  } as const;
}

function context({ fleet, rule, trip, deletion, deliveryKey }: DeletionRequestMessage): SlackBlock {
  const parts = [
    oneLine(fleet.name, LONGEST_NAME),
    `deletion ${oneLine(deletion.id, 40)}`,
    `rule ${oneLine(rule.id, LONGEST_NAME)} v${rule.version}`,
    `trip ${oneLine(trip.tripId, LONGEST_NAME)}`,
    `ref ${deliveryReference(deliveryKey).slice(0, 8)}`,
  ];
  return { type: 'context', elements: [markdown(escapeSlack(parts.join(' · '), SLACK_LIMITS.field))] };
}
