import type { Channel } from '../../rules/channels/index.ts';
import { tripSuffix } from './trips.ts';
import type { TripHash, TripKey } from './trips.ts';

/** Input of a backfill. Its range, drivers and progress are in the store. */
export interface BackfillInput {
  readonly fleet: string;
  readonly backfillId: string;
}

/** Name of the query that returns the progress of a backfill's workflow. */
export const BACKFILL_PROGRESS = 'progress';

/** Progress of a backfill. */
export interface BackfillProgress {
  /**
   * Current work of the backfill. `drivers`: lists the drivers. `trips`: fetches their trips. `readings`: fetches scores by date.
   * `over`: the work is complete.
   */
  readonly phase: 'drivers' | 'trips' | 'readings' | 'over';
  readonly driversDone: number;
  readonly driversTotal: number;
  readonly tripsStored: number;
}

/** Input of the workflow that sends the deliveries of a trip that a backfill with alerts found. */
export interface BackfilledTripInput extends TripKey {
  readonly backfillId: string;
  readonly deliveries: readonly {
    readonly id: string;
    readonly action: Channel | 'escalate' | 'delete_trip';
  }[];
  /** Times at which held alerts are released (ISO 8601, UTC); absent when none is held. */
  readonly releases?: readonly string[];
  /** True when the service did not return data that the rules need. The trip is then re-evaluated once the service answers. */
  readonly incomplete: boolean;
}

/** Returns the workflow id of a backfill. */
export function backfillWorkflowId(input: BackfillInput): string {
  return `backfill:${input.fleet}:${input.backfillId}`;
}

/** Returns the workflow id of the deliveries of one trip in a backfill with alerts. */
export function backfilledTripWorkflowId(input: BackfilledTripInput, hash: TripHash): string {
  return `backfilled:${tripSuffix(input, hash)}:${input.backfillId}`;
}
