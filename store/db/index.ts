/** The connection, migrations, transactions, locks, ids, paging, the audit log, Temporal requests. Knows no subject. */
export { listAudit, recordAudit } from './audit.ts';
export type { AuditRow } from './audit.ts';
export {
  SchemaNotReadyError,
  inOneSnapshot,
  inTransaction,
  inspectSchema,
  UnreleasedSchemaError,
  migrateToLatest,
  openDatabase,
  refuseUntilAdmitted,
  isDatabaseUnavailable,
} from './connection/index.ts';
export type { SchemaSteps, Database, Db, Schema, Tx } from './connection/index.ts';
export { rowAt, rowsWhere } from './fleetRows.ts';
export type { RowKey } from './fleetRows.ts';
export { listFleets, upsertFleets } from './fleets.ts';
export { LONGEST_ID, fingerprint, isRowId, isStorableId, isUuid } from './ids.ts';
export { claimKey, recordKeyedAnswer, releaseKey } from './idempotencyKeys.ts';
export { instanceKey } from './instanceKey.ts';
export { JsonText, json, jsonb, jsonbOrNull, storableJson } from './json.ts';
export { lockFleet, lockRules, withDriverLock, withFleetLock } from './locks.ts';
export {
  InvalidCursorError,
  LARGEST_PAGE,
  latestFirst,
  newestFirst,
  pageOf,
  rowsToRead,
  startAfter,
} from './paging.ts';
export type { Listed, Page } from './paging.ts';
export { getRow, ofDriversIn, whereGiven } from './rows.ts';
export {
  claimDueRequests,
  claimRequest,
  deletionStart,
  digestSync,
  failRequest,
  finishRequest,
  incidentTick,
  oldestRequests,
  requestTemporal,
} from './temporalRequests.ts';
export type { RequestKey, RequestKind, TemporalRequest } from './temporalRequests.ts';
