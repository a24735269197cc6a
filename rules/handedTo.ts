import * as z from 'zod';
import type { PageReceiver } from './pageReceivers.ts';
import type { Rotation } from './rotation.ts';

const email = z.email();
const SLACK_ID = /^(?:slack:)?([UW][A-Z0-9]{1,20})$/;

/**
 * How somebody to whom an incident is handed is told: by the e-mail address or the Slack id that names them, or by what a
 * published rotation has of the person with that name. Undefined: nobody knows how.
 */
export function receiverHandedTo(to: string, rotations: readonly Rotation[]): PageReceiver | undefined {
  const name = to.trim();
  for (const { id: rotation, people } of rotations)
    for (const { name: person, slack, email: address } of people) {
      if (person.toLowerCase() !== name.toLowerCase()) continue;
      if (slack !== undefined) return { action: 'slack', receiver: slack, person, rotation };
      if (address !== undefined) return { action: 'email', receiver: address, person, rotation };
    }
  const [, slackId] = SLACK_ID.exec(name) ?? [];
  // `SLACK_ID` also fits a name in capitals, such as UWE; an id has a digit or is longer than any such name.
  if (slackId !== undefined && (name.startsWith('slack:') || /\d/.test(slackId) || slackId.length > 8))
    return { action: 'slack', receiver: slackId };
  return email.safeParse(name).success ? { action: 'email', receiver: name } : undefined;
}
