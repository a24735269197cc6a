import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { JsonObject } from '../../rules/vocabulary/index.ts';
import { inTransaction, isUuid, newestFirst, recordAudit } from '../db/index.ts';
import type { Db, Listed, Page, Tx } from '../db/index.ts';
import { skeletonOf, standsAlone } from './skeleton.ts';
import type { UserGrantsTable, UserRole, UsersTable } from '../tables/index.ts';

/** A person whom an identity provider signed in. */
export type User = Selectable<UsersTable>;

/** A user as one fleet sees them. */
export type FleetUser = User &
  Pick<Selectable<UserGrantsTable>, 'seq' | 'role' | 'groups' | 'grantedAt' | 'disabledAt'>;

/** A user's role in one fleet. */
export interface Grant {
  readonly fleetId: string;
  readonly role: UserRole;
  /** The groups that a viewer is limited to; absent: the whole fleet. */
  readonly groups?: readonly string[];
}

/** Whom a provider signs in, and what they may do now. */
export interface SignIn {
  readonly issuer: string;
  readonly subject: string;
  /** The provider's name for the person. It gets an addition if another user has that name. */
  readonly name: string;
  /** Only a verified one. */
  readonly email?: string;
  readonly grants: readonly Grant[];
  /** Names that the audit log gives to others: of service tokens, and Tripline's own. */
  readonly reservedNames: readonly string[];
  readonly at: Date;
}

/**
 * Records a sign-in: the user, and their role in each fleet in place of the ones before, with an entry in the audit log of
 * every fleet that lets them in.
 * @returns the user and what they may do: nothing where each fleet's admins keep them out
 */
export function recordSignIn(
  db: Db,
  signIn: SignIn,
): Promise<{ readonly user: User; readonly grants: readonly Grant[] }> {
  return inTransaction(db, async (tx) => {
    // Two people with one name who sign in at the same time must not both get it.
    await sql`lock table users in share row exclusive mode`.execute(tx);
    const user = await upsertUser(tx, signIn);
    await replaceGrants(tx, user.id, signIn);
    const grants = await openGrants(tx, user.id);
    for (const { fleetId, role, groups } of grants)
      await recordAudit(tx, {
        fleetId,
        at: signIn.at,
        who: user.name,
        action: 'user.signed_in',
        subjectType: 'user',
        subjectId: user.id,
        details: { issuer: signIn.issuer, role, ...(groups && { groups: [...groups] }) },
      });
    return { user, grants };
  });
}

/** A sign-in that grants nothing in a fleet, or may not, and why. */
interface RefusedSignIn {
  readonly issuer: string;
  readonly subject: string;
  /** Fleets whose audit logs record it. */
  readonly fleetIds: readonly string[];
  readonly why: string;
  readonly details?: JsonObject;
  readonly at: Date;
}

/** Records that a sign-in was refused, in the audit log of the fleets that it concerns. */
export async function recordRefusal(
  db: Db,
  { issuer, subject, fleetIds, why, details, at }: RefusedSignIn,
): Promise<void> {
  for (const fleetId of fleetIds)
    await recordAudit(db, {
      fleetId,
      at,
      who: 'tripline',
      action: 'sign_in.refused',
      why,
      subjectType: 'user',
      subjectId: subject,
      details: { issuer, ...details },
    });
}

/** Withdraws all grants of a provider from a user to whom it grants nothing any more, and ends the user's sessions. */
export function withdrawGrants(
  db: Db,
  { issuer, subject, at }: Pick<SignIn, 'issuer' | 'subject' | 'at'>,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const user = await findUser(tx, { issuer, subject });
    if (!user) return;
    await tx
      .updateTable('userGrants')
      .set({ role: null, grantedAt: at })
      .where('userId', '=', user.id)
      .execute();
    await tx.deleteFrom('sessions').where('userId', '=', user.id).execute();
  });
}

