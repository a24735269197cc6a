import { nextStepOf } from '../../messages/incidents/index.ts';
import type { IncidentMessage, NamedPerson } from '../../messages/incidents/index.ts';
import type { EscalationPolicy, Rotation } from '../../rules/documents/index.ts';
import { nextPage } from '../../rules/escalation/index.ts';
import type { RecipientDriver } from '../../rules/recipients/index.ts';
import type { Db } from '../../store/db/index.ts';
import { chainHistory } from '../../store/incidents/index.ts';
import type { Incident, IncidentEvent } from '../../store/incidents/index.ts';
import { needsOf, recipientDocuments, storedDriver } from '../facts/index.ts';
import type { RecipientDocuments } from '../facts/index.ts';
import { receiversOf } from './people.ts';
import type { People } from './people.ts';

/** People that a page of an open incident names: those who were paged, and those who are paged next. */
export type Called = Pick<IncidentMessage, 'paged' | 'nextStep'>;

/**
 * Returns the people from rotations whom a page notifies, and the next step if there is no answer. Returns nothing once the
 * incident is acknowledged. Reads both when the message is composed, so that an update shows the current state.
 */
export async function calledBy(
  db: Db,
  it: {
    readonly incident: Incident;
    readonly policy: EscalationPolicy | undefined;
    /** Entry of the timeline that the message reports. */
    readonly event: IncidentEvent | undefined;
    readonly people: People;
  },
): Promise<Called> {
  const { incident, policy, event, people } = it;
  if (incident.state !== 'open') return {};
  const { fleetId, id, position, dueAt, late } = incident;
  const documents = await recipientDocuments(db, fleetId);
  const paged = peopleOfRotations(event, documents.rotations);
  const next =
    policy &&
    nextPage(policy, {
      clock: { state: 'open', position, dueAt },
      late,
      ...(await recipientsNow(db, { incident, policy, documents })),
      ...(await chainHistory(db, { fleetId, id })),
    });
  return {
    ...(paged.length > 0 && { paged }),
    ...(next && { nextStep: nextStepOf(next, people) }),
  };
}

/**
 * Returns the documents and stored facts with which the next step's recipients are resolved. Composing a message never causes a
 * request to the service.
 */
async function recipientsNow(
  db: Db,
  it: {
    readonly incident: Incident;
    readonly policy: EscalationPolicy;
    readonly documents: RecipientDocuments;
  },
): Promise<RecipientDocuments & { readonly driver: RecipientDriver }> {
  const { incident, policy, documents } = it;
  const { fleetId: fleet, driverId, tripId } = incident;
  const notify = [...policy.steps.flatMap((step) => step.notify), ...(policy.unanswered ?? [])];
  const { driver } = await storedDriver(db, {
    key: { fleet, driverId, tripId },
    needs: needsOf(notify, documents),
    // Accepts outdated groups, because reading them again would be a request to the service.
    groups: undefined,
    at: new Date(),
  });
  return { ...documents, driver };
}

/** Returns the people from rotations whom an entry of the timeline notified, with their Slack ids if the rotations have them. */
function peopleOfRotations(
  event: IncidentEvent | undefined,
  rotations: ReadonlyMap<string, Rotation>,
): readonly NamedPerson[] {
  const named = new Map<string, NamedPerson>();
  for (const { person: name, rotation } of event ? receiversOf(event.details) : []) {
    if (name === undefined || rotation === undefined) continue;
    const entry = rotations.get(rotation)?.people.find((each) => each.name === name);
    named.set(JSON.stringify([name, entry?.slack]), {
      name,
      ...(entry?.slack !== undefined && { slackId: entry.slack }),
    });
  }
  return [...named.values()];
}
