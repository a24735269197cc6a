import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The folder that the console is built into. */
export const CONSOLE_FOLDER = join(ROOT, 'dist/console');

/** Folders that the console is built from. The API's types leave nothing in a build. */
const SOURCES = ['console', 'texts'] as const;
const FILES = ['package-lock.json'] as const;

/** Returns a hash of everything that the build depends on, by content: a checkout that changes only times keeps the hash. */
export function sourceHash(): string {
  const files = SOURCES.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length)),
  );
  const hash = createHash('sha256').update(process.version);
  for (const file of [...files, ...FILES].sort())
    hash.update(`\0${file}\0`).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex');
}
