/** Opens the database: its pool, its schema and the migrations. */
export {
  SchemaNotReadyError,
  UnreleasedSchemaError,
  inOneSnapshot,
  inTransaction,
  inspectSchema,
  migrateToLatest,
  openDatabase,
  refuseUntilAdmitted,
} from './database.ts';
export type { SchemaSteps } from './database.ts';
export { isDatabaseUnavailable } from './pool.ts';
export type { Database, Db, Schema, Tx } from './schema.ts';
