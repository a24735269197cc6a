import { chmod, lstat, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** What `others` may still do with the folder: nothing, or pass through it to what they are given inside. */
export type OthersMay = 'nothing' | 'pass';

/** Files that a start leaves in its data folder: by them an older one is recognised. */
const MARKS = ['dev-secrets.json', 'postgres.json', 'tripline.lock'];

const GROUP_AND_OTHERS = 0o077;
const BUT_PASSING = 0o066;
const WRITTEN_BY_ALL = 0o002;

/**
 * Makes the data folder, and takes it and the files in it from everybody but their owner; from now on this process and those
 * it starts make no other files (`umask`). A folder that holds other things too, such as /tmp, keeps its mode and theirs.
 * @param othersMay `pass` for root: its PostgreSQL runs as another user, whose data are in the folder. A folder that lets
 *   nobody pass keeps that too
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

/** PostgreSQL keeps its own folder to itself; a link's target is no file of ours. */
async function takeFile(path: string): Promise<void> {
  try {
    if ((await lstat(path)).isFile()) await take(path, GROUP_AND_OTHERS);
  } catch (error) {
    // A Tripline that runs on the folder already took it away just now.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** Somebody else's is not ours to change. */
async function take(path: string, bits: number): Promise<void> {
  const { uid, mode } = await lstat(path);
  if (uid === process.getuid?.() && (mode & bits) !== 0) await chmod(path, mode & 0o7777 & ~bits);
}
