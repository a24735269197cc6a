import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from '../terminal/index.ts';
import { LOCK } from './kinds.ts';
import * as z from 'zod';

const versions = z.record(z.string(), z.int().min(1));
const lockSchema = z.strictObject({
  note: z.string().optional(),
  /** Versions by the server's address, fleet, folder of the kind, and id. */
  applied: z.record(z.string(), z.record(z.string(), z.record(z.string(), versions))),
});
type Lock = z.output<typeof lockSchema>;

/** Published versions of a folder's documents at its last `apply` or `pull`. */
export interface DocumentLock {
  /** Returns the version last applied from this folder or pulled to it; undefined if there is none. */
  version(folder: string, id: string): number | undefined;
  /** Records a version. Undefined means that the document was removed. */
  set(folder: string, id: string, version: number | undefined): void;
  /** Writes the changes, if any. @throws the file system's error */
  save(): Promise<void>;
}

/**
 * Reads `.tripline.json` of a folder, if it exists.
 * @throws CommandError when the file is not one that this command wrote
 */
export async function readLock(
  root: string,
  { server, fleet }: { readonly server: string; readonly fleet: string },
): Promise<DocumentLock> {
  const path = join(root, LOCK);
  const lock = parseLock(path, await readFile(path, 'utf8').catch(() => undefined));
  let isChanged = false;
  return {
    version: (folder, id) => lock.applied[server]?.[fleet]?.[folder]?.[id],
    set(folder, id, version) {
      const known = (((lock.applied[server] ??= {})[fleet] ??= {})[folder] ??= {});
      if (known[id] === version) return;
      isChanged = true;
      if (version === undefined) delete known[id];
      else known[id] = version;
    },
    async save() {
      if (!isChanged) return;
      await writeFile(`${path}.new`, `${JSON.stringify(sorted(lock), undefined, 2)}\n`);
      await rename(`${path}.new`, path);
    },
  };
}

/** Returns a note about a lock file that could not be saved. The command succeeds nevertheless. */
export function unsavedLock(error: unknown): string {
  return `.tripline.json could not be written, so drift will not be detected next time: ${error instanceof Error ? error.message : String(error)}`;
}

function parseLock(path: string, text: string | undefined): Lock {
  const empty = { note: 'Written by tripline: the versions that this folder matches.', applied: {} };
  if (text === undefined) return empty;
  try {
    return lockSchema.parse(JSON.parse(text));
  } catch {
    throw new CommandError(
      `${path} is not as tripline wrote it: undo the change, or delete the file (it is only used to detect what others published meanwhile).`,
    );
  }
}

/** Sorts keys, so that the files of two people differ only where their versions do. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]));
}
