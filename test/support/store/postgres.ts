import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../../../cli/embedded/index.ts';
import { migrateToLatest, openDatabase } from '../../../store/db/index.ts';

/** Migrated once, then copied for every test file. */
const TEMPLATE = 'tripline_template';
/** Any number: the lock under which one test file makes the template. */
const TEMPLATE_LOCK = '5108237744120953';
/** Followed by the process id, so that what a killed run left behind can be reported and resolved. */
const FOLDER_PREFIX = 'tripline-test-postgres-';
/** A crash of the machine may lose the tests' data; what was written is soon written over. */
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '256MB' };
/** Where there is so much memory to spare, files are stored there: a database is copied in a tenth of the time. */
const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 4 * 1024 ** 3;

/** A PostgreSQL for a test run. */
export interface TestPostgres {
  /** For `createTestDatabase`. */
  readonly url: string;
  stop(): Promise<void>;
}

/** One test file's own database. */
export interface TestDatabase {
  readonly url: string;
  /** Its name on the server. */
  readonly database: string;
  drop(): Promise<void>;
}

/** Starts a real PostgreSQL on a free port, as root or not, with its files in a temporary folder. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const root = (await isRoomInMemory()) ? MEMORY : tmpdir();
  for (const each of new Set([root, tmpdir()])) await clearLeftovers(each);
  const folder = await mkdtemp(join(root, `${FOLDER_PREFIX}${process.pid}-`));
  await chmod(folder, 0o755);
  const postgres = await startEmbeddedPostgres(options(folder));
  return {
    url: postgres.url,
    stop: async () => {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A fresh, migrated database on the server, in some 50 ms. */
export async function createTestDatabase(adminUrl: string): Promise<TestDatabase> {
  const database = `test_${randomBytes(8).toString('hex')}`;
  await asAdmin(adminUrl, async (client) => {
    await client.query('select pg_advisory_lock($1::bigint)', [TEMPLATE_LOCK]);
    await ensureTemplate(client, adminUrl);
    await client.query(`create database ${database} template ${TEMPLATE}`);
  });
  return {
    url: withDatabase(adminUrl, database),
    database,
    drop: () =>
      asAdmin(adminUrl, async (client) => {
        await client.query(`drop database if exists ${database} with (force)`);
      }),
  };
}

function options(dataDir: string): Parameters<typeof startEmbeddedPostgres>[0] {
  return { dataDir, log: () => undefined, settings: FAST };
}

async function ensureTemplate(client: Client, adminUrl: string): Promise<void> {
  const found = await client.query('select from pg_database where datname = $1', [TEMPLATE]);
  if (found.rowCount !== 0) return;
  // Under another name until it is whole: a run that dies on the way leaves no half-made template.
  const unfinished = `${TEMPLATE}_unfinished`;
  await client.query(`drop database if exists ${unfinished} with (force)`);
  await client.query(`create database ${unfinished}`);
  const database = openDatabase(withDatabase(adminUrl, unfinished));
  try {
    await migrateToLatest(database.db);
  } finally {
    await database.close();
  }
  await client.query(`alter database ${unfinished} rename to ${TEMPLATE}`);
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

async function asAdmin(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

async function isRoomInMemory(): Promise<boolean> {
  const found = await statfs(MEMORY).catch(() => undefined);
  return found !== undefined && found.bavail * found.bsize >= ENOUGH_BYTES;
}

/** Stops and removes what test runs left behind that were killed. */
async function clearLeftovers(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const pid = new RegExp(`^${FOLDER_PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    const folder = join(root, name);
    const left = await startEmbeddedPostgres(options(folder)).catch(() => undefined);
    await left?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
