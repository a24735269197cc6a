import type { PageReceiver } from './pageReceivers.ts';
import { peopleNamed } from './person.ts';
import { receiverNamed } from './receiverNamed.ts';
import type { Rotation } from '../documents/index.ts';

/**
 * How somebody to whom an incident is handed is told: by the e-mail address or the Slack id that names them, or by what
 * published rotations have of the one person with that name. Undefined: nobody knows how, or several people have the name.
 */
export function receiverHandedTo(to: string, rotations: readonly Rotation[]): PageReceiver | undefined {
  const [entries, another] = peopleNamed(to, rotations);
  if (another) return undefined;
  if (!entries) return receiverNamed(to);
  const entry = entries.find((each) => each.slack !== undefined) ?? entries[0]!;
  const rotation = rotations.find(({ people }) => people.includes(entry))!.id;
  const { name: person, slack, email } = entry;
  if (slack !== undefined) return { action: 'slack', receiver: slack, person, rotation };
  return { action: 'email', receiver: email!, person, rotation };
}
