import { sql } from 'kysely';
import type { Db } from '../db/index.ts';
import type { DocumentKey } from './reads.ts';

/*
 * Deleting trips takes the role `admin`, and so does everything that says which trips are deleted, and who is asked: what a rule
 * that deletes names, and what that names. Any version and any draft of it matters, because an admin may make a shadow rule live,
 * publish a draft or roll back, and must get what was there when it was written.
 *
 * A text is a document as it was stored: keys in double quotes, no space after the colon. Quotes inside of a text have a backslash,
 * so a match is never part of what a person wrote.
 */

/** Selects every version and draft of the documents that name others. */
const texts = (fleetId: string) => sql`(
  select kind, id, body::text as text from document_versions
  where fleet_id = ${fleetId} and kind in ('rule', 'condition', 'route')
  union all
  select kind, id, draft::text from documents
  where fleet_id = ${fleetId} and kind in ('rule', 'condition', 'route') and draft is not null
)`;

const DELETES = '%"type":"delete_trip"%';

/** Returns the rules that delete trips in any version or draft, by id. */
export async function deletingRules(db: Db, fleetId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct id from ${texts(fleetId)} stored
    where kind = 'rule' and text like ${DELETES} order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the first rule that deletes trips and depends on a document, through others as well. */
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
