import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('./histories/', import.meta.url));
const noted = fileURLToPath(new URL('./frozenHistories.json', import.meta.url));

/** Computes the SHA-256 of each recorded history, by its file's name. */
export function historyHashes(): Record<string, string> {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort();
  return Object.fromEntries(
    names.map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(`${folder}${name}`))
        .digest('hex'),
    ]),
  );
}

/** Returns the hash that each history had when it was recorded. */
export function frozenHistories(): Record<string, string> {
  return JSON.parse(readFileSync(noted, 'utf8')) as Record<string, string>;
}

/** Adds the hashes of newly recorded histories. A history that has a hash keeps it. */
export function freezeHistories(): void {
  const all = { ...historyHashes(), ...frozenHistories() };
  const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => a.localeCompare(b)));
  writeFileSync(noted, `${JSON.stringify(sorted, undefined, 2)}\n`);
}
