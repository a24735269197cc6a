import { tripSuffix } from './trips.ts';
import type { TripHash, TripKey } from './trips.ts';

/** Input of a reconciliation run. Its dates and progress are in the store. */
export interface ReconcileInput {
  readonly fleet: string;
  /** Id of the reconciliation run that an earlier run of the same workflow began. */
  readonly runId?: string;
}

/** Key of a reconciliation run. */
export interface ReconcileRunInput {
  readonly fleet: string;
  readonly runId: string;
}

/** Progress of a reconciliation run. */
export interface ReconcileProgress {
  /**
   * Current work of the run. `drivers`: lists the drivers. `trips`: lists their trips. `unmet`: looks up known trips that are
   * missing from the lists. `over`: the work is complete.
   */
  readonly phase: 'drivers' | 'trips' | 'unmet' | 'over';
  /** Numbers of trips: `listed` by the service, recovered (`started`), and no longer at the service (`gone`). */
  readonly listed: number;
  readonly started: number;
  readonly gone: number;
}

/** Input of the re-evaluation of a parked or gone trip that the service now lists. */
export interface ReevaluateInput extends TripKey {
  /** Id of the reconciliation run that found the trip. */
  readonly runId: string;
}

/** Input of the workflow that checks whether notifications have stopped. */
export interface NotificationGapInput {
  readonly fleet: string;
}

/** Input of the workflow that updates a fleet's schedules, other than those of its digests. */
export interface FleetSchedulesInput {
  readonly fleet: string;
}

/** Returns the id of the schedule of a fleet's reconciliation. */
export function reconcileScheduleId({ fleet }: ReconcileInput): string {
  return `reconcile:${fleet}`;
}

/** Returns the prefix of the workflow ids of a fleet's reconciliation runs; Temporal appends the time. */
export function reconcileWorkflowId({ fleet }: ReconcileInput): string {
  return `reconcile:${fleet}`;
}

/** Returns the workflow id of a trip's re-evaluation. It happens at most once per run. */
export function reevaluateWorkflowId(input: ReevaluateInput, hash: TripHash): string {
  return `reevaluate:${tripSuffix(input, hash)}:${input.runId}`;
}

/** Returns the id of the schedule that checks whether notifications have stopped. */
export function notificationGapScheduleId({ fleet }: NotificationGapInput): string {
  return `notification-gap:${fleet}`;
}

/** Returns the prefix of the ids of the workflows that check whether notifications have stopped; Temporal appends the time. */
export function notificationGapWorkflowId({ fleet }: NotificationGapInput): string {
  return `notification-gap:${fleet}`;
}

/** Returns the id of the workflow that updates a fleet's schedules. Only one runs at a time. */
export function fleetSchedulesWorkflowId({ fleet }: FleetSchedulesInput): string {
  return `fleet-schedules:${fleet}`;
}
