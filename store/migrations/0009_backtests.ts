import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';
import { online } from './online.ts';

/** Back-tests with their results, and what they found so far. */
export const backtests: Migration = { up };

/** The index that reads trips by their end. */
export const backtestsOnline = online({ indexes: { trips_by_end: 'on trips (fleet_id, ended_at)' } });

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
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
    create unique index backtests_newest on backtests (fleet_id, seq);

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
  `.execute(db);
}
