import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from '../terminal/index.ts';
import { LOCK } from './kinds.ts';
import * as z from 'zod';

const versions = z.record(z.string(), z.int().min(1));
const lockSchema = z.strictObject({
  note: z.string().optional(),
  /** By address of the server, fleet and folder of the kind: id → version. */
  applied: z.record(z.string(), z.record(z.string(), z.record(z.string(), versions))),
});
type Lock = z.output<typeof lockSchema>;

/** Which published version of each document a folder agrees with, as of its last `apply` or `pull`. */
export interface DocumentLock {
  /** The version that was published from here or pulled to here last; undefined: neither ever happened. */
  version(folder: string, id: string): number | undefined;
  /** Undefined: the document is removed. */
  set(folder: string, id: string, version: number | undefined): void;
  /** Writes it when something was set. @throws the file system's error */
  save(): Promise<void>;
}

/**
 * Reads `.tripline.json` of a folder; it need not be there.
 * @throws CommandError when it is not what this command writes
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

/** Said when the lock could not be saved: nothing else suffers from it. */
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

/** Keys in order, so that two people's files differ only where they must. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]));
}
