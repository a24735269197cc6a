import type { IncidentMessage, NamedPerson } from '../../messages/incidents/index.ts';
import type { EscalationPolicy, Rotation } from '../../rules/documents/index.ts';
import { nextPage } from '../../rules/escalation/index.ts';
import type { Db } from '../../store/db/index.ts';
import { publishedDocuments } from '../../store/documents/index.ts';
import { chainHistory } from '../../store/incidents/index.ts';
import type { Incident, IncidentEvent } from '../../store/incidents/index.ts';
import { receiverWords, receiversOf } from './people.ts';
import type { People } from './people.ts';

/** What a page of an open incident says of people: whom it calls, and who is called next. */
export type Called = Pick<IncidentMessage, 'paged' | 'nextStep'>;

/**
 * Whom a page calls of the people of rotations, and which step follows unless somebody answers; nothing once somebody has
 * answered. Both are read when the message is composed, so an update shows how it stands then.
 */
export async function calledBy(
  db: Db,
  it: {
    readonly incident: Incident;
    readonly policy: EscalationPolicy | undefined;
    /** The entry of the timeline that the message is about. */
    readonly event: IncidentEvent | undefined;
    readonly people: People;
  },
): Promise<Called> {
  const { incident, policy, event, people } = it;
  if (incident.state !== 'open') return {};
  const { fleetId, id, position, dueAt, late } = incident;
  const documents = await publishedDocuments(db, { fleetId, kind: 'rotation' });
  const rotations = new Map(documents.map((document) => [document.id, document.body as unknown as Rotation]));
  const paged = peopleOfRotations(event, rotations);
  const next =
    policy &&
    nextPage(policy, {
      ...{ clock: { state: 'open', position, dueAt }, late, rotations },
      ...(await chainHistory(db, { fleetId, id })),
    });
  return {
    ...(paged.length > 0 && { paged }),
    ...(next && {
      nextStep: {
        at: next.at.toISOString(),
        notified: next.receivers.map((each) => receiverWords(each, people)),
      },
    }),
  };
}

/** The people of rotations that an entry of the timeline notified, with their Slack ids where the rotations have them. */
function peopleOfRotations(
  event: IncidentEvent | undefined,
  rotations: ReadonlyMap<string, Rotation>,
): readonly NamedPerson[] {
  const named = new Map<string, NamedPerson>();
  for (const { person: name, rotation } of event ? receiversOf(event.details) : []) {
    if (name === undefined || rotation === undefined) continue;
    const entry = rotations.get(rotation)?.people.find((each) => each.name === name);
    named.set(JSON.stringify([name, entry?.slack]), {
      ...{ name },
      ...(entry?.slack !== undefined && { slackId: entry.slack }),
    });
  }
  return [...named.values()];
}
