import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The most script of the first load in bytes, compressed with gzip: all that is loaded before a view. */
export const MOST_FIRST_LOAD_BYTES = 250_000;

interface Chunk {
  readonly file: string;
  readonly src?: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
}

/** Returns the scripts that the console needs before it can show a view: its entry, and what that imports. */
export function firstLoadFiles(manifest: Readonly<Record<string, Chunk>>): readonly string[] {
  const found = new Set<string>();
  const follow = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk || found.has(chunk.file)) return;
    found.add(chunk.file);
    chunk.imports?.forEach(follow);
  };
  for (const [name, { isEntry }] of Object.entries(manifest)) if (isEntry === true) follow(name);
  return [...found].filter((file) => file.endsWith('.js'));
}

/**
 * Returns the size of the first load in words.
 * @throws when it is larger than allowed
 */
export function checkFirstLoad(folder: string): string {
  const sizes = sizesOf(folder, firstLoadFiles(readManifest(folder)));
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  const words = `first load ${(total / 1000).toFixed(0)} kB of script (gzip)`;
  if (sizes.length === 0) throw new Error('The build has no entry.');
  if (total <= MOST_FIRST_LOAD_BYTES) return words;
  const largest = sizes.map(({ file, bytes }) => `${file} ${(bytes / 1000).toFixed(0)} kB`).join(', ');
  throw new Error(`${words}, at most ${MOST_FIRST_LOAD_BYTES / 1000} kB are allowed: ${largest}`);
}

/** Lists every script with its size compressed with gzip, one a line, the largest first; those of the first load are marked. */
export function scriptSizes(folder: string): string {
  const manifest = readManifest(folder);
  const first = firstLoadFiles(manifest);
  const scripts = new Set(Object.values(manifest).map(({ file }) => file));
  return sizesOf(
    folder,
    [...scripts].filter((file) => file.endsWith('.js')),
  )
    .sort((one, other) => other.bytes - one.bytes)
    .map(({ file, bytes }) => {
      const size = `${(bytes / 1000).toFixed(1)} kB`.padStart(9);
      return `${size}  ${file}${first.includes(file) ? '  (first load)' : ''}`;
    })
    .join('\n');
}

function readManifest(folder: string): Record<string, Chunk> {
  return JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Record<string, Chunk>;
}

function sizesOf(folder: string, files: readonly string[]): { file: string; bytes: number }[] {
  return files.map((file) => ({ file, bytes: statSync(join(folder, `${file}.gz`)).size }));
}
