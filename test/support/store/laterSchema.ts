import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { MIGRATIONS, online } from '../../../store/migrations/index.ts';
import type { SchemaStep } from '../../../store/migrations/index.ts';

/**
 * Migrations as later releases may bring them: in a transaction, and with indexes and a constraint beside running work. Their
 * numbers are higher than any real one's.
 */
const later: Readonly<Record<string, SchemaStep>> = {
  '9001_bays': {
    async up(db: Kysely<unknown>) {
      await sql`
        create table bays (fleet_id text not null, id text not null, primary key (fleet_id, id));
        alter table trips
          add column bay text,
          add constraint trips_bay_check check (bay in ('left', 'right')) not valid;
      `.execute(db);
    },
  },
  '9001_bays_online': online({
    indexes: {
      notifications_by_type: 'on notifications (fleet_id, type)',
      trips_by_bay: 'on trips (fleet_id, bay)',
    },
    constraints: { trips: ['trips_bay_check'] },
  }),
  '9002_docks': {
    async up(db: Kysely<unknown>) {
      await sql`
        create table cranes (fleet_id text not null, id text primary key);
        create table docks (fleet_id text not null, id text primary key);
      `.execute(db);
    },
  },
};

/** The migrations of a release that comes after this one. */
export const NEXT_MIGRATIONS: Readonly<Record<string, SchemaStep>> = { ...MIGRATIONS, ...later };

/** Names of the migrations that a database of this release lacks. */
export const LATER_NAMES: readonly string[] = Object.keys(later);
