/** The steps that create the schema. Each is applied once, in order. */
import { initial } from './0001_initial.ts';
import type { SchemaStep } from './online.ts';

/**
 * All migrations by name, in order.
 *
 * - A released migration never changes, and none can be undone. A later migration corrects a mistake.
 * - The previous release must keep working after each migration (expand first, contract a release later).
 * - A migration must not lock a table for longer than a moment. Longer work is `online`.
 *
 * test/store/migrations/migrationRules.int.test.ts checks these rules. Record a new migration with `npm run record:schema`.
 */
export const MIGRATIONS: Readonly<Record<string, SchemaStep>> = {
  '0001_initial': initial,
};
export { online } from './online.ts';
export type { SchemaStep } from './online.ts';
