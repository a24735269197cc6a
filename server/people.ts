import { rotationSchema } from '../rules/rotation.ts';
import type { Rotation, RotationPerson } from '../rules/rotation.ts';
import type { Db } from '../store/database.ts';
import { publishedDocuments } from '../store/documentReads.ts';
import { slackPeople } from '../store/slackPeople.ts';

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
  const person = await personWith(db, fleetId, ({ slack }) => slack === userId);
  if (person) return person.name;
  const known = await slackPeople(db, { fleetId, userIds: [userId] });
  return known.get(userId)?.name ?? (calledThere || userId);
}

/** What people call whoever reads mail at an address: as their rotation does, else the address. */
export async function nameOfAddress(
  db: Db,
  { fleetId, address }: { readonly fleetId: string; readonly address: string },
): Promise<string> {
  const wanted = address.toLowerCase();
  const person = await personWith(db, fleetId, ({ email }) => email?.toLowerCase() === wanted);
  return person?.name ?? address;
}

async function personWith(
  db: Db,
  fleetId: string,
  isWanted: (person: RotationPerson) => boolean,
): Promise<RotationPerson | undefined> {
  const rotations = await publishedRotations(db, fleetId);
  return rotations.flatMap(({ people }) => people).find(isWanted);
}
