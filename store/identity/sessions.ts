import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db } from '../db/index.ts';
import type { SessionsTable, UserRole } from '../tables/index.ts';
import { hashOf, isSecret, newSecret, proofOf } from './secrets.ts';
import type { Grant } from './users.ts';

/** Milliseconds without a request after which a session ends. */
export const SESSION_IDLE_MS = 8 * 3_600_000;
/** Maximum lifetime of a session in milliseconds, even in constant use. */
export const SESSION_LONGEST_MS = 7 * 86_400_000;
/** Minimum milliseconds between two records of a session's last use. */
const SEEN_EVERY_MS = 60_000;
/** Maximum number of ended sessions removed with each sign-in. */
const REMOVED_AT_ONCE = 1_000;

/** A service token from the configuration. */
export interface ServiceToken {
  readonly fleetId: string;
  readonly name: string;
  readonly token: string;
}

/** A session that has not ended. */
export interface FoundSession {
  readonly createdAt: Date;
  /** Latest end of the session. It ends earlier if it is not used for `SESSION_IDLE_MS`. */
  readonly expiresAt: Date;
  /** The person and their present rights. Absent if a service token began the session. */
  readonly user?: {
    readonly id: string;
    readonly issuer: string;
    readonly name: string;
    readonly email: string | null;
    readonly grants: readonly Grant[];
  };
  /** The service token that began the session. Verified by `isTokenOfSession`. */
  readonly token?: { readonly fleetId: string; readonly name: string; readonly proof: Buffer };
}

/** Returns whether a text has the form of a session id. */
export const isSessionId = isSecret;

/**
 * Begins a session of a user.
 * @returns the session's id. Only its hash is stored.
 */
export async function beginUserSession(
  db: Db,
  { userId, providerSid, at }: { readonly userId: string; readonly providerSid?: string; readonly at: Date },
): Promise<string> {
  const id = newSecret();
  await begin(db, { ...NO_TOKEN, userId, providerSid: providerSid ?? null }, { id, at });
  return id;
}

/**
 * Begins a session in the name of a service token.
 * @returns the session's id. Only its hash is stored.
 */
export async function beginTokenSession(
  db: Db,
  { fleetId, name, token, at }: ServiceToken & { readonly at: Date },
): Promise<string> {
  const id = newSecret();
  const row = { tokenFleetId: fleetId, tokenName: name, tokenProof: proofOf(id, token) };
  await begin(db, { ...row, userId: null, providerSid: null }, { id, at });
  return id;
}

const NO_TOKEN = { tokenFleetId: null, tokenName: null, tokenProof: null };

type Beginning = Pick<
  Selectable<SessionsTable>,
  'userId' | 'providerSid' | 'tokenFleetId' | 'tokenName' | 'tokenProof'
>;

async function begin(
  db: Db,
  row: Beginning,
  { id, at }: { readonly id: string; readonly at: Date },
): Promise<void> {
  const expiresAt = new Date(at.getTime() + SESSION_LONGEST_MS);
  await db
    .insertInto('sessions')
    .values({ ...row, idHash: hashOf(id), createdAt: at, lastSeenAt: at, expiresAt })
    .execute();
  await sql`
    delete from sessions where id_hash = any(array(select id_hash from sessions
      where expires_at < ${at} order by expires_at limit ${REMOVED_AT_ONCE}))`.execute(db);
}

/** A session with its user and one of the user's grants. The query returns one row per grant. */
interface SessionRow extends Selectable<SessionsTable> {
  readonly issuer: string | null;
  readonly name: string | null;
  readonly email: string | null;
  readonly fleetId: string | null;
  readonly role: UserRole | null;
  readonly groups: string[] | null;
}

/**
 * Returns the session with an id, or undefined if it has ended.
 * @param args.isUse false if the call is no use of the session and must not extend it
 */
