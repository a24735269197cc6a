import { sql } from 'kysely';
import type { Db } from '../db/index.ts';
import { hashOf } from './secrets.ts';

/** A sign-in that waits for the provider's answer. */
export interface SignInAttempt {
  readonly issuer: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  /** A path of this server. */
  readonly returnTo: string;
}

/** The state that the provider's answer returns, and the content of a cookie in the same browser. */
interface AttemptKey {
  readonly state: string;
  readonly browser: string;
}

/** Stores a sign-in that begins, and removes expired ones. */
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
 * Removes and returns a sign-in, so that only one of two answers gets it. An answer from another browser gets none and removes
 * none.
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

/** Notes that a logout token was carried out. @returns false when it was before */
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
