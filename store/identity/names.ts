import { sql } from 'kysely';
import type { Db } from '../db/index.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Returns the current names of users and of a fleet's personal tokens, by id. Omits unknown ids.
 * @param args.ids any texts, such as subjects in the audit log
 */
export async function namesOfAccounts(
  db: Db,
  { fleetId, ids }: { readonly fleetId: string; readonly ids: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  const wanted = ids.filter((id) => UUID.test(id));
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    select id::text, name from users where id = any(${wanted}::uuid[])
    union all
    select id::text, name from personal_tokens where fleet_id = ${fleetId} and id = any(${wanted}::uuid[])`.execute(
    db,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
