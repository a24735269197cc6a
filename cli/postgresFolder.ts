import { createHash, randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { CommandError } from './exit.ts';
import { canUse, runAs } from './postgresUser.ts';
import type { PostgresUser } from './postgresUser.ts';

/** What one data folder remembers of its PostgreSQL, in `postgres.json`, readable by its owner alone. */
export interface PostgresNotes {
  readonly password: string;
  /** Taken again when it is free. */
  readonly port?: number;
  /** Where the data are, when not in `postgres` beside the notes. */
  readonly folder?: string;
}

/** The notes of a data folder; new ones, with a password of their own, on the first start. */
export async function readNotes(dataDir: string): Promise<{ notes: PostgresNotes; areNew: boolean }> {
  const text = await readFile(notesFile(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new CommandError(`${notesFile(dataDir)} cannot be read (${error.code ?? error.message}).`);
  });
  const found = text === undefined ? undefined : parseNotes(text);
  if (found !== undefined) return { notes: found, areNew: false };
  return { notes: { password: randomBytes(24).toString('base64url') }, areNew: true };
}

/** Writes the notes whole or not at all. */
export async function writeNotes(dataDir: string, notes: PostgresNotes): Promise<void> {
  const unfinished = `${notesFile(dataDir)}.new`;
  await writeFile(unfinished, `${JSON.stringify(notes, null, 2)}\n`, { mode: 0o600 });
  await chmod(unfinished, 0o600);
  await rename(unfinished, notesFile(dataDir));
}

function notesFile(dataDir: string): string {
  return join(dataDir, 'postgres.json');
}

function parseNotes(text: string): PostgresNotes | undefined {
  try {
    const notes = JSON.parse(text) as Partial<PostgresNotes> | null;
    return typeof notes?.password === 'string' ? (notes as PostgresNotes) : undefined;
  } catch {
    return undefined;
  }
}

/** Where data and programs go that root's PostgreSQL user cannot reach elsewhere. */
export function defaultFallbackFolder(): string {
  return process.getuid?.() === 0 ? '/var/lib/tripline' : join(homedir(), '.cache', 'tripline');
}

/** Where a database's files are. */
export interface DataFolder {
  readonly folder: string;
  /** Whether a database is in it. */
  readonly exists: boolean;
}

/**
 * The folder of the database: `postgres` in the data folder, or, where the user PostgreSQL runs as cannot get there, one of
 * mode 0755 below `fallbackFolder`, told through `log`. A database that exists is never exchanged for an empty one.
 * @throws CommandError when the existing one cannot be reached, or was made by another major version
 */
export async function dataFolder(
  user: PostgresUser,
  options: {
    readonly dataDir: string;
    readonly notes: PostgresNotes;
    readonly fallbackFolder: string;
    readonly majorVersion: string;
    readonly log: (line: string) => void;
  },
): Promise<DataFolder> {
  await makeOpen(options.dataDir);
  const beside = join(options.dataDir, 'postgres');
  const name = createHash('sha256').update(resolve(options.dataDir)).digest('hex').slice(0, 12);
  // Also when the notes that name it were removed with the data folder.
  const elsewhere = options.notes.folder ?? join(options.fallbackFolder, `postgres-${name}`);
  for (const folder of options.notes.folder === undefined ? [beside, elsewhere] : [elsewhere, beside]) {
    const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => undefined);
    if (version === undefined) continue;
    await checkExisting(user, { folder, version: version.trim(), majorVersion: options.majorVersion });
    return { folder, exists: true };
  }
  if (await canReach(user, options.dataDir)) return { folder: beside, exists: false };
  const folder = join(options.fallbackFolder, `postgres-${name}`);
  await makeOpen(options.fallbackFolder);
  if (!(await canReach(user, options.fallbackFolder)))
    throw new CommandError(
      `The user "${user.name}", as whom PostgreSQL runs, can enter neither ${options.dataDir} nor ` +
        `${options.fallbackFolder}: set DATA_DIR to a folder below folders of mode 0755, or DATABASE_URL.`,
    );
  options.log(
    `The user "${user.name}", as whom PostgreSQL runs, cannot enter ${options.dataDir}: the database is in ${folder}.`,
  );
  return { folder, exists: false };
}

async function checkExisting(
  user: PostgresUser,
  found: { readonly folder: string; readonly version: string; readonly majorVersion: string },
): Promise<void> {
  const { folder, version, majorVersion } = found;
  if (version !== majorVersion)
    throw new CommandError(
      `The database in ${folder} was made by PostgreSQL ${version}, and this Tripline brings ${majorVersion}: dump it with ` +
        'the old one and restore it, set DATABASE_URL to a server of that version, or name another DATA_DIR.',
    );
  // Started by another user before: root can hand the files over.
  if (user.uid !== undefined && (await stat(folder)).uid !== user.uid) await handOver(user, folder);
  if (await canUse(user, folder)) return;
  throw new CommandError(
    `The user "${user.name}", as whom PostgreSQL runs, cannot enter the database in ${folder}: give every folder above it ` +
      'mode 0755 (chmod a+x), or start Tripline as the user who made it.',
  );
}

async function handOver(user: PostgresUser, folder: string): Promise<void> {
  const root: PostgresUser = { name: 'root' };
  const { code, output } = await runAs(root, ['chown', '-R', `${user.uid}:${user.gid}`, folder]);
  if (code !== 0)
    throw new CommandError(`The database in ${folder} could not be given to "${user.name}": ${output}`);
}

/** Makes the folder if it is missing, open to be entered by everybody; an existing one keeps its mode. */
async function makeOpen(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o755 });
  if (made === undefined) return;
  for (let each = folder; ; each = dirname(each)) {
    await chmod(each, 0o755);
    if (each === made || each === dirname(each)) return;
  }
}

async function canReach(user: PostgresUser, folder: string): Promise<boolean> {
  return (await runAs(user, ['/bin/sh', '-c', 'cd "$0"', folder])).code === 0;
}

/** Makes an empty folder that belongs to the user. */
export async function makeOwned(user: PostgresUser, folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  if (user.uid !== undefined && user.gid !== undefined) await chown(folder, user.uid, user.gid);
}
