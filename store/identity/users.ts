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

/** A user with the user's grant in one fleet. */
export type FleetUser = User &
  Pick<Selectable<UserGrantsTable>, 'seq' | 'role' | 'groups' | 'grantedAt' | 'disabledAt'>;

/** A user's role in one fleet. */
export interface Grant {
  readonly fleetId: string;
  readonly role: UserRole;
  /** The groups to which a viewer's access is limited. Absent: the whole fleet. */
  readonly groups?: readonly string[];
}

/** The person whom an identity provider has authenticated, and the rights that the sign-in grants. */
export interface SignIn {
  readonly issuer: string;
  readonly subject: string;
  /** The provider's name for the person. It gets an addition if another user has the same name. */
  readonly name: string;
  /** Absent if the provider has not verified the address. */
  readonly email?: string;
  readonly grants: readonly Grant[];
  /** Names in the audit log that users must not have: those of service tokens, and Tripline's own. */
  readonly reservedNames: readonly string[];
  readonly at: Date;
}

/**
 * Records a sign-in: stores the user and replaces the user's roles in all fleets. Adds an entry to the audit log of every fleet
 * that the user may access.
 * @returns the user and the user's grants. No grants if the admins of every fleet have disabled the user.
 */
export function recordSignIn(
  db: Db,
  signIn: SignIn,
): Promise<{ readonly user: User; readonly grants: readonly Grant[] }> {
  return inTransaction(db, async (tx) => {
    // Prevents two people of the same name who sign in at the same time from both getting the name.
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

/** A refused sign-in, and the reason. */
interface RefusedSignIn {
  readonly issuer: string;
  readonly subject: string;
  /** Fleets whose audit logs record the refusal. */
  readonly fleetIds: readonly string[];
  readonly why: string;
  readonly details?: JsonObject;
  readonly at: Date;
}

/** Records a refused sign-in in the audit log of the fleets concerned. */
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

/** Withdraws all grants of a user to whom the provider no longer grants anything, and ends the user's sessions. */
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

/** Returns a user by id, or undefined if there is none. */
export async function getUser(db: Db, id: string): Promise<User | undefined> {
  if (!isUuid(id)) return undefined;
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * Returns the names of a fleet's users with a role and this verified address. Returns at most two names, because two already mean
 * that the address identifies no single person.
 */
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

/** Returns a fleet's users, newest first, including users without any present rights. */
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

/** Returns a user with the grant in a fleet. Undefined if no sign-in ever granted the user a role in this fleet. */
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

/** An admin's decision to disable or enable a user in a fleet. */
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
 * Disables or enables a user in a fleet, with an entry in the audit log. Does nothing if the user is in that state already.
 * @returns the user, or undefined if the fleet has no such user
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

/** Returns a user's present roles, without fleets in which the user is disabled. */
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
 * Returns the name under which the audit log shows a user. A name that looks like another person's gets an addition: the issuer's
 * name. If both people have the same issuer, the addition is the address, because the issuer has verified both.
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
  // Quotes a name that starts with `slack:`, because the audit log writes people of Slack like this.
  const name = signIn.name.replace(/^slack:.*$/i, '"$&"');
  const from = issuer.replace(/^https?:\/\//, '').replace(/\/$/, '');
  for (const whose of [`of ${from}`, `${subject} of ${from}`])
    if (!(await holderOf(`${name} (${whose})`))) return `${name} (${whose})`;
  return `${name} (${id} of ${from})`;
}

/** Returns whether readers may mistake an unverified name for the name of a user in a fleet. */
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
