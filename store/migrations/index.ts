/** The schema, step by step, each step once and in order. */
import { initial } from './0001_initial.ts';
import type { SchemaStep } from './online.ts';

/**
 * Every migration by its name, in order. A released one never changes; there is no way down: a mistake is corrected by
 * the next one. Each must leave the release before it working (expand first, contract a release later), and keep nobody from
 * a table for longer than a moment: what takes long is `online`. test/store/migrations/migrationRules.int.test.ts holds them to it. Record
 * a new one with `npm run record:schema`.
 */
export const MIGRATIONS: Readonly<Record<string, SchemaStep>> = {
  '0001_initial': initial,
};
export { online } from './online.ts';
export type { SchemaStep } from './online.ts';
