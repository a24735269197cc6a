import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from './exit.ts';

/**
 * Takes the data folder for this process, so that two starts do not share one database.
 * A lock whose process is gone, after a `kill -9` for example, holds up nobody.
 * @returns gives the folder back
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
      // Linked, not created: whoever finds the lock finds its content too.
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

/** When a process started, as the system counts it; `gone` when there is none. Tells a reused process id apart. */
async function startedAt(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (stat !== undefined) return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? 'unknown';
  try {
    process.kill(pid, 0);
    return 'unknown';
  } catch {
    return 'gone';
  }
}
