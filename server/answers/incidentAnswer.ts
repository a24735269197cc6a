import { worded } from '../../messages/language/index.ts';
import { LONGEST_NAME, oneLine } from '../../messages/format/index.ts';
import { escalationPolicySchema, rotationSchema } from '../../rules/documents/index.ts';
import type { Rotation } from '../../rules/documents/index.ts';
import {
  identityNamed,
  identityOf,
  peopleAt,
  peopleNamed,
  receiverHandedTo,
  transitionOf,
} from '../../rules/escalation/index.ts';
import type { IncidentAnswer } from '../../rules/escalation/index.ts';
import { parseDuration } from '../../rules/time/index.ts';
import { incidentTick } from '../../store/db/index.ts';
import type { Db } from '../../store/db/index.ts';
import { slackPeople } from '../../store/deliveries/index.ts';
import { isConfusedWithUser, skeletonOf, namesAtAddress } from '../../store/identity/index.ts';
import { getVersion, publishedDocuments } from '../../store/documents/index.ts';
import { answerIncident, getIncident } from '../../store/incidents/index.ts';
import type { AnswerOutcome, Incident, IncidentKey } from '../../store/incidents/index.ts';
import { refused } from '../api/http/index.ts';
import type { ServerDependencies } from '../http/index.ts';

/** A person's answer to an incident, without the fields that are looked up, such as those of its policy. */
export type Said = Omit<IncidentAnswer, 'repageAfterSeconds' | 'notify' | 'identity' | 'toIdentity'>;

/**
 * Records a person's answer from any channel. The answer takes effect when this returns. The workflow is notified in the
 * background, so Temporal may be unavailable.
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
    ...said,
    ...(await silenceOf(db, incident)),
    identity: identityOf(said, rotations),
    ...(said.kind === 'reassign' && said.to !== undefined && handedTo(said.to, rotations)),
  };
  const outcome = await answerIncident(db, { ...key, answer, at: deps.now(), decide: transitionOf });
  if (outcome.kind === 'done' || outcome.kind === 'late')
    deps.requests.dispatchSoon(incidentTick(outcome.incident));
  return outcome;
}

/**
 * Returns the recipient and the known identities of the person to whom an incident is reassigned, as far as rotations have
 * them.
 * @throws Problem 422 when several people have the name
 */
function handedTo(to: string, rotations: readonly Rotation[]): Pick<IncidentAnswer, 'notify' | 'toIdentity'> {
  const people = peopleNamed(to, rotations);
  if (people.length > 1)
    throw refused(worded('problems.nothingChanged'), [
      {
        pointer: '/to',
        message: worded('problems.ambiguousPerson', {
          count: people.length,
          name: oneLine(to, LONGEST_NAME),
        }),
      },
    ]);
  const receiver = receiverHandedTo(to, rotations);
  const toIdentity = identityNamed(to, rotations);
  return { notify: receiver ? [receiver] : [], ...(toIdentity && { toIdentity }) };
}

/** Returns the settings for answers from the policy version with which the incident began. */
async function silenceOf(
  db: Db,
  { fleetId, policy: id, policyVersion: version }: Incident,
): Promise<Pick<IncidentAnswer, 'repageAfterSeconds'>> {
  const stored = await getVersion(db, { fleetId, kind: 'escalation-policy', id, version });
  const { data: policy } = escalationPolicySchema.safeParse(stored?.body);
  return policy?.repage_after === undefined ? {} : { repageAfterSeconds: parseDuration(policy.repage_after) };
}

/** Returns the published rotations. A rotation that cannot be read is left out. */
export async function publishedRotations(db: Db, fleetId: string): Promise<readonly Rotation[]> {
  const documents = await publishedDocuments(db, { fleetId, kind: 'rotation' });
  return documents.flatMap(({ body }) => rotationSchema.safeParse(body).data ?? []);
}

/** A person of Slack, as a press names them. */
interface Presser {
  readonly fleetId: string;
  readonly userId: string;
  /** The name in the press itself. */
  readonly calledThere: string | undefined;
}

/**
 * Returns the name of a person who pressed a button: from their rotation, else of the only user with the address that Slack
 * confirmed, else from Slack, else their id. The name gives no rights. One that looks like someone else’s says where it is
 * from.
 */
export async function nameOfPresser(db: Db, { fleetId, userId, calledThere }: Presser): Promise<string> {
  const rotations = await publishedRotations(db, fleetId);
  const person = rotations.flatMap(({ people }) => people).find(({ slack }) => slack === userId);
  if (person) return person.name;
  const known = await slackPeople(db, { fleetId, userIds: [userId] });
  const { name, email } = known.get(userId) ?? {};
  const [user, another] = email ? await namesAtAddress(db, { fleetId, email }) : [];
  if (user !== undefined && another === undefined) return user;
  const called = name ?? (calledThere || userId);
  // Anyone may call themselves anything there.
  const isAnothers =
    rotations.some(({ people }) => people.some((each) => skeletonOf(each.name) === skeletonOf(called))) ||
    (await isConfusedWithUser(db, { fleetId, name: called }));
  return isAnothers ? `${called} (Slack)` : called;
}

/**
 * Returns the name of the person who reads mail at an address, from their rotation. Returns the address if there is none or
 * several people read it.
 */
export async function nameOfAddress(
  db: Db,
  { fleetId, address }: { readonly fleetId: string; readonly address: string },
): Promise<string> {
  const [person, another] = peopleAt(address, await publishedRotations(db, fleetId));
  const entry = person?.find(({ email }) => email?.toLowerCase() === address.toLowerCase());
  return entry && !another ? entry.name : address;
}
