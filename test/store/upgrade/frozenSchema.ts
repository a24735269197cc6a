import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Db } from '../../../store/db/index.ts';
import type { SchemaStep } from '../../../store/migrations/index.ts';
import { describeSchema } from '../../support/store/schemaDescription.ts';
import type { SchemaDescription } from '../../support/store/schemaDescription.ts';

/** Hashes of the schema changes of each migration at its recording, by its name. */
export type Hashes = Readonly<Record<string, string>>;

/** Path of the file with the hashes of the released migrations. */
export const FROZEN_FILE = fileURLToPath(new URL('./frozenSchema.json', import.meta.url));

/** Reads the recorded hashes. */
export function readFrozen(): Hashes {
  return JSON.parse(readFileSync(FROZEN_FILE, 'utf8')) as Hashes;
}

/**
 * Applies migrations one after the other and hashes what each changed in the schema. The hash ignores the text of statements, the
 * effects of other migrations, and changes of rows.
 * @param db without any of their tables
 */
export async function hashesOf(db: Db, steps: Readonly<Record<string, SchemaStep>>): Promise<Hashes> {
  const hashes: Record<string, string> = {};
  let before = await describeSchema(db);
  for (const [name, step] of Object.entries(steps)) {
    await step.up(db);
    const after = await describeSchema(db);
    hashes[name] = createHash('sha256')
      .update(JSON.stringify(changed(before, after)))
      .digest('hex');
    before = after;
  }
  return hashes;
}

/** Returns the new definition of everything that was added or changed, and `null` for what was removed, sorted by name. */
export function changed(
  before: SchemaDescription,
  after: SchemaDescription,
): (readonly [string, string | null])[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return names
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => [name, after.get(name) ?? null] as const);
}

/** Returns a sentence for each migration that differs from the recorded hashes. */
export function complaints(frozen: Hashes, found: Hashes): string[] {
  const unrecorded = Object.keys(found).filter((name) => !(name in frozen));
  return [
    ...edited(frozen, found).map(
      (name) => `Migration ${name} changed after it was released: write a new one.`,
    ),
    ...Object.keys(frozen)
      .filter((name) => !(name in found))
      .map((name) => `Migration ${name} was released and is gone: put it back.`),
    ...unrecorded.map((name) => `Migration ${name} is not recorded: npm run record:schema`),
  ];
}

/** Returns the names of migrations that do something else than recorded. */
export function edited(frozen: Hashes, found: Hashes): string[] {
  return Object.keys(frozen).filter((name) => name in found && found[name] !== frozen[name]);
}
