/** Input of the removal of data after a fleet's retention period. */
export interface RetentionInput {
  readonly fleet: string;
  /** Numbers of records that earlier runs of the same workflow removed. */
  readonly removed?: Readonly<Record<string, number>>;
}

/** Progress of the removal of data after its retention, with the number of removed records by kind. */
export interface RetentionProgress {
  readonly over: boolean;
  readonly removed: Readonly<Record<string, number>>;
}

/** Input of the erasure of a driver. The driver's id is only in the store, until the erasure is complete. */
export interface ErasureInput {
  readonly fleet: string;
  readonly erasureId: string;
}

/** Result of an erasure. */
export interface ErasureResult {
  readonly state: 'done' | 'refused';
}

/** Returns the id of the schedule of a fleet's retention. */
export function retentionScheduleId({ fleet }: RetentionInput): string {
  return `retention:${fleet}`;
}

/** Returns the prefix of the ids of the workflows that remove data after its retention; Temporal appends the time. */
export function retentionWorkflowId({ fleet }: RetentionInput): string {
  return `retention:${fleet}`;
}

/** Returns the workflow id of an erasure. */
export function erasureWorkflowId({ fleet, erasureId }: ErasureInput): string {
  return `erasure:${fleet}:${erasureId}`;
}
