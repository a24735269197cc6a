import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Db } from '../../../store/db/index.ts';
import type { SchemaStep } from '../../../store/migrations/index.ts';
import { describeSchema } from '../../support/store/schemaDescription.ts';
import type { SchemaDescription } from '../../support/store/schemaDescription.ts';

/** What each migration did when it was recorded, as a hash by its name. */
export type Hashes = Readonly<Record<string, string>>;

/** Where the hashes of the migrations that are out are kept. */
export const FROZEN_FILE = fileURLToPath(new URL('./frozenSchema.json', import.meta.url));

/** Reads what is kept. */
export function readFrozen(): Hashes {
  return JSON.parse(readFileSync(FROZEN_FILE, 'utf8')) as Hashes;
}

/**
 * Applies migrations one after the other and says what each did to the schema: a hash of all that is another after it, or gone.
 * How its statements are written does not count, nor what others before it did, nor what it does to rows.
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

/** Everything that was made or made anew as it is now, and `null` for what is gone; by name, in order. */
export function changed(
  before: SchemaDescription,
  after: SchemaDescription,
): (readonly [string, string | null])[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return names
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => [name, after.get(name) ?? null] as const);
}

/** What is wrong with migrations, given what is kept of them: a sentence each. */
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

/** Names of migrations that do something else than what is kept of them. */
export function edited(frozen: Hashes, found: Hashes): string[] {
  return Object.keys(frozen).filter((name) => name in found && found[name] !== frozen[name]);
}
