import type { Channel } from '../../rules/channels/index.ts';
import { tripSuffix } from './trips.ts';
import type { TripHash, TripKey } from './trips.ts';

/** Input of a backfill: its range, its drivers and how far it is stand in the store. */
export interface BackfillInput {
  readonly fleet: string;
  readonly backfillId: string;
}

/** Query of a backfill's workflow: how far it is. */
export const BACKFILL_PROGRESS = 'progress';

/** How far a backfill is. */
export interface BackfillProgress {
  /** `drivers`: they are listed. `trips`: theirs are fetched. `readings`: scores by date are. `over`: nothing is left to do. */
  readonly phase: 'drivers' | 'trips' | 'readings' | 'over';
  readonly driversDone: number;
  readonly driversTotal: number;
  readonly tripsStored: number;
}

/** Input of what follows the decision about a trip that a backfill found and may alert on. */
export interface BackfilledTripInput extends TripKey {
  readonly backfillId: string;
  readonly deliveries: readonly {
    readonly id: string;
    readonly action: Channel | 'escalate' | 'delete_trip';
  }[];
  /** ISO 8601, UTC: when what is held back goes; absent: nothing is. */
  readonly releases?: readonly string[];
  /** The service withheld a part of what the rules ask: decide again once it answers. */
  readonly incomplete: boolean;
}

/** Workflow id of a backfill. */
export function backfillWorkflowId(input: BackfillInput): string {
  return `backfill:${input.fleet}:${input.backfillId}`;
}

/** Workflow id of the deliveries of one trip in a backfill with alerts. */
export function backfilledTripWorkflowId(input: BackfilledTripInput, hash: TripHash): string {
  return `backfilled:${tripSuffix(input, hash)}:${input.backfillId}`;
}
