import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';

/**
 * A mark of each fleet's published documents and trials, which changes in the transaction that changes them: what was read with one mark
 * is what is in force for as long as the mark stays. A random one, not a count, so that a database that was restored, or a transaction
 * that was undone, never gives a mark to other documents than before. Each version has one too, by which it is read once. The database
 * sets them, whichever release writes.
 */
export const documentsInForce: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table document_versions add column mark uuid;
    alter table document_versions alter column mark set default gen_random_uuid();
    update document_versions set mark = gen_random_uuid();

    create table documents_in_force (
      fleet_id text primary key,
      mark uuid not null
    );
    insert into documents_in_force (fleet_id, mark) select distinct fleet_id, gen_random_uuid() from documents
      on conflict (fleet_id) do nothing;

    create function mark_documents_in_force() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' and new.published_version is null then
        return null;
      end if;
      insert into documents_in_force (fleet_id, mark)
      values (case tg_op when 'DELETE' then old.fleet_id else new.fleet_id end, gen_random_uuid())
      on conflict (fleet_id) do update set mark = excluded.mark;
      return null;
    end $$;
    create trigger documents_are_marked
      after insert or delete or update of published_version, trial_version, trial_since on documents
      for each row execute function mark_documents_in_force();
  `.execute(db);
}
