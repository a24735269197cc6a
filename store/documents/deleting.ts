import { sql } from 'kysely';
import type { Db } from '../db/index.ts';
import type { DocumentKey } from './reads.ts';

/*
 * Only the role `admin` may publish a rule that deletes trips. The same applies to documents that such a rule uses, directly or
 * through others: they decide which trips are deleted and who approves.
 *
 * Every version and draft matters, because an admin may make a shadow rule live, publish a draft or roll back. The admin must
 * then get the content as an admin wrote it.
 *
 * The queries search a document's JSON as stored: keys in double quotes, no space after the colon. Quotes inside a text are
 * escaped by a backslash, so a match is never part of a text that a person wrote.
 */

/** Selects every version and draft of documents that can name other documents. */
const texts = (fleetId: string) => sql`(
  select kind, id, body::text as text from document_versions
  where fleet_id = ${fleetId} and kind in ('rule', 'condition', 'route')
  union all
  select kind, id, draft::text from documents
  where fleet_id = ${fleetId} and kind in ('rule', 'condition', 'route') and draft is not null
)`;

const DELETES = '%"type":"delete_trip"%';

/** Returns the ids of rules that delete trips in any version or draft, in order. */
export async function deletingRules(db: Db, fleetId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct id from ${texts(fleetId)} stored
    where kind = 'rule' and text like ${DELETES} order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Returns the id of the first rule that deletes trips and uses the given document, directly or through other documents. Returns
 * undefined if there is none.
 */
export async function deletingRuleThatUses(
  db: Db,
  { fleetId, kind, id }: DocumentKey,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    with recursive uses (kind, id) as (
      select ${kind}::text, ${id}::text
      union
      select stored.kind, stored.id from uses join ${texts(fleetId)} stored
        on position(
          case uses.kind when 'condition' then '"condition":"' else '"' || uses.kind || ':' end || uses.id || '"'
          in stored.text) > 0
        and (stored.kind <> 'rule' or stored.text like ${DELETES})
    )
    select id from uses where kind = 'rule' and ${kind} <> 'rule' order by id limit 1`.execute(db);
  return rows[0]?.id;
}
