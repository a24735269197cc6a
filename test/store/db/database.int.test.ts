import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, inject, it } from 'vitest';
import { startEmbeddedPostgres } from '../../../cli/embedded/index.ts';
import {
  inTransaction,
  inspectSchema,
  isDatabaseUnavailable,
  migrateToLatest,
  openDatabase,
} from '../../../store/db/index.ts';
import { MIGRATIONS } from '../../../store/migrations/index.ts';
import { claimTrip, getTrip } from '../../../store/trips/index.ts';
import { freePorts } from '../../chaos/ports.ts';
import { createTestDatabase } from '../../support/store/postgres.ts';
import { leaveUnreleasedSchema, unreleasedContent } from '../../support/store/unreleasedSchema.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';
import { at } from '../examples.ts';

const test = useDatabase();
const names = Object.keys(MIGRATIONS);
const claim = (tripId: string, db = test.db) =>
  claimTrip(db, { fleetId: 'f', driverId: 'd', tripId, workflowId: 'w', at: at('12:00:00') });

async function eventually<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === 50) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** Returns the id of the PostgreSQL process that serves the one connection of a pool. */
async function backendOf(db: typeof test.db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  return rows[0]!.pid;
}

describe('migrateToLatest', () => {
  it('lets several processes start at once: one migrates, all find it done', async () => {
    const own = await createTestDatabase(inject('postgresUrl'));
    const databases = Array.from({ length: 5 }, () => openDatabase(own.url));
    await sql`drop schema public cascade`.execute(databases[0]!.db);
    await sql`create schema public`.execute(databases[0]!.db);
    const reports = await Promise.all(databases.map(({ db }) => migrateToLatest(db)));
    expect(reports.flatMap((report) => report.applied).sort()).toEqual([...names].sort());
    expect(await migrateToLatest(databases[1]!.db)).toEqual({ applied: [], newer: [] });
    await Promise.all(databases.map((database) => database.close()));
    await own.drop();
  });

  it('starts on a schema that a newer release left', async () => {
    const own = await createTestDatabase(inject('postgresUrl'));
    const database = openDatabase(own.url);
    await sql`insert into kysely_migration (name, timestamp) values ('9999_future', 'now')`.execute(
      database.db,
    );
    expect(await migrateToLatest(database.db)).toEqual({ applied: [], newer: ['9999_future'] });
    await database.close();
    await own.drop();
  });

  it('refuses a schema from before the first release, and changes nothing', async () => {
    const own = await createTestDatabase(inject('postgresUrl'));
    const database = openDatabase(own.url);
    await leaveUnreleasedSchema(database.db);
    const content = await unreleasedContent(database.db);
    const refused = {
      name: 'UnreleasedSchemaError',
      message: expect.stringContaining('0035_digest_runs_by_period') as string,
    };
    await expect(migrateToLatest(database.db)).rejects.toMatchObject(refused);
    await expect(inspectSchema(database.db)).rejects.toMatchObject(refused);
    expect(await unreleasedContent(database.db)).toEqual(content);
    await database.close();
    await own.drop();
  });

  it('gives every table a fleet, but for the installation’s keys, and people who may have several fleets', async () => {
    const { rows } = await sql<{ table: string }>`
      select table_name as table from information_schema.tables
      where table_schema = 'public' and table_name not like 'kysely%'
      except
      select table_name from information_schema.columns
      where table_schema = 'public' and column_name = 'fleet_id' and is_nullable = 'NO'
      order by 1`.execute(test.db);
    expect(rows.map(({ table }) => table)).toEqual([
      'instance_keys',
      'one_time_codes',
      'sessions',
      'sign_in_attempts',
      'spent_logout_tokens',
      'users',
    ]);
  });
});

