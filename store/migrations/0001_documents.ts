import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * Creates the tables of documents with drafts and versions, of simulations and of back-tests. Bodies of documents are `json`
 * instead of `jsonb`, so that keys keep the author's order.
 */
export async function createDocuments(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Rules, conditions, escalation policies, rotations, routes, digests and settings: the draft, and what is published.
    create table documents (
      seq bigint generated always as identity,
      fleet_id text not null,
      kind text not null,
      id text not null,
      draft json,
      draft_at timestamptz,
      draft_by text,
      draft_source text,
      published_version integer,
      last_version integer not null default 0,
      updated_at timestamptz not null,
      primary key (fleet_id, kind, id)
    );
    comment on column documents.seq is 'The order in which they were created, for lists.';
    comment on column documents.draft_source is
      'The draft''s text as its author sent it, with its comments; null: it was sent as JSON.';
    comment on column documents.published_version is 'Null: never published, or retired.';
    comment on column documents.last_version is 'The highest version so far.';
    -- The list of one kind, newest first.
    create index documents_newest on documents (fleet_id, kind, seq);

    -- Every version that was published. Its body never changes.
    create table document_versions (
      fleet_id text not null,
      kind text not null,
      id text not null,
      version integer not null,
      body json not null,
      source text,
      at timestamptz not null,
      who text not null,
      "by" text,
      why text,
      rolled_back_from integer,
      mark uuid not null default gen_random_uuid(),
      primary key (fleet_id, kind, id, version),
      foreign key (fleet_id, kind, id) references documents
    );
    comment on column document_versions.source is 'Its text as its author sent it, with its comments; null: it was sent as JSON.';
    comment on column document_versions.rolled_back_from is 'The version whose body a rollback published again.';
    comment on column document_versions.mark is 'Names the body, which never changes: processes keep bodies by it.';
  `.execute(db);

  // The mark is random and not a counter. So a restored database, or a transaction that was rolled back, never gives the mark of
  // earlier documents to other documents. The database sets the mark, whichever release writes.
  await sql`
    -- The mark changes with whatever is published or retired in a fleet: documents read with one mark stay valid while
    -- it stays. No row: nothing was ever published.
    create table published_document_marks (
      fleet_id text primary key,
      mark uuid not null
    );

    create function mark_published_documents() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' and new.published_version is null then
        return null;
      end if;
      insert into published_document_marks (fleet_id, mark)
      values (case tg_op when 'DELETE' then old.fleet_id else new.fleet_id end, gen_random_uuid())
      on conflict (fleet_id) do update set mark = excluded.mark;
      return null;
    end $$;
    create trigger documents_are_marked
      after insert or delete or update of published_version on documents
      for each row execute function mark_published_documents();
  `.execute(db);

  await sql`
    -- Rules that were simulated on one trip; kept for a short time.
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
    comment on column simulations.input is 'The trip as it was given; it may hold positions.';
    -- Simulations that have expired, to remove them.
    create index simulations_by_age on simulations (created_at);

    -- Back-tests with their results.
    create table backtests (
      fleet_id text not null,
      id uuid not null,
      seq bigint generated always as identity,
      state text not null check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
      question json not null,
      trips_total integer,
      trips_done integer not null default 0,
      result json,
      error text,
      who text not null,
      created_at timestamptz not null,
      started_at timestamptz,
      finished_at timestamptz,
      primary key (fleet_id, id)
    );
    comment on column backtests.question is 'The rules as they stood when it was asked.';
    comment on column backtests.trips_total is 'Trips of the range; null until they were counted.';
    -- The list, newest first.
    create unique index backtests_newest on backtests (fleet_id, seq);

    -- What a back-test has found so far: it resumes after the last part when its worker dies.
    create table backtest_parts (
      fleet_id text not null,
      backtest_id uuid not null,
      part integer not null,
      last_driver_id text not null,
      trips integer not null,
      found json not null,
      primary key (fleet_id, backtest_id, part),
      foreign key (fleet_id, backtest_id) references backtests on delete cascade
    );
    comment on column backtest_parts.part is 'From 0.';
  `.execute(db);
}
