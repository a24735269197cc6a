import { sql } from 'kysely';
import type { JsonObject } from '../../rules/vocabulary/index.ts';
import { jsonbOrNull } from '../db/index.ts';
import type { Db } from '../db/index.ts';
import type { OneTimeCodesTable } from '../tables/index.ts';
import { hashOf, isSecret, newSecret } from './secrets.ts';

/** The single use for which a code is valid. */
interface CodeUse {
  readonly purpose: OneTimeCodesTable['purpose'];
  readonly userId?: string;
  readonly details?: JsonObject;
}

/**
 * Creates and stores a code.
 * @returns the code itself. Only its hash is stored.
 */
export async function storeCode(
  db: Db,
  { purpose, userId, details, at, expiresAt }: CodeUse & { readonly at: Date; readonly expiresAt: Date },
): Promise<string> {
  const code = newSecret();
  await db
    .insertInto('oneTimeCodes')
    .values({
      codeHash: hashOf(code),
      purpose,
      userId: userId ?? null,
      details: jsonbOrNull(details),
      expiresAt,
    })
    .execute();
  await sql`delete from one_time_codes where expires_at < ${at}`.execute(db);
  return code;
}

/**
 * Redeems a code, which then becomes invalid.
 * @returns the user and details of the code, or undefined if the code is wrong, used or expired
 */
export async function spendCode(
  db: Db,
  { code, purpose, at }: { readonly code: string; readonly at: Date } & Pick<CodeUse, 'purpose'>,
): Promise<{ readonly userId: string | null; readonly details: JsonObject | null } | undefined> {
  if (!isSecret(code)) return undefined;
  return db
    .deleteFrom('oneTimeCodes')
    .where('codeHash', '=', hashOf(code))
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', at)
    .returning(['userId', 'details'])
    .executeTakeFirst();
}
