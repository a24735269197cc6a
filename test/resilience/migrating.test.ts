import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { databaseProblem } from '../../cli/doctor/index.ts';
import { inspectSchema, migrateToLatest, openDatabase } from '../../store/db/index.ts';
import type { Database, Db } from '../../store/db/index.ts';
import { workOf0001 } from '../store/upgrade/work0001.ts';
import { LATER_NAMES, NEXT_MIGRATIONS } from '../support/store/laterSchema.ts';
import { olderDatabase } from '../support/store/olderSchema.ts';
import type { OlderDatabase } from '../support/store/olderSchema.ts';

const opened: (OlderDatabase | Database)[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});

/** Creates a database of this release. */
async function released(): Promise<OlderDatabase> {
  const older = await olderDatabase(inject('postgresUrl'), '8999');
  opened.push(older);
  return older;
}

/** Migrates as a process of the next release. */
const migrate = (db: Db): ReturnType<typeof migrateToLatest> => migrateToLatest(db, NEXT_MIGRATIONS);
const inspect = (db: Db): ReturnType<typeof inspectSchema> => inspectSchema(db, NEXT_MIGRATIONS);

function another({ url }: OlderDatabase): Db {
  const database = openDatabase(url);
  opened.push(database);
  return database.db;
}

/** Starts a transaction that stays open until `end` is called. */
function holding(db: Db, statement: string) {
  let began: () => void;
  let releaseLock: () => void = () => undefined;
  const isHeld = new Promise<void>((resolve) => (began = resolve));
  const released = new Promise<void>((resolve) => (releaseLock = resolve));
  const done = db.transaction().execute(async (tx) => {
    await sql.raw(statement).execute(tx);
    began();
    await released;
  });
  return {
    isHeld,
    async end() {
      releaseLock();
      await done;
    },
  };
}

async function until(db: Db, condition: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1, await pause(50)) {
    const { rows } = await sql.raw<{ met: boolean }>(`select exists (${condition}) as met`).execute(db);
    if (rows[0]?.met === true) return;
  }
  throw new Error(`It never came to: ${condition}`);
}

const notification = (trip: string): string =>
  `insert into notifications (fleet_id, driver_id, trip_id, type, received_at, source, workflow_id)
     values ('north', 'd', '${trip}', 'TRIP_SCORED', now(), 'webhook', '${trip}')`;

describe('servers that start at once on the database of the release before', () => {
  it('migrate it once, with its work', async () => {
    const older = await released();
    await sql.raw(workOf0001('before')).execute(older.db);
    const { pending } = await inspect(older.db);
    const reports = await Promise.all([1, 2, 3].map(() => migrate(another(older))));
    expect(reports.flatMap(({ applied }) => applied)).toEqual(pending);
  });

  it('wait without standing in the way of an index that is built beside running work', async () => {
    const older = await released();
    const writer = holding(another(older), notification('open'));
    await writer.isHeld;
    const first = migrate(another(older));
    await until(
      older.db,
      "select from pg_stat_activity where datname = current_database() and query like 'create index concurrently%'",
    );
    const second = migrate(another(older));
    await pause(1_000);
    await writer.end();
    const reports = await Promise.all([first, second]);
    expect(reports.filter(({ applied }) => applied.length > 0)).toHaveLength(1);
  });
});

