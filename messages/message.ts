import { alertCard, channelTestCard, coachingCard, summaryCard } from './alerts/index.ts';
import type { ChannelTestMessage, CoachingMessage, SummaryMessage } from './alerts/index.ts';
import { emailCard } from './channels/email/index.ts';
import type { EmailMessage } from './channels/email/index.ts';
import { slackCard } from './channels/slack/index.ts';
import type { SlackMessage } from './channels/slack/index.ts';
import { deletionCard } from './deletions/index.ts';
import type { DeletionRequestMessage } from './deletions/index.ts';
import type { AlertMessage, Card } from './format/index.ts';
import { incidentCard } from './incidents/index.ts';
import type { IncidentMessage } from './incidents/index.ts';

/**
 * A message of a delivery: alerts of one trip or of several, a coaching e-mail, an incident, a deletion that waits for a person,
 * or a channel test.
 */
export type Message =
  | AlertMessage
  | SummaryMessage
  | CoachingMessage
  | IncidentMessage
  | DeletionRequestMessage
  | ChannelTestMessage;

/** Renders the message for Slack. `pictureFileId` is the uploaded picture of its trip. */
export function slackMessage(
  message: Message,
  options: { readonly pictureFileId?: string } = {},
): SlackMessage {
  return slackCard(cardOf(message), options);
}

/** Renders the message as an e-mail. `picture`: that of its trip is attached inline as `cid:trip-path`. */
export function emailMessage(message: Message, options: { readonly picture?: boolean } = {}): EmailMessage {
  return emailCard(cardOf(message), options);
}

function cardOf(message: Message): Card {
  if ('items' in message) return summaryCard(message);
  if (!('kind' in message)) return alertCard(message);
  if (message.kind === 'coaching') return coachingCard(message);
  if (message.kind === 'channel_test') return channelTestCard(message);
  return message.kind === 'incident' ? incidentCard(message) : deletionCard(message);
}

/** Returns the events that its trip's picture shows. */
export function picturedEvents(message: Message): AlertMessage['events'] {
  if ('events' in message) return message.events;
  return 'alert' in message ? message.alert.events : [];
}
