import type { Generated, GeneratedAlways } from 'kysely';

/** The instant from which a fleet is reconciled: trips that ended before are history, without notifications to people. */
export interface ReconcileFleetsTable {
  fleetId: string;
  since: Date;
}

/** One reconciliation run through the service's lists. Dates are `YYYY-MM-DD`, UTC, both included. */
export interface ReconcileRunsTable {
  fleetId: string;
  id: GeneratedAlways<string>;
  fromDate: string;
  toDate: string;
  /** Whether the run is the daily one over the long range. */
  isWide: boolean;
  /** The fleet's first: what it finds from before is history. */
  isFirst: boolean;
  state: Generated<'running' | 'done' | 'failed'>;
  startedAt: Date;
  driversListedAt: Date | null;
  finishedAt: Date | null;
  tripsListed: Generated<number>;
  tripsRecovered: Generated<number>;
  tripsGone: Generated<number>;
  problem: string | null;
}

/** Drivers a run has to go through. */
export interface ReconcileDriversTable {
  fleetId: string;
  runId: string;
  driverId: string;
  doneAt: Date | null;
}

/** A trip that the service listed. */
export interface ServiceTripsTable {
  fleetId: string;
  driverId: string;
  tripId: string;
  /** UTC date on which it began, as the service counts. */
  day: string;
  /** Whether it ended before the fleet was reconciled. */
  isHistory: boolean;
  firstListedAt: Date;
  /** The run that found it last. */
  lastRunId: string;
  /** When a run began its way, because no notification had. */
  recoveredAt: Date | null;
  /** The time since which the service reports that it has no such trip. */
  notFoundSince: Date | null;
  goneAt: Date | null;
  /** Fingerprint of the scores that the list showed when they were compared last. */
  scoresHash: string | null;
  /** When the list first showed these, if the trip was checked for them. */
  scoresListedAt: Date | null;
  /** When it was checked for them last. */
  scoresCheckedAt: Date | null;
  /** When it was read a second time, for events that were found late. */
  rereadAt: Date | null;
  /** The run that last requested it and did not get it. */
  requestedRunId: string | null;
}
