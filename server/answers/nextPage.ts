import type { EscalationPolicy } from '../../rules/documents/index.ts';
import { nextPage } from '../../rules/escalation/index.ts';
import type { PreviewedPage } from '../../rules/escalation/index.ts';
import type { Db } from '../../store/db/index.ts';
import { slackPeople } from '../../store/deliveries/index.ts';
import { getVersion } from '../../store/documents/index.ts';
import { chainHistory } from '../../store/incidents/index.ts';
import type { Incident } from '../../store/incidents/index.ts';
import { recipientsNow } from './recipients.ts';

/** The next page of an incident, and the names of recipients whom the policy names by Slack id. */
export interface NextPage {
  readonly page: PreviewedPage;
  /** By the receiver. */
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Returns the people who are paged next, and when, if no one answers an open incident. Reads the documents that are published now.
 * The incident's own messages say the same. Returns undefined if no step is left that pages anyone, or the incident is not open.
 */
export async function nextPageOf(db: Db, incident: Incident): Promise<NextPage | undefined> {
  const { fleetId, driverId, state, position, dueAt, late, policy: id, policyVersion: version } = incident;
  if (state !== 'open') return undefined;
  const [policy, recipients, history] = await Promise.all([
    getVersion(db, { fleetId, kind: 'escalation-policy', id, version }),
    recipientsNow(db, { fleetId, driverId }),
    chainHistory(db, { fleetId, id: incident.id }),
  ]);
  const page =
    policy &&
    nextPage(policy.body as unknown as EscalationPolicy, {
      clock: { state, position, dueAt },
      late,
      ...recipients,
      ...history,
    });
  if (!page) return undefined;
  const userIds = page.receivers.map(({ receiver }) => receiver);
  const people = await slackPeople(db, { fleetId, userIds });
  return { page, names: new Map([...people].map(([userId, { name }]) => [userId, name])) };
}
