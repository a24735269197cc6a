import { tripSuffix } from './trips.ts';
import type { TripHash, TripKey } from './trips.ts';

/** Input of a run through what the service lists: its dates and how far it is stand in the store. */
export interface ReconcileInput {
  readonly fleet: string;
  /** The reconciliation run that an earlier run of the same workflow began. */
  readonly runId?: string;
}

/** Names a run. */
export interface ReconcileRunInput {
  readonly fleet: string;
  readonly runId: string;
}

/** How far a run is. */
export interface ReconcileProgress {
  /** `drivers`: they are listed. `trips`: theirs are. `unmet`: those that were not met are asked for. `over`: nothing is left. */
  readonly phase: 'drivers' | 'trips' | 'unmet' | 'over';
  /** Trips that the service listed, ways that were begun, trips that are gone upstream. */
  readonly listed: number;
  readonly started: number;
  readonly gone: number;
}

/** Input of the re-evaluation of a trip that was parked, or gone, and that the service lists now. */
export interface ReevaluateInput extends TripKey {
  /** The run that found it. */
  readonly runId: string;
}

/** Input of the watch for notifications that have ceased. */
export interface NotificationGapInput {
  readonly fleet: string;
}

/** Input of the comparison of a fleet's own schedules with what they should be. */
export interface FleetSchedulesInput {
  readonly fleet: string;
}

/** Id of the schedule of a fleet's reconciliation. */
export function reconcileScheduleId({ fleet }: ReconcileInput): string {
  return `reconcile:${fleet}`;
}

/** What the workflow ids of a fleet's reconciliation runs begin with; Temporal appends the time. */
export function reconcileWorkflowId({ fleet }: ReconcileInput): string {
  return `reconcile:${fleet}`;
}

/** Workflow id of another read of a trip: once a run. */
export function reevaluateWorkflowId(input: ReevaluateInput, hash: TripHash): string {
  return `reevaluate:${tripSuffix(input, hash)}:${input.runId}`;
}

/** Id of the schedule of the watch for notifications that have ceased. */
export function notificationGapScheduleId({ fleet }: NotificationGapInput): string {
  return `notification-gap:${fleet}`;
}

/** What the workflow ids of that watch begin with; Temporal appends the time. */
export function notificationGapWorkflowId({ fleet }: NotificationGapInput): string {
  return `notification-gap:${fleet}`;
}

/** Workflow id of the comparison of a fleet's own schedules: one at a time. */
export function fleetSchedulesWorkflowId({ fleet }: FleetSchedulesInput): string {
  return `fleet-schedules:${fleet}`;
}
