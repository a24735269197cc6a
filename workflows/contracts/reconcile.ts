import { tripSuffix } from './trips.ts';
import type { TripHash, TripKey } from './trips.ts';

/** Input of a reconciliation run. Its dates and progress are in the store. */
export interface ReconcileInput {
  readonly fleet: string;
  /** The reconciliation run that an earlier run of the same workflow began. */
  readonly runId?: string;
}

/** The key of a reconciliation run. */
export interface ReconcileRunInput {
  readonly fleet: string;
  readonly runId: string;
}

/** The progress of a reconciliation run. */
export interface ReconcileProgress {
  /**
   * `drivers`: drivers are listed. `trips`: their trips are listed. `unmet`: trips missing from the lists are looked up.
   * `over`: complete.
   */
  readonly phase: 'drivers' | 'trips' | 'unmet' | 'over';
  /** Numbers of trips: listed by the service, recovered, and gone at the service. */
  readonly listed: number;
  readonly started: number;
  readonly gone: number;
}

/** Input of the re-evaluation of a parked or gone trip that the service now lists. */
export interface ReevaluateInput extends TripKey {
  /** The run that found the trip. */
  readonly runId: string;
}

/** Input of the check for missing notifications. */
export interface NotificationGapInput {
  readonly fleet: string;
}

/** Input of the workflow that updates a fleet's own schedules. */
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

/** Returns the workflow id of a trip's re-evaluation, which happens once per run. */
export function reevaluateWorkflowId(input: ReevaluateInput, hash: TripHash): string {
  return `reevaluate:${tripSuffix(input, hash)}:${input.runId}`;
}

/** Returns the id of the schedule of the check for missing notifications. */
export function notificationGapScheduleId({ fleet }: NotificationGapInput): string {
  return `notification-gap:${fleet}`;
}

/** Returns the prefix of the workflow ids of that check; Temporal appends the time. */
export function notificationGapWorkflowId({ fleet }: NotificationGapInput): string {
  return `notification-gap:${fleet}`;
}

/** Returns the workflow id of the update of a fleet's own schedules, of which one runs at a time. */
export function fleetSchedulesWorkflowId({ fleet }: FleetSchedulesInput): string {
  return `fleet-schedules:${fleet}`;
}
