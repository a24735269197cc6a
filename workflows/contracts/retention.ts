/** Input of the removal of what a fleet kept long enough. */
export interface RetentionInput {
  readonly fleet: string;
  /** What an earlier run of the same workflow removed. */
  readonly removed?: Readonly<Record<string, number>>;
}

/** How far that removal is: counts by what they are of. */
export interface RetentionProgress {
  readonly over: boolean;
  readonly removed: Readonly<Record<string, number>>;
}

/** Input of the erasure of a driver: whom it is about stands in the store, until it is over. */
export interface ErasureInput {
  readonly fleet: string;
  readonly erasureId: string;
}

/** How an erasure ended. */
export interface ErasureResult {
  readonly state: 'done' | 'refused';
}

/** Id of the schedule of what a fleet's retention removes. */
export function retentionScheduleId({ fleet }: RetentionInput): string {
  return `retention:${fleet}`;
}

/** What the workflow ids of that removal begin with; Temporal appends the time. */
export function retentionWorkflowId({ fleet }: RetentionInput): string {
  return `retention:${fleet}`;
}

/** Workflow id of an erasure. */
export function erasureWorkflowId({ fleet, erasureId }: ErasureInput): string {
  return `erasure:${fleet}:${erasureId}`;
}
