import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Where the console is built to. */
export const CONSOLE_FOLDER = join(ROOT, 'dist/console');

/** What the console is built from; the types of the API are none of it, because they leave nothing in a build. */
const SOURCES = ['console', 'texts'] as const;
const FILES = ['package-lock.json'] as const;
const GENERATED = 'console/api/schema.ts';

/** A hash of everything that the build depends on, by content: a checkout that changes only times changes nothing. */
export function sourceHash(): string {
  const files = SOURCES.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length)),
  );
  const hash = createHash('sha256').update(process.version);
  for (const file of [...files, ...FILES].filter((each) => each !== GENERATED).sort())
    hash.update(`\0${file}\0`).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex');
}