/** Returns a user by id. */
export async function getUser(db: Db, id: string): Promise<User | undefined> {
  if (!isUuid(id)) return undefined;
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Names of those who may do something in a fleet now and have a verified address; two at most, since two are no one. */
export async function namesAtAddress(
  db: Db,
  { fleetId, email }: { readonly fleetId: string; readonly email: string },
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('users')
    .innerJoin('userGrants', 'userGrants.userId', 'users.id')
    .select('users.name')
    .where('userGrants.fleetId', '=', fleetId)
    .where('userGrants.role', 'is not', null)
    .where('userGrants.disabledAt', 'is', null)
    .where(sql<boolean>`lower(users.email) = lower(${email})`)
    .limit(2)
    .execute();
  return rows.map(({ name }) => name);
}

/** Returns a fleet's users, newest first, those without any rights now included. */
export async function listFleetUsers(
  db: Db,
  args: Page & { readonly fleetId: string },
): Promise<Listed<FleetUser>> {
  const grants = db.selectFrom('userGrants').selectAll().where('fleetId', '=', args.fleetId);
  const { items, ...rest } = await newestFirst(grants, { ...args, list: 'users', by: 'seq' });
  if (items.length === 0) return { items: [], ...rest };
  const ids = items.map(({ userId }) => userId);
  const users = await db.selectFrom('users').selectAll().where('id', 'in', ids).execute();
  const byId = new Map(users.map((user) => [user.id, user]));
  return {
    items: items.flatMap(({ userId, seq, role, groups, grantedAt, disabledAt }) => {
      const user = byId.get(userId);
      return user ? [{ ...user, seq, role, groups, grantedAt, disabledAt }] : [];
    }),
    ...rest,
  };
}

/** Returns a user as a fleet sees them; undefined when no sign-in ever granted them anything there. */
export async function getFleetUser(
  db: Db,
  { fleetId, id }: { readonly fleetId: string; readonly id: string },
): Promise<FleetUser | undefined> {
  if (!isUuid(id)) return undefined;
  return db
    .selectFrom('userGrants')
    .innerJoin('users', 'users.id', 'userGrants.userId')
    .selectAll('users')
    .select(['seq', 'role', 'groups', 'grantedAt', 'disabledAt'])
    .where('fleetId', '=', fleetId)
    .where('users.id', '=', id)
    .executeTakeFirst();
}

/** An admin's word on a user of their fleet. */
interface Ruling {
  readonly fleetId: string;
  readonly id: string;
  readonly isDisabled: boolean;
  readonly who: string;
  readonly by?: string;
  readonly why?: string;
  readonly at: Date;
}

/**
 * Keeps a user out of a fleet, or lets them in again, with an entry in the audit log. The same word again changes nothing.
 * @returns the user; undefined when the fleet has no such user
 */
export function setDisabled(db: Db, ruling: Ruling): Promise<FleetUser | undefined> {
  const { fleetId, id, isDisabled, who, by, why, at } = ruling;
  return inTransaction(db, async (tx) => {
    const user = await getFleetUser(tx, { fleetId, id });
    if (!user || (user.disabledAt !== null) === isDisabled) return user;
    const disabledAt = isDisabled ? at : null;
    await tx
      .updateTable('userGrants')
      .set({ disabledAt })
      .where('fleetId', '=', fleetId)
      .where('userId', '=', id)
      .execute();
    await recordAudit(tx, {
      fleetId,
      at,
      who,
      ...(by !== undefined && { by }),
      ...(why !== undefined && { why }),
      action: isDisabled ? 'user.disabled' : 'user.enabled',
      subjectType: 'user',
      subjectId: id,
      details: { name: user.name },
    });
    return { ...user, disabledAt };
  });
}

/** Returns a user's current roles, in the fleets that let the user in. */
export async function openGrants(db: Db, userId: string): Promise<readonly Grant[]> {
  const rows = await db
    .selectFrom('userGrants')
    .select(['fleetId', 'role', 'groups'])
    .where('userId', '=', userId)
    .where('role', 'is not', null)
    .where('disabledAt', 'is', null)
    .orderBy('fleetId')
    .execute();
  return rows.map(({ fleetId, role, groups }) => ({ fleetId, role: role!, ...(groups && { groups }) }));
}

function findUser(
  db: Db,
  { issuer, subject }: Pick<SignIn, 'issuer' | 'subject'>,
): Promise<User | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

async function upsertUser(tx: Tx, signIn: SignIn): Promise<User> {
  const { issuer, subject, email = null, at } = signIn;
  const known = await findUser(tx, signIn);
  const id = known?.id ?? randomUUID();
  const name = await distinctName(tx, signIn, id);
  const changed = { name, skeleton: skeletonOf(name), email, lastSignInAt: at };
  if (known) {
    await tx.updateTable('users').set(changed).where('id', '=', id).execute();
    return { ...known, ...changed };
  }
  const user = { id, issuer, subject, createdAt: at, ...changed };
  await tx.insertInto('users').values(user).execute();
  return user;
}

/**
 * Returns the name that the audit log uses. It must not pass for anyone else's, whatever a person calls themselves at the
 * provider: it then names the issuer. The address is enough for namesakes of one issuer, which verified both.
 */
async function distinctName(tx: Tx, signIn: SignIn, id: string): Promise<string> {
  const { email, subject, issuer } = signIn;
  const reserved = new Set(signIn.reservedNames.map(skeletonOf));
  const holderOf = async (candidate: string): Promise<{ readonly issuer?: string } | undefined> => {
    const skeleton = skeletonOf(candidate);
    if (reserved.has(skeleton)) return {};
    return tx
      .selectFrom('users')
      .select('issuer')
      .where('skeleton', '=', skeleton)
      .where('id', '<>', id)
      .executeTakeFirst();
  };
  if (standsAlone(signIn.name)) {
    const holder = await holderOf(signIn.name);
    if (!holder) return signIn.name;
    const withEmail = `${signIn.name} (${email})`;
    if (email !== undefined && holder.issuer === issuer && !(await holderOf(withEmail))) return withEmail;
  }
  // A person of Slack is written so.
  const name = signIn.name.replace(/^slack:.*$/i, '"$&"');
  const from = issuer.replace(/^https?:\/\//, '').replace(/\/$/, '');
  for (const whose of [`of ${from}`, `${subject} of ${from}`])
    if (!(await holderOf(`${name} (${whose})`))) return `${name} (${whose})`;
  return `${name} (${id} of ${from})`;
}

/** Returns whether readers may take an unverified name for that of a user of a fleet. */
export async function isConfusedWithUser(
  db: Db,
  { fleetId, name }: { readonly fleetId: string; readonly name: string },
): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .innerJoin('userGrants', 'userGrants.userId', 'users.id')
    .select('users.id')
    .where('userGrants.fleetId', '=', fleetId)
    .where('skeleton', '=', skeletonOf(name))
    .executeTakeFirst();
  return user !== undefined;
}

async function replaceGrants(tx: Tx, userId: string, { grants, at }: SignIn): Promise<void> {
  await tx
    .updateTable('userGrants')
    .set({ role: null, grantedAt: at })
    .where('userId', '=', userId)
    .where('role', 'is not', null)
    .execute();
  for (const { fleetId, role, groups: limit } of grants) {
    const groups = limit ? [...limit] : null;
    await tx
      .insertInto('userGrants')
      .values({ fleetId, userId, role, groups, grantedAt: at, disabledAt: null })
      .onConflict((conflict) =>
        conflict.columns(['fleetId', 'userId']).doUpdateSet({ role, groups, grantedAt: at }),
      )
      .execute();
  }
}
