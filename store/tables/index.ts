/**
 * The rows of every table as types. `rows.ts` is generated from the migrated database by `npm run record:tables`. The types of
 * JSON columns, and of columns with a fixed set of values, come from `columnTypes.json`.
 */
export type * from './columnTypes.ts';
export type * from './rows.ts';
