import { randomBytes } from 'node:crypto';
import { chmod, link, lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from '../terminal/index.ts';
import { signalTo } from './localServer.ts';

/** Access of other users to the data folder: none, or only passing through to a folder of their own inside. */
export type OthersMay = 'nothing' | 'pass';

/** Files that a start creates. A later start recognises its data folder by them. */
const MARKS = ['dev-secrets.json', 'tripline.lock'];

const GROUP_AND_OTHERS = 0o077;
const BUT_PASSING = 0o066;
const WRITTEN_BY_ALL = 0o002;

/**
 * Creates the data folder and restricts the folder and its files to their owner. Sets the `umask`, so that
 * new files of this process and its children are restricted, too.
 * A folder that also has other contents, such as /tmp, keeps its mode, and so do its files.
 * @param othersMay `pass` for root, because PostgreSQL then runs as another user, whose data is in the
 * folder. No folder gains a permission
 */
export async function keepToOwner(dataDir: string, othersMay: OthersMay): Promise<void> {
  const made = await mkdir(dataDir, { recursive: true });
  process.umask(GROUP_AND_OTHERS);
  const names = await readdir(dataDir);
  const isOurs = made !== undefined || names.length === 0 || MARKS.some((mark) => names.includes(mark));
  if (!isOurs || (await lstat(dataDir)).mode & WRITTEN_BY_ALL) return;
  await take(dataDir, othersMay === 'pass' ? BUT_PASSING : GROUP_AND_OTHERS);
  for (const name of names) await takeFile(join(dataDir, name));
}

/**
 * Restricts a regular file. Skips folders, because PostgreSQL restricts its own, and links, because their
 * targets may not be ours.
 */
async function takeFile(path: string): Promise<void> {
  try {
    if ((await lstat(path)).isFile()) await take(path, GROUP_AND_OTHERS);
  } catch (error) {
    // Another Tripline that runs on the folder has just removed the file.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** Removes permissions from a file or folder, if it belongs to this user. */
async function take(path: string, bits: number): Promise<void> {
  const { uid, mode } = await lstat(path);
  if (uid === process.getuid?.() && (mode & bits) !== 0) await chmod(path, mode & 0o7777 & ~bits);
}

/**
 * Locks the data folder for this process, so that two starts do not share one database. Replaces a lock whose process is gone,
 * for example after a `kill -9`.
 * @returns a function that releases the lock
 * @throws CommandError when another Tripline is running on the folder
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'tripline.lock');
  const draft = `${file}.${process.pid}`;
  const mine = `${process.pid} ${await startedAt(process.pid)}`;
  await writeFile(draft, mine);
  for (let tries = 0; tries < 3; tries += 1) {
    try {
      // A hard link makes the lock appear together with its content, so that other processes never read an
      // empty lock.
      await link(draft, file);
      await rm(draft, { force: true });
      return () => rm(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const [pid = '', started = ''] = (await readFile(file, 'utf8').catch(() => '')).split(' ');
      if (
        Number(pid) > 0 &&
        Number(pid) !== process.pid &&
        started !== '' &&
        (await startedAt(Number(pid))) === started
      ) {
        await rm(draft, { force: true });
        throw new CommandError(
          `Tripline is already running on ${folder} (process ${pid}). Stop it first, or name another folder with DATA_DIR.`,
        );
      }
      await rm(file, { force: true });
    }
  }
  await rename(draft, file);
  return () => rm(file, { force: true });
}

/**
 * Returns the start time of a process in the system's count, which shows whether its id was reused. Returns
 * `gone` if there is no such process, and `unknown` if its time cannot be read.
 */
async function startedAt(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (stat !== undefined) return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? 'unknown';
  return signalTo(pid, 0) ? 'unknown' : 'gone';
}

/** Secrets that `dev` generates and stores in the data folder, so that the next start has the same. */
export interface DevSecrets {
  readonly apiToken: string;
  readonly webhookToken: string;
  readonly analyticsKey: string;
  /** Whether the secrets were generated just now. The token is shown only then. */
  readonly areNew: boolean;
  /** Path of the file that holds the secrets. */
  readonly file: string;
}

/** Reads the secrets, or generates them. Only the owner can read the file. */
export async function devSecrets(dataDir: string): Promise<DevSecrets> {
  const file = join(dataDir, 'dev-secrets.json');
  const kept = await readFile(file, 'utf8').catch(() => undefined);
  if (kept !== undefined)
    return { ...(JSON.parse(kept) as Omit<DevSecrets, 'areNew' | 'file'>), areNew: false, file };
  const made = { apiToken: secret('tl'), webhookToken: secret('wh'), analyticsKey: secret('key') };
  await writeFile(file, JSON.stringify(made, undefined, 2), { mode: 0o600 });
  return { ...made, areNew: true, file };
}

function secret(prefix: string): string {
  return `${prefix}_${randomBytes(18).toString('base64url')}`;
}
