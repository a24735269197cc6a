import { LONGEST_NAME } from '../../messages/format/alertRows.ts';
import { oneLine } from '../../messages/format/plainText.ts';
import { parseDuration } from '../../rules/time/duration.ts';
import { escalationPolicySchema } from '../../rules/documents/escalationPolicy.ts';
import { receiverHandedTo } from '../../rules/escalation/handedTo.ts';
import { identityNamed, identityOf, peopleNamed } from '../../rules/escalation/person.ts';
import type { Rotation } from '../../rules/documents/rotation.ts';
import type { Db } from '../../store/db/database.ts';
import { getVersion } from '../../store/documents/reads.ts';
import { answerIncident } from '../../store/incidents/answers.ts';
import type { AnswerOutcome, IncidentAnswer } from '../../store/incidents/answers.ts';
import { getIncident } from '../../store/incidents/incidents.ts';
import type { Incident, IncidentKey } from '../../store/incidents/incidents.ts';
import { incidentTick } from '../../store/db/temporalRequests.ts';
import { refused } from '../api/http/input.ts';
import type { ServerDependencies } from '../dependencies/dependencies.ts';
import { publishedRotations } from './people.ts';

/** What a person says to an incident; what its policy adds is looked up. */
export type Said = Omit<IncidentAnswer, 'repageAfterSeconds' | 'tell' | 'identity' | 'toIdentity'>;

/**
 * Takes a person's answer, by whatever way it came. It counts when this returns; that the workflow hears of it is seen to
 * behind it, and needs no Temporal now.
 */
export async function takeAnswer(
  deps: Pick<ServerDependencies, 'database' | 'requests' | 'now'>,
  key: IncidentKey,
  said: Said,
): Promise<AnswerOutcome> {
  const { db } = deps.database;
  const incident = await getIncident(db, key);
  if (!incident) return { kind: 'missing' };
  const rotations = await publishedRotations(db, key.fleetId);
  const answer = {
    ...{ ...said, ...(await silenceOf(db, incident)), identity: identityOf(said, rotations) },
    ...(said.kind === 'reassign' && said.to !== undefined && handedTo(said.to, rotations)),
  };
  const outcome = await answerIncident(db, { ...key, answer, at: deps.now() });
  if (outcome.kind === 'done' || outcome.kind === 'late')
    deps.requests.dispatchSoon(incidentTick(outcome.incident));
  return outcome;
}

/**
 * How the one is told to whom an incident is handed, and by what they are known, as far as anybody knows.
 * @throws Problem 422 when several people have the name
 */
function handedTo(to: string, rotations: readonly Rotation[]): Pick<IncidentAnswer, 'tell' | 'toIdentity'> {
  const people = peopleNamed(to, rotations);
  if (people.length > 1)
    throw refused('Nothing was changed.', [
      {
        pointer: '/to',
        message: `the rotations know ${people.length} people called “${oneLine(to, LONGEST_NAME)}”: give an e-mail address or a Slack id`,
      },
    ]);
  const receiver = receiverHandedTo(to, rotations);
  const toIdentity = identityNamed(to, rotations);
  return { tell: receiver ? [receiver] : [], ...(toIdentity && { toIdentity }) };
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