export async function findSession(
  db: Db,
  { id, at, isUse }: { readonly id: string; readonly at: Date; readonly isUse: boolean },
): Promise<FoundSession | undefined> {
  if (!isSessionId(id)) return undefined;
  const idHash = hashOf(id);
  const idleSince = new Date(at.getTime() - SESSION_IDLE_MS);
  const { rows } = await sql<SessionRow>`
    select sessions.*, users.issuer, users.name, users.email, user_grants.fleet_id, user_grants.role, user_grants.groups
    from sessions
      left join users on users.id = sessions.user_id
      left join user_grants on user_grants.user_id = users.id
        and user_grants.role is not null and user_grants.disabled_at is null
    where sessions.id_hash = ${idHash} and sessions.expires_at > ${at} and sessions.last_seen_at > ${idleSince}
    order by user_grants.fleet_id`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  if (isUse && at.getTime() - row.lastSeenAt.getTime() >= SEEN_EVERY_MS)
    await db.updateTable('sessions').set({ lastSeenAt: at }).where('idHash', '=', idHash).execute();
  const { createdAt, expiresAt, userId, tokenFleetId, tokenName, tokenProof } = row;
  if (userId !== null) {
    const grants = rows.flatMap(({ fleetId, role, groups }) =>
      fleetId && role ? [{ fleetId, role, ...(groups && { groups }) }] : [],
    );
    const user = { id: userId, issuer: row.issuer!, name: row.name!, email: row.email, grants };
    return { createdAt, expiresAt, user };
  }
  return { createdAt, expiresAt, token: { fleetId: tokenFleetId!, name: tokenName!, proof: tokenProof! } };
}

/** Returns whether a session was begun with exactly this token. */
export function isTokenOfSession(id: string, proof: Buffer, token: string): boolean {
  const own = proofOf(id, token);
  return own.length === proof.length && timingSafeEqual(own, proof);
}

/** Counts the open sessions of the user or service token that began the given session. */
export async function countSessions(
  db: Db,
  { id, at }: { readonly id: string; readonly at: Date },
): Promise<number> {
  const idleSince = new Date(at.getTime() - SESSION_IDLE_MS);
  const isOpen = sql`expires_at > ${at} and last_seen_at > ${idleSince}`;
  const { rows } = await sql<{ count: number }>`
    select case when own.user_id is not null
      then (select count(*) from sessions where user_id = own.user_id and ${isOpen})
      else (select count(*) from sessions
        where token_fleet_id = own.token_fleet_id and token_name = own.token_name and ${isOpen})
    end::int as count from sessions own where own.id_hash = ${hashOf(id)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Ends one session.
 * @returns whether the session existed
 */
export async function endSession(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('idHash', '=', hashOf(id))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Ends all sessions of a user.
 * @returns the number of ended sessions
 */
export async function endUserSessions(db: Db, userId: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('sessions').where('userId', '=', userId).executeTakeFirst();
  return Number(numDeletedRows);
}

/**
 * Ends all sessions that a service token began.
 * @returns the number of ended sessions
 */
export async function endTokenSessions(
  db: Db,
  { fleetId, name }: Pick<ServiceToken, 'fleetId' | 'name'>,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('tokenFleetId', '=', fleetId)
    .where('tokenName', '=', name)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/**
 * Ends the sessions that an identity provider signs out: those with the provider's session id `sid` or, without `sid`, all
 * sessions of a subject. A session of the subject for which the provider gave no `sid` ends in both cases.
 * @returns the users whose sessions ended
 */
export async function endProviderSessions(
  db: Db,
  { issuer, subject, sid }: { readonly issuer: string; readonly subject?: string; readonly sid?: string },
): Promise<readonly string[]> {
  const ofSubject = subject === undefined ? sql`false` : sql`users.subject = ${subject}`;
  const wanted =
    sid === undefined
      ? ofSubject
      : sql`(provider_sid = ${sid} ${subject === undefined ? sql`` : sql`and users.subject = ${subject}`})
          or (provider_sid is null and ${ofSubject})`;
  const { rows } = await sql<{ userId: string }>`
    delete from sessions using users
    where users.id = sessions.user_id and users.issuer = ${issuer} and (${wanted})
    returning sessions.user_id`.execute(db);
  return [...new Set(rows.map(({ userId }) => userId))];
}
