import { peopleAt } from '../../rules/escalation/index.ts';
import { rotationSchema } from '../../rules/documents/index.ts';
import type { Rotation } from '../../rules/documents/index.ts';
import type { Db } from '../../store/db/index.ts';
import { publishedDocuments } from '../../store/documents/index.ts';
import { slackPeople } from '../../store/deliveries/index.ts';

/** The rotations that count now; one that cannot be read names nobody. */
export async function publishedRotations(db: Db, fleetId: string): Promise<readonly Rotation[]> {
  const documents = await publishedDocuments(db, { fleetId, kind: 'rotation' });
  return documents.flatMap(({ body }) => rotationSchema.safeParse(body).data ?? []);
}

/** A person of Slack, as a press names them. */
export interface Presser {
  readonly fleetId: string;
  readonly userId: string;
  /** What the press itself says they are called. */
  readonly calledThere: string | undefined;
}

/** What people call somebody who pressed a button: as their rotation does, else as Slack does, else their id. */
export async function nameOfPresser(db: Db, { fleetId, userId, calledThere }: Presser): Promise<string> {
  const rotations = await publishedRotations(db, fleetId);
  const person = rotations.flatMap(({ people }) => people).find(({ slack }) => slack === userId);
  if (person) return person.name;
  const known = await slackPeople(db, { fleetId, userIds: [userId] });
  return known.get(userId)?.name ?? (calledThere || userId);
}

/** What people call whoever reads mail at an address: as their rotation does, else, or where several read it, the address. */
export async function nameOfAddress(
  db: Db,
  { fleetId, address }: { readonly fleetId: string; readonly address: string },
): Promise<string> {
  const [person, another] = peopleAt(address, await publishedRotations(db, fleetId));
  const entry = person?.find(({ email }) => email?.toLowerCase() === address.toLowerCase());
  return entry && !another ? entry.name : address;
}
