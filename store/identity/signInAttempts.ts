import { sql } from 'kysely';
import type { Db } from '../db/index.ts';
import { hashOf } from './secrets.ts';

/** A sign-in that waits for the identity provider's answer. */
export interface SignInAttempt {
  readonly issuer: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  /** The path on this server to open after the sign-in. */
  readonly returnTo: string;
}

/**
 * `state` is returned by the provider's answer. `browser` is a cookie's content, which shows that the same browser began the
 * sign-in.
 */
interface AttemptKey {
  readonly state: string;
  readonly browser: string;
}

/** Stores a new sign-in attempt, and removes expired ones. */
export async function storeAttempt(
  db: Db,
  { state, browser, at, expiresAt, ...attempt }: SignInAttempt & AttemptKey & { at: Date; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('signInAttempts')
    .values({ ...attempt, stateHash: hashOf(state), browserHash: hashOf(browser), expiresAt })
    .execute();
  await sql`
    delete from sign_in_attempts where state_hash = any(array(select state_hash from sign_in_attempts
      where expires_at < ${at} order by expires_at limit 1000))`.execute(db);
}

/**
 * Removes and returns a sign-in attempt, so that only one answer can use it. For an answer from another browser, removes nothing
 * and returns undefined.
 */
export async function takeAttempt(
  db: Db,
  { state, browser, at }: AttemptKey & { readonly at: Date },
): Promise<SignInAttempt | undefined> {
  return db
    .deleteFrom('signInAttempts')
    .where('stateHash', '=', hashOf(state))
    .where('browserHash', '=', hashOf(browser))
    .where('expiresAt', '>', at)
    .returning(['issuer', 'nonce', 'codeVerifier', 'returnTo'])
    .executeTakeFirst();
}

/**
 * Records that a logout token was used.
 * @returns false if it was used before
 */
export async function spendLogoutToken(
  db: Db,
  {
    issuer,
    jti,
    at,
    expiresAt,
  }: { readonly issuer: string; readonly jti: string; readonly at: Date; readonly expiresAt: Date },
): Promise<boolean> {
  await db.deleteFrom('spentLogoutTokens').where('expiresAt', '<', at).execute();
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('spentLogoutTokens')
    .values({ issuer, jtiHash: hashOf(jti), expiresAt })
    .onConflict((conflict) => conflict.columns(['issuer', 'jtiHash']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}
