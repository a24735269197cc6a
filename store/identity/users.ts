import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { inTransaction, isUuid, newestFirst, recordAudit } from '../db/index.ts';
import type { Db, Listed, Page } from '../db/index.ts';
import { skeletonOf } from './skeleton.ts';
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

/** Returns a user by id. */
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
