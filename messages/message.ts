import type { AlertMessage } from './alert.ts';
import { emailAlert } from './email.ts';
import type { EmailMessage } from './email.ts';
import { emailRoundup } from './emailRoundup.ts';
import type { RoundupMessage } from './roundup.ts';
import { slackAlert } from './slack.ts';
import type { SlackMessage } from './slack.ts';
import { slackRoundup } from './slackRoundup.ts';

/** What a delivery may tell: an alert with others of its trip, or several alerts of several trips. */
export type Message = AlertMessage | RoundupMessage;

/** The message for Slack. `pictureFileId` is the uploaded picture of an alert's trip. */
export function slackMessage(
  message: Message,
  options: { readonly pictureFileId?: string } = {},
): SlackMessage {
  return 'items' in message ? slackRoundup(message) : slackAlert(message, options);
}

/** The message as an e-mail. `picture`: that of an alert's trip is attached inline. */
export function emailMessage(message: Message, options: { readonly picture?: boolean } = {}): EmailMessage {
  return 'items' in message ? emailRoundup(message) : emailAlert(message, options);
}
