import type { Generated, GeneratedAlways } from 'kysely';

/** The state of a backfill. */
export type BackfillState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';

/** Something of the history that could not be fetched, without which the backfill went on. */
export interface BackfillProblem {
  readonly driver_id: string;
  readonly trip_id?: string;
  /** The service's message, or the fault; no secrets and no positions. */
  readonly message: string;
}

/** A request that the service has refused so far: a trip of a driver or, without one, the list of them. Instants are ISO 8601. */
export interface BackfillRefusal {
  readonly trip_id?: string;
  /** The first time. */
  readonly since: string;
  /** The last time. */
  readonly asked: string;
  /** The reason for giving up, after which this backfill requests it no more. */
  readonly given_up?: string;
}

export interface BackfillsTable {
  fleetId: string;
  id: string;
  seq: GeneratedAlways<string>;
  state: BackfillState;
  /** `YYYY-MM-DD`, days of the time zone, both included. */
  fromDate: string;
  toDate: string;
  /** The time zone of the days: the fleet's, or UTC. */
  timezone: Generated<string>;
  /** Whether trips without a decision are decided and reported. */
  alerts: boolean;
  /** Null until all drivers of the range are known. */
  driversListedAt: Date | null;
  /** The last date whose readings are stored; null: none yet. */
  readingsUntil: string | null;
  readingsStored: Generated<number>;
  /** Calls to the service, at least. */
  calls: Generated<string>;
  /** The obstacle that the backfill waits for, in words; null while it goes on. */
  waitingFor: string | null;
  error: string | null;
  who: string;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
}

export interface BackfillDriversTable {
  fleetId: string;
  backfillId: string;
  driverId: string;
  found: Generated<number>;
  stored: Generated<number>;
  skipped: Generated<number>;
  problemCount: Generated<number>;
  problems: Generated<readonly BackfillProblem[]>;
  doneAt: Date | null;
  /** The earliest time to read the driver, after those without one; null: not deferred. */
  postponedUntil: Date | null;
  /** Null: nothing, or the driver is done. */
  refused: readonly BackfillRefusal[] | null;
}
