import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { inTransaction, isUuid, newestFirst, recordAudit } from '../db/index.ts';
import type { Db, Listed, Page } from '../db/index.ts';
import type { PersonalTokensTable, UserRole } from '../tables/index.ts';
import { hashOf, isSecret, newSecret } from './secrets.ts';

/** Maximum lifetime of a personal token, in days. */
export const LONGEST_TOKEN_DAYS = 90;
/**
 * Milliseconds after a user's last sign-in until the user's tokens are refused, because the provider has not confirmed the user
 * since.
 */
export const DORMANT_AFTER_MS = 30 * 86_400_000;
/** Maximum number of tokens per user. */
export const MOST_PERSONAL_TOKENS = 50;
/** Minimum milliseconds between two records of a token's last use. */
const USED_EVERY_MS = 60_000;
/** Makes a leaked token recognisable, for example to secret scanners. */
const PREFIX = 'tlp_';

/** A personal token as its owner and admins see it, without the token's text. */
export type PersonalToken = Omit<Selectable<PersonalTokensTable>, 'tokenHash'>;

/** A token from a request, with its owner and the owner's present rights in the fleet. */
export interface FoundToken {
  readonly id: string;
  readonly fleetId: string;
  readonly name: string;
  /** The lower of the token's role and its owner's present role. */
  readonly role: UserRole;
  readonly ownersRole: UserRole;
  /** The groups to which the owner's access is limited. Absent: the whole fleet. */
  readonly groups?: readonly string[];
  readonly expiresAt: Date;
  readonly user: {
    readonly id: string;
    readonly issuer: string;
    readonly name: string;
    readonly email: string | null;
  };
}

/** Returns whether a text has the form of a personal token. */
export function isPersonalToken(text: string): boolean {
  return text.startsWith(PREFIX) && isSecret(text.slice(PREFIX.length));
}

/**
 * Creates a token for a user, with an entry in the audit log.
 * @returns the token, of which only a hash is stored. Undefined if the user already has `MOST_PERSONAL_TOKENS`.
 */
export function createPersonalToken(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly userId: string;
    readonly name: string;
    readonly role: UserRole;
    readonly who: string;
    readonly at: Date;
    readonly expiresAt: Date;
  },
): Promise<{ readonly id: string; readonly token: string } | undefined> {
  const { fleetId, userId, name, role, who, at, expiresAt } = args;
  return inTransaction(db, async (tx) => {
    await tx.deleteFrom('personalTokens').where('userId', '=', userId).where('expiresAt', '<', at).execute();
    const { count } = await tx
      .selectFrom('personalTokens')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= MOST_PERSONAL_TOKENS) return undefined;
    const id = randomUUID();
    const token = PREFIX + newSecret();
    await tx
      .insertInto('personalTokens')
      .values({
        fleetId,
        id,
        userId,
        name,
        role,
        tokenHash: hashOf(token),
        createdAt: at,
        expiresAt,
        lastUsedAt: null,
      })
      .execute();
    await recordAudit(tx, {
      fleetId,
      at,
      who,
      action: 'personal_token.created',
      subjectType: 'personal_token',
      subjectId: id,
      details: { name, role, expires_at: expiresAt.toISOString() },
    });
    return { id, token };
  });
}

/**
 * Returns a token's owner and present rights, or undefined if the token is not valid.
 * @param args.isUse whether to record the call as a use of the token
 */