describe('a lost connection', () => {
  const killOthers = async () => {
    const killer = openDatabase(test.url);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(killer.db);
    await killer.close();
  };

  it('is replaced when it was idle', async () => {
    await test.database.ping();
    await killOthers();
    await eventually(() => test.database.ping());
    expect((await claim('after-idle')).isNew).toBe(true);
  });

  it('fails the transaction it was in, and nothing else', async () => {
    const failing = test.db.transaction().execute(async (tx) => {
      await claim('lost', tx);
      await killOthers();
      await claim('lost-too', tx);
    });
    const error: unknown = await failing.catch((reason: unknown) => reason);
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect(
      await eventually(() => getTrip(test.db, { fleetId: 'f', driverId: 'd', tripId: 'lost' })),
    ).toBeUndefined();
    expect((await claim('lost')).isNew).toBe(true);
  });
});

describe('a restarted server', () => {
  it('is used again by a database that was open all the while', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tripline-restart-'));
    await chmod(folder, 0o755);
    // Its port has to stay free while it is down.
    const [port] = await freePorts(1);
    const start = () => startEmbeddedPostgres({ dataDir: folder, port: port!, log: () => undefined });
    const before = await start();
    expect(new URL(before.url).port).toBe(String(port));
    const lost: Error[] = [];
    const database = openDatabase(before.url, { onConnectionLost: (error) => lost.push(error) });
    await migrateToLatest(database.db);
    await claim('kept', database.db);
    await before.stop();
    const unavailable: unknown = await claim('away', database.db).catch((reason: unknown) => reason);
    expect(isDatabaseUnavailable(unavailable)).toBe(true);
    await expect(database.ping()).rejects.toThrow();
    expect(lost.length).toBeGreaterThan(0);
    const after = await start();
    expect(after.url).toBe(before.url);
    expect((await claim('kept', database.db)).isNew).toBe(false);
    await database.close();
    await database.close();
    await after.stop();
    await rm(folder, { recursive: true, force: true });
  });
});

describe('an error of the database', () => {
  it('holds no values of a row', async () => {
    await sql`create table secret_place (latitude double precision check (latitude > 90))`.execute(test.db);
    const error: unknown = await sql`insert into secret_place values (52.123456)`
      .execute(test.db)
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: '23514' });
    const seen =
      JSON.stringify(error, Object.getOwnPropertyNames(error)) + String(error) + (error as Error).stack;
    expect(seen).not.toContain('52.123456');
  });

  it('is distinguished from an absence', async () => {
    const wrong: unknown = await sql`select * from nowhere`
      .execute(test.db)
      .catch((reason: unknown) => reason);
    expect(isDatabaseUnavailable(wrong)).toBe(false);
    const nobody = openDatabase('postgres://x:secret-word@127.0.0.1:1/x');
    const unavailable: unknown = await nobody.ping().catch((reason: unknown) => reason);
    expect(isDatabaseUnavailable(unavailable)).toBe(true);
    expect(JSON.stringify(unavailable, Object.getOwnPropertyNames(unavailable))).not.toContain('secret-word');
    await nobody.close();
  });

  it('comes when a statement takes too long, and the connection is fine after', async () => {
    const hasty = openDatabase(test.url, { poolSize: 1, statementTimeoutMs: 100 });
    const before = await eventually(() => backendOf(hasty.db));
    const error: unknown = await sql`select pg_sleep(10)`
      .execute(hasty.db)
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: '57014' });
    // A busy machine may need longer than that for these as well.
    await eventually(() => hasty.ping());
    expect((await eventually(() => claim('after-timeout', hasty.db))).isNew).toBe(true);
    expect(await eventually(() => backendOf(hasty.db))).toBe(before);
    await hasty.close();
  });

  it('comes when the pool stays full, rather than waiting for ever', async () => {
    const small = openDatabase(test.url, { poolSize: 1, connectTimeoutMs: 200 });
    const error: unknown = await inTransaction(small.db, () => small.ping()).catch(
      (reason: unknown) => reason,
    );
    expect(isDatabaseUnavailable(error)).toBe(true);
    await small.close();
  });
});

describe('inTransaction', () => {
  it('joins the transaction that is open', async () => {
    const undone = inTransaction(test.db, async (tx) => {
      await inTransaction(tx, (inner) => claim('joined', inner));
      throw new Error('on purpose');
    });
    await expect(undone).rejects.toThrow('on purpose');
    expect(await getTrip(test.db, { fleetId: 'f', driverId: 'd', tripId: 'joined' })).toBeUndefined();
  });
});
