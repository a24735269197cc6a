import { chown, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { CommandError } from './exit.ts';
import { postgresBinaries } from './postgresBinaries.ts';
import { dataFolder, defaultFallbackFolder, makeOwned, readNotes, writeNotes } from './postgresFolder.ts';
import {
  ensureDatabase,
  resetPassword,
  runningPort,
  serverUrl,
  startServer,
  stopServer,
} from './postgresServer.ts';
import type { PostgresServer } from './postgresServer.ts';
import { postgresUser, runAs } from './postgresUser.ts';

/** A running embedded PostgreSQL. */
export interface EmbeddedPostgres {
  /** Address of the database `tripline`, password included: not for logs. */
  readonly url: string;
  /** Where its data are. */
  readonly folder: string;
  /** Whether it ran already, left behind by a process that was killed. */
  readonly wasRunning: boolean;
  /** Stops it, whoever started it. May be called twice. */
  stop(): Promise<void>;
}

/** How to start the embedded PostgreSQL. */
export interface EmbeddedPostgresOptions {
  /** Tripline's data folder, held by this process alone. The database is in `postgres` in it. */
  readonly dataDir: string;
  /** Hears what a person should know, such as data that had to go elsewhere. */
  readonly log: (line: string) => void;
  /** Hears what takes long, in a few words. */
  readonly progress?: (detail: string) => void;
  /** Settings of the server beyond the default; tests switch `fsync` off. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Where data and programs go that PostgreSQL's user cannot reach; `/var/lib/tripline` for root. */
  readonly fallbackFolder?: string;
}

/**
 * Starts a real PostgreSQL on the data folder, durable as any (`fsync` on), reachable from this machine alone. It runs in a
 * session of its own: a Ctrl-C reaches only Tripline, which then stops it last, and a killed Tripline leaves it running for
 * the next start to find.
 * @throws CommandError with what to do
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, progress = () => undefined } = options;
  const dataDir = resolve(options.dataDir);
  const fallbackFolder = options.fallbackFolder ?? defaultFallbackFolder();
  const user = await postgresUser(log);
  const binaries = await postgresBinaries(user, { fallbackFolder, log });
  const { notes, areNew } = await readNotes(dataDir);
  const { majorVersion } = binaries;
  const { folder, exists } = await dataFolder(user, { dataDir, notes, fallbackFolder, majorVersion, log });
  const place = dirname(folder) === dataDir ? {} : { folder };
  const { password } = notes;
  const server: PostgresServer = { binaries, user, folder, password, settings: options.settings ?? {} };
  if (!exists) {
    progress('making the database, once');
    await writeNotes(dataDir, { password, ...place });
    await makeCluster(server);
  } else if (areNew) {
    log(`The password in ${join(dataDir, 'postgres.json')} was lost: setting a new one.`);
    await stopServer(server);
    await resetPassword(server);
  }
  const running = await runningPort(server);
  if (running === undefined) progress('starting');
  const port = running ?? (await startServer(server, notes.port));
  try {
    await ensureDatabase(server, port);
    await writeNotes(dataDir, { password, port, ...place });
  } catch (error) {
    await stopServer(server);
    throw new CommandError(
      `The embedded PostgreSQL started on ${folder} and cannot be used: ${(error as Error).message}`,
    );
  }
  let stopped: Promise<void> | undefined;
  return {
    url: serverUrl(server, port),
    folder,
    wasRunning: running !== undefined,
    stop: () => (stopped ??= stopServer(server)),
  };
}

/** Makes the files of an empty database aside and moves them into place when they are whole. */
async function makeCluster(server: PostgresServer): Promise<void> {
  const { user, folder, binaries } = server;
  const parent = dirname(folder);
  const prefix = `${basename(folder)}.new-`;
  // What a start that was killed left behind.
  for (const name of await readdir(parent))
    if (name.startsWith(prefix)) await rm(join(parent, name), { recursive: true, force: true });
  const passwordFile = join(parent, `${prefix}password`);
  const unfinished = join(parent, `${prefix}data`);
  await writeFile(passwordFile, server.password, { mode: 0o600, flag: 'wx' });
  if (user.uid !== undefined && user.gid !== undefined) await chown(passwordFile, user.uid, user.gid);
  await makeOwned(user, unfinished);
  try {
    const { code, output } = await runAs(user, [
      binaries.initdb,
      `--pgdata=${unfinished}`,
      `--pwfile=${passwordFile}`,
      '--username=tripline',
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // The same order of texts on every machine, whatever locales it has.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ]);
    if (code !== 0) throw new CommandError(`No database could be made in ${parent}: ${output}`);
    await rename(unfinished, folder).catch((error: NodeJS.ErrnoException) => {
      throw new CommandError(
        `${folder} is there, is not empty and holds no database (${error.code ?? error.message}): move it away, or name ` +
          'another DATA_DIR.',
      );
    });
  } finally {
    await rm(passwordFile, { force: true });
    await rm(unfinished, { recursive: true, force: true });
  }
}