export async function findPersonalToken(
  db: Db,
  { token, at, isUse }: { readonly token: string; readonly at: Date; readonly isUse: boolean },
): Promise<FoundToken | undefined> {
  if (!isPersonalToken(token)) return undefined;
  const row = await db
    .selectFrom('personalTokens as own')
    .innerJoin('users', 'users.id', 'own.userId')
    .innerJoin('userGrants', (join) =>
      join.onRef('userGrants.userId', '=', 'own.userId').onRef('userGrants.fleetId', '=', 'own.fleetId'),
    )
    .select(['own.id', 'own.fleetId', 'own.name', 'own.role', 'own.expiresAt', 'own.lastUsedAt'])
    .select(['users.id as userId', 'users.issuer', 'users.name as userName', 'users.email'])
    .select(['userGrants.role as grantedRole', 'userGrants.groups'])
    .where('own.tokenHash', '=', hashOf(token))
    .where('own.expiresAt', '>', at)
    .where('users.lastSignInAt', '>', new Date(at.getTime() - DORMANT_AFTER_MS))
    .where('userGrants.disabledAt', 'is', null)
    .executeTakeFirst();
  if (!row?.grantedRole) return undefined;
  const { id, fleetId, name, expiresAt, lastUsedAt, grantedRole: ownersRole, groups } = row;
  if (isUse && (lastUsedAt === null || at.getTime() - lastUsedAt.getTime() >= USED_EVERY_MS))
    await db
      .updateTable('personalTokens')
      .set({ lastUsedAt: at })
      .where('fleetId', '=', fleetId)
      .where('id', '=', id)
      .execute();
  const role = lower(row.role, row.grantedRole);
  const user = { id: row.userId, issuer: row.issuer, name: row.userName, email: row.email };
  return { id, fleetId, name, role, ownersRole, ...(groups && { groups }), expiresAt, user };
}

/** Returns a user's tokens, newest first, including expired ones. */
export function listUserTokens(
  db: Db,
  args: Page & { readonly userId: string },
): Promise<Listed<PersonalToken>> {
  const query = db.selectFrom('personalTokens').select(SHOWN).where('userId', '=', args.userId);
  return newestFirst(query, { ...args, list: 'my-tokens', by: 'seq' });
}

/** Returns a fleet's personal tokens with the names of their owners, newest first, including expired ones. */
export async function listFleetTokens(
  db: Db,
  args: Page & { readonly fleetId: string },
): Promise<Listed<PersonalToken & { readonly owner: string }>> {
  const query = db.selectFrom('personalTokens').select(SHOWN).where('fleetId', '=', args.fleetId);
  const { items, ...rest } = await newestFirst(query, { ...args, list: 'tokens', by: 'seq' });
  if (items.length === 0) return { items: [], ...rest };
  const ids = items.map(({ userId }) => userId);
  const users = await db.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute();
  const names = new Map(users.map(({ id, name }) => [id, name]));
  return { items: items.map((token) => ({ ...token, owner: names.get(token.userId) ?? '' })), ...rest };
}

const SHOWN = [
  ...(['seq', 'fleetId', 'id', 'userId', 'name', 'role'] as const),
  ...(['createdAt', 'expiresAt', 'lastUsedAt'] as const),
];

/**
 * Deletes a token, with an entry in the audit log.
 * @param args.fleetId the fleet whose admin deletes the token
 * @param args.userId the owner, if the owner deletes the token
 * @returns false if the fleet or the owner has no such token
 */
export function deletePersonalToken(
  db: Db,
  args: {
    readonly id: string;
    readonly fleetId?: string;
    readonly userId?: string;
    readonly who: string;
    readonly at: Date;
  },
): Promise<boolean> {
  const { id, fleetId, userId, who, at } = args;
  if (!isUuid(id) || (fleetId === undefined && userId === undefined)) return Promise.resolve(false);
  return inTransaction(db, async (tx) => {
    let removal = tx.deleteFrom('personalTokens').where('id', '=', id);
    if (fleetId !== undefined) removal = removal.where('fleetId', '=', fleetId);
    if (userId !== undefined) removal = removal.where('userId', '=', userId);
    const gone = await removal.returning(['fleetId', 'name', 'userId']).executeTakeFirst();
    if (!gone) return false;
    await recordAudit(tx, {
      fleetId: gone.fleetId,
      at,
      who,
      action: 'personal_token.deleted',
      subjectType: 'personal_token',
      subjectId: id,
      details: { name: gone.name, user_id: gone.userId },
    });
    return true;
  });
}

const RANK: Readonly<Record<UserRole, number>> = { viewer: 0, editor: 1, admin: 2 };

function lower(one: UserRole, other: UserRole): UserRole {
  return RANK[one] <= RANK[other] ? one : other;
}
