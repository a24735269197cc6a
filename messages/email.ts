import { TRIP_PICTURE_CONTENT_ID } from './alert.ts';
import type { AlertMessage } from './alert.ts';
import { driverLabel, LONGEST_NAME } from './alertRows.ts';
import { emailHtml } from './emailHtml.ts';
import { emailText } from './emailText.ts';
import { oneLine } from './plainText.ts';
import { SEVERITIES } from './severity.ts';

/** An e-mail as both of its parts, and its subject. */
export interface EmailMessage {
  /** One line, at most `LONGEST_SUBJECT` characters. */
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Longer subjects are cut: most clients show fewer than a hundred characters. */
const LONGEST_SUBJECT = 200;

/**
 * An alert as an e-mail.
 * @param options `picture`: the picture of the trip's path is attached inline as `cid:trip-path`;
 *   `pictureSource` names another address for it, for a page that shows the e-mail
 */
export function emailAlert(
  message: AlertMessage,
  options: { readonly picture?: boolean; readonly pictureSource?: string } = {},
): EmailMessage {
  const pictureSource = options.picture
    ? (options.pictureSource ?? `cid:${TRIP_PICTURE_CONTENT_ID}`)
    : undefined;
  return {
    subject: emailSubject(message),
    html: emailHtml(message, pictureSource),
    text: emailText(message),
  };
}

/** The rule's own subject, or severity, rule and driver. No line break comes through, and a possible repeat says so. */
function emailSubject(message: AlertMessage): string {
  const own = oneLine(message.subject ?? '', LONGEST_SUBJECT);
  const { word } = SEVERITIES[message.rule.severity];
  const title =
    own || `${word}: ${oneLine(message.rule.name, LONGEST_NAME)} · ${driverLabel(message.driver)}`;
  const others = message.also?.length ?? 0;
  const subject = others === 0 ? title : `${oneLine(title, LONGEST_SUBJECT - 20)} (+${others} more)`;
  return oneLine(message.possibleRepeat ? `[Possible repeat] ${subject}` : subject, LONGEST_SUBJECT);
}
