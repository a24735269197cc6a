import type { Generated, GeneratedAlways } from 'kysely';
import type { JsonObject, Trip } from '../../rules/vocabulary/index.ts';

/** The state of a trip's deletion. `unknown_outcome`: a DELETE was sent and its outcome is not known. */
export type DeletionState =
  | 'requested'
  | 'approved'
  | 'rejected'
  | 'expired'
  | 'deleting'
  | 'deleted'
  | 'refused'
  | 'gone'
  | 'unknown_outcome';

/**
 * The service's answer to a DELETE. `no_answer`: it may have happened. `not_reached`: it surely did not. `refused`: the service
 * itself rejected it.
 */
export type ServiceAnswer =
  | 'accepted'
  | 'no_such_trip'
  | 'refused'
  | 'unauthorised'
  | 'limited'
  | 'invalid'
  | 'no_answer'
  | 'not_reached';

export interface DeletionsTable {
  id: GeneratedAlways<string>;
  fleetId: string;
  driverId: string;
  tripId: string;
  rule: string;
  version: number;
  deliveryId: string | null;
  state: DeletionState;
  approval: 'required' | 'auto';
  /** Why the rule requests the deletion. */
  cause: string | null;
  /** Why it ended as it did, e.g. `has_collision`. */
  reason: string | null;
  requestedAt: Date;
  expiresAt: Date;
  decidedAt: Date | null;
  decidedWho: string | null;
  decidedBy: string | null;
  note: string | null;
  attempts: number;
  firstAttemptAt: Date | null;
  lastAttemptAt: Date | null;
  snapshotId: string | null;
  settledAt: Date | null;
  /** The driver's score just before the trip went, and when it was read again after; null: not read or not rated. */
  scoreBefore: number | null;
  scoreAfter: number | null;
  /** The UTC date as of which both are; whether the later one was rated (null: the service had none); when it was read. */
  baselineDate: string | null;
  baselineRated: boolean | null;
  baselineAt: Date | null;
  /** Counts the attempts at carrying it out, and when the one under way last said that it lives. */
  claim: Generated<number>;
  claimedAt: Date | null;
  /** The trip's revision and content when the deletion was asked for; null: the trip was not stored. */
  revision: number | null;
  contentHash: string | null;
  /** The service's answer to the last DELETE; null: none was sent. */
  serviceAnswer: ServiceAnswer | null;
}

export interface TripSnapshotsTable {
  id: GeneratedAlways<string>;
  fleetId: string;
  driverId: string;
  tripId: string;
  contentHash: string;
  raw: JsonObject;
  trip: Trip | null;
  reason: string;
  takenAt: Date;
  /** When its positions were removed: `raw` is empty then. */
  positionsRemovedAt: Generated<Date | null>;
}
