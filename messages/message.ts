import type { AlertMessage } from './alert.ts';
import { emailDeletionRequest } from './deletionEmail.ts';
import type { DeletionRequestMessage } from './deletionRequest.ts';
import { slackDeletionRequest } from './deletionSlack.ts';
import { emailAlert } from './email.ts';
import type { EmailMessage } from './email.ts';
import { emailRoundup } from './emailRoundup.ts';
import type { IncidentMessage } from './incident.ts';
import { emailIncident } from './incidentEmail.ts';
import { slackIncident } from './incidentSlack.ts';
import type { RoundupMessage } from './roundup.ts';
import { slackAlert } from './slack.ts';
import type { SlackMessage } from './slack.ts';
import { slackRoundup } from './slackRoundup.ts';

/**
 * What a delivery may tell: an alert with others of its trip, several alerts of several trips, an incident, or a deletion
 * that waits for a person.
 */
export type Message = AlertMessage | RoundupMessage | IncidentMessage | DeletionRequestMessage;

/** The message for Slack. `pictureFileId` is the uploaded picture of its trip. */
export function slackMessage(
  message: Message,
  options: { readonly pictureFileId?: string } = {},
): SlackMessage {
  if ('items' in message) return slackRoundup(message);
  if (!('kind' in message)) return slackAlert(message, options);
  return message.kind === 'incident' ? slackIncident(message, options) : slackDeletionRequest(message);
}

/** The message as an e-mail. `picture`: that of its trip is attached inline. */
export function emailMessage(message: Message, options: { readonly picture?: boolean } = {}): EmailMessage {
  if ('items' in message) return emailRoundup(message);
  if (!('kind' in message)) return emailAlert(message, options);
  return message.kind === 'incident' ? emailIncident(message, options) : emailDeletionRequest(message);
}

/** The events that its trip's picture shows. */
export function picturedEvents(message: Message): AlertMessage['events'] {
  if ('events' in message) return message.events;
  return 'alert' in message ? message.alert.events : [];
}
