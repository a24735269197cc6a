import type { AlertMessage } from './format/alert.ts';
import { alertCard } from './alert/card.ts';
import type { Card } from './format/card.ts';
import { deletionCard } from './deletion/card.ts';
import type { DeletionRequestMessage } from './deletion/request.ts';
import { emailCard } from './channels/email/card.ts';
import type { EmailMessage } from './channels/email/frame.ts';
import type { IncidentMessage } from './incident/incident.ts';
import { incidentCard } from './incident/card.ts';
import { roundupCard } from './alert/roundup.ts';
import type { RoundupMessage } from './alert/roundup.ts';
import type { SlackMessage } from './channels/slack/blocks.ts';
import { slackCard } from './channels/slack/card.ts';

/**
 * What a delivery may send: an alert with others of its trip, several alerts of several trips, an incident, or a deletion
 * that waits for a person.
 */
export type Message = AlertMessage | RoundupMessage | IncidentMessage | DeletionRequestMessage;

/** The message for Slack. `pictureFileId` is the uploaded picture of its trip. */
export function slackMessage(
  message: Message,
  options: { readonly pictureFileId?: string } = {},
): SlackMessage {
  return slackCard(cardOf(message), options);
}

/** The message as an e-mail. `picture`: that of its trip is attached inline as `cid:trip-path`. */
export function emailMessage(message: Message, options: { readonly picture?: boolean } = {}): EmailMessage {
  return emailCard(cardOf(message), options);
}

function cardOf(message: Message): Card {
  if ('items' in message) return roundupCard(message);
  if (!('kind' in message)) return alertCard(message);
  return message.kind === 'incident' ? incidentCard(message) : deletionCard(message);
}

/** The events that its trip's picture shows. */
export function picturedEvents(message: Message): AlertMessage['events'] {
  if ('events' in message) return message.events;
  return 'alert' in message ? message.alert.events : [];
}