describe('work on a large table', () => {
  it('is not kept waiting by an index', async () => {
    const older = await released();
    const writer = holding(another(older), notification('open'));
    await writer.isHeld;
    const migrating = migrate(another(older));
    await until(
      older.db,
      "select from pg_stat_activity where datname = current_database() and query like 'create index concurrently notifications%'",
    );
    await sql.raw(`set statement_timeout = '5s'; ${notification('meanwhile')}`).execute(another(older));
    expect((await inspect(older.db)).pending[0]).toBe('9001_bays_online');
    await writer.end();
    expect((await migrating).applied).toContain('9001_bays_online');
    await until(older.db, "select from pg_indexes where indexname = 'notifications_by_type'");
  });

  it('is not kept waiting by a migration that waits for a table: it gives way, says so, and comes again', async () => {
    const older = await released();
    const reader = holding(another(older), 'select count(*) from trips');
    await reader.isHeld;
    const failed: unknown = await migrate(another(older)).catch((error: unknown) => error);
    expect(failed).toMatchObject({ name: 'MigrationError', cause: { code: '55P03' } });
    expect((failed as Error).message).toMatch(/9001_bays.*It was rolled back.*pg_stat_activity/);
    expect(databaseProblem(failed, older.url)).toContain('a long transaction holds');
    await reader.end();
    expect((await migrate(another(older))).applied).toEqual(LATER_NAMES);
  });

  it('has its limits of time again afterwards', async () => {
    const older = await released();
    const database = openDatabase(older.url, { poolSize: 1 });
    opened.push(database);
    await migrate(database.db);
    const { rows } = await sql<{ limits: string }>`
      select string_agg(setting, ' ' order by name) as limits from pg_settings
      where name in ('idle_session_timeout', 'lock_timeout', 'statement_timeout')`.execute(database.db);
    expect(rows).toEqual([{ limits: '0 0 30000' }]);
    const { rows: locks } = await sql`
      select from pg_locks join pg_database on pg_database.oid = database
      where datname = current_database() and locktype = 'advisory'`.execute(database.db);
    expect(locks).toEqual([]);
  });
});

describe('a migration that fails midway', () => {
  it('leaves what was before it, says what to do, and goes on from there', async () => {
    const older = await released();
    await sql.raw(workOf0001('before')).execute(older.db);
    await sql`create table docks (mine text)`.execute(older.db);
    const failed: unknown = await migrate(older.db).catch((error: unknown) => error);
    const { message } = failed as Error;
    expect(message).toContain('(9002_docks): relation "docks" already exists. It was rolled back');
    expect(message).toMatch(/Applied before it: 9001_bays, 9001_bays_online\./);
    expect(message).toContain('Fix the reported problem, then start this release again');
    // Its first table was made and rolled back, and the release before continues to write.
    await until(older.db, "select where to_regclass('cranes') is null");
    await sql.raw(workOf0001('after')).execute(older.db);
    await sql`drop table docks`.execute(older.db);
    expect((await migrate(older.db)).applied).toEqual(['9002_docks']);
  });

  it('builds anew an index that an attempt left unfinished', async () => {
    const older = await released();
    await sql`create index notifications_by_type on notifications (fleet_id)`.execute(older.db);
    await sql`update pg_index set indisvalid = false where indexrelid = 'notifications_by_type'::regclass`.execute(
      older.db,
    );
    await sql`create table trips_by_bay (mine text)`.execute(older.db);
    const failed: unknown = await migrate(older.db).catch((error: unknown) => error);
    expect((failed as Error).message).toMatch(/9001_bays_online.*its progress stays/);
    await sql`drop table trips_by_bay`.execute(older.db);
    await migrate(older.db);
    await until(
      older.db,
      `select from pg_index join pg_indexes on indexrelid = indexname::regclass
       where indexname = 'notifications_by_type' and indisvalid and indexdef like '%(fleet_id, type)'`,
    );
  });

  it('ends with its process: another one takes over', async () => {
    const older = await released();
    const holder = another(older);
    await holder
      .connection()
      .execute(async (connection) => {
        await sql`select pg_advisory_lock(7420116953304817265)`.execute(connection);
        const migrating = migrate(another(older));
        await pause(600);
        expect((await inspect(older.db)).pending).not.toEqual([]);
        await sql`select pg_terminate_backend(pid) from pg_locks join pg_database on pg_database.oid = database
        where datname = current_database() and locktype = 'advisory' and granted`.execute(older.db);
        expect((await migrating).applied).toContain('9001_bays');
      })
      .catch((error: Error) => expect(error.message).toMatch(/terminat/));
  });
});
