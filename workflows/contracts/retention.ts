/** Input of the removal of data after a fleet's retention period. */
export interface RetentionInput {
  readonly fleet: string;
  /** The numbers of records that earlier runs of the same workflow removed. */
  readonly removed?: Readonly<Record<string, number>>;
}

/** The progress of that removal: numbers of removed records by kind. */
export interface RetentionProgress {
  readonly over: boolean;
  readonly removed: Readonly<Record<string, number>>;
}

/** Input of the erasure of a driver, whose id is in the store until the erasure is complete. */
export interface ErasureInput {
  readonly fleet: string;
  readonly erasureId: string;
}

/** The result of an erasure. */
export interface ErasureResult {
  readonly state: 'done' | 'refused';
}

/** Returns the id of the schedule of a fleet's retention. */
export function retentionScheduleId({ fleet }: RetentionInput): string {
  return `retention:${fleet}`;
}

/** Returns the prefix of the workflow ids of that removal; Temporal appends the time. */
export function retentionWorkflowId({ fleet }: RetentionInput): string {
  return `retention:${fleet}`;
}

/** Returns the workflow id of an erasure. */
export function erasureWorkflowId({ fleet, erasureId }: ErasureInput): string {
  return `erasure:${fleet}:${erasureId}`;
}
