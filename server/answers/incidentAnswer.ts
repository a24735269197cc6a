import { LONGEST_NAME, oneLine } from '../../messages/format/index.ts';
import { parseDuration } from '../../rules/time/index.ts';
import { escalationPolicySchema } from '../../rules/documents/index.ts';
import type { Rotation } from '../../rules/documents/index.ts';
import { identityNamed, identityOf, peopleNamed, receiverHandedTo } from '../../rules/escalation/index.ts';
import { incidentTick } from '../../store/db/index.ts';
import type { Db } from '../../store/db/index.ts';
import { getVersion } from '../../store/documents/index.ts';
import { answerIncident, getIncident } from '../../store/incidents/index.ts';
import type { AnswerOutcome, Incident, IncidentAnswer, IncidentKey } from '../../store/incidents/index.ts';
import { refused } from '../api/http/index.ts';
import type { ServerDependencies } from '../dependencies/index.ts';
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
