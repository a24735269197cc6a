import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';

/**
 * What people wrote and did: documents with versions, the audit log, alarms, simulations, and this installation's keys.
 * Bodies of documents are `json`, not `jsonb`: their keys keep the order in which the author wrote them.
 */
export const documents: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table documents (
      seq bigint generated always as identity,
      fleet_id text not null,
      kind text not null,
      id text not null,
      draft json,
      draft_at timestamptz,
      draft_by text,
      published_version integer,
      last_version integer not null default 0,
      updated_at timestamptz not null,
      primary key (fleet_id, kind, id)
    );
    create index documents_newest on documents (fleet_id, kind, seq);

    create table document_versions (
      fleet_id text not null,
      kind text not null,
      id text not null,
      version integer not null,
      body json not null,
      at timestamptz not null,
      who text not null,
      "by" text,
      why text,
      rolled_back_from integer,
      primary key (fleet_id, kind, id, version),
      foreign key (fleet_id, kind, id) references documents
    );

    create table audit (
      id bigint generated always as identity primary key,
      fleet_id text not null,
      at timestamptz not null,
      who text not null,
      "by" text,
      action text not null,
      subject_type text not null,
      subject_id text not null,
      why text,
      details jsonb
    );
    create index audit_newest on audit (fleet_id, id);
    create index audit_of_subject on audit (fleet_id, subject_type, subject_id, id);
  `.execute(db);

  // The erasure of a person's data is the one lawful change. It has to say so, in its own transaction:
  // set local tripline.audit_erasure = 'on'.
  await sql`
    create function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      if coalesce(current_setting('tripline.audit_erasure', true), '') = 'on' and tg_op <> 'TRUNCATE' then
        return case tg_op when 'DELETE' then old else new end;
      end if;
      raise exception 'The audit log is append-only: % was refused.', tg_op using errcode = 'restrict_violation';
    end $$;
    create trigger audit_is_append_only before update or delete on audit
      for each row execute function refuse_audit_change();
    create trigger audit_is_never_emptied before truncate on audit
      for each statement execute function refuse_audit_change();
  `.execute(db);

  await sql`
    create table fleet_alarms (
      fleet_id text not null,
      kind text not null,
      subject text not null,
      message text not null,
      raised_at timestamptz not null,
      last_seen_at timestamptz not null,
      cleared_at timestamptz,
      primary key (fleet_id, kind, subject)
    );

    create table simulations (
      fleet_id text not null,
      id uuid not null,
      input jsonb not null,
      result jsonb,
      who text not null,
      created_at timestamptz not null,
      finished_at timestamptz,
      primary key (fleet_id, id)
    );
    create index simulations_by_age on simulations (created_at);

    create table instance_keys (
      name text primary key,
      key bytea not null,
      created_at timestamptz not null default now()
    );
  `.execute(db);
}
