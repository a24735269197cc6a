import { parseDuration } from '../rules/duration.ts';
import { escalationPolicySchema } from '../rules/escalationPolicy.ts';
import { receiverHandedTo } from '../rules/handedTo.ts';
import type { PageReceiver } from '../rules/pageReceivers.ts';
import type { Rotation } from '../rules/rotation.ts';
import type { Db } from '../store/database.ts';
import { getVersion, publishedDocuments } from '../store/documentReads.ts';
import { answerIncident } from '../store/incidentAnswers.ts';
import type { AnswerOutcome, IncidentAnswer } from '../store/incidentAnswers.ts';
import { getIncident } from '../store/incidents.ts';
import type { Incident, IncidentKey } from '../store/incidents.ts';
import type { ServerDependencies } from './dependencies.ts';

/** What a person says to an incident; what its policy adds is looked up. */
export type Said = Omit<IncidentAnswer, 'repageAfterSeconds' | 'tell'>;

/**
 * Takes a person's answer, by whatever way it came. It counts when this returns; that the workflow hears of it is seen to
 * behind it, and needs no Temporal now.
 */
export async function takeAnswer(
  deps: Pick<ServerDependencies, 'database' | 'waker' | 'now'>,
  key: IncidentKey,
  said: Said,
): Promise<AnswerOutcome> {
  const { db } = deps.database;
  const incident = await getIncident(db, key);
  if (!incident) return { kind: 'missing' };
  const tell = said.kind === 'reassign' ? await handedTo(db, key, said.to) : [];
  const answer = { ...said, ...(await silenceOf(db, incident)), tell };
  const outcome = await answerIncident(db, { ...key, answer, at: deps.now() });
  if (outcome.kind === 'done' || outcome.kind === 'late') deps.waker.wake(outcome.incident);
  return outcome;
}

/** How the one is told to whom an incident is handed, if anybody knows. */
async function handedTo(
  db: Db,
  { fleetId }: IncidentKey,
  to: string | undefined,
): Promise<readonly PageReceiver[]> {
  if (to === undefined) return [];
  const documents = await publishedDocuments(db, { fleetId, kind: 'rotation' });
  const receiver = receiverHandedTo(
    to,
    documents.map(({ body }) => body as unknown as Rotation),
  );
  return receiver ? [receiver] : [];
}

/** What the incident's policy, as it was when the incident began, says about answers. */
async function silenceOf(
  db: Db,
  { fleetId, policy: id, policyVersion: version }: Incident,
): Promise<Pick<IncidentAnswer, 'repageAfterSeconds'>> {
  const stored = await getVersion(db, { fleetId, kind: 'escalation-policy', id, version });
  const { data: policy } = escalationPolicySchema.safeParse(stored?.body);
  return policy?.repage_after === undefined ? {} : { repageAfterSeconds: parseDuration(policy.repage_after) };
}
