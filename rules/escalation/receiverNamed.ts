import { emailAddress } from '../vocabulary/index.ts';
import type { PageReceiver } from './pageReceivers.ts';

const email = emailAddress();
const SLACK_ID = /^(?:slack:)?([UW][A-Z0-9]{1,20})$/;

/** Whom a text names by itself: a Slack id or an e-mail address. Undefined: a name, or nothing. */
export function receiverNamed(text: string): PageReceiver | undefined {
  const name = text.trim();
  const [, slackId] = SLACK_ID.exec(name) ?? [];
  // `SLACK_ID` also fits a name in capitals, such as UWE; an id has a digit or is longer than any such name.
  if (slackId !== undefined && (name.startsWith('slack:') || /\d/.test(slackId) || slackId.length > 8))
    return { action: 'slack', receiver: slackId };
  return email.safeParse(name).success ? { action: 'email', receiver: name } : undefined;
}
