import type { Generated, GeneratedAlways } from 'kysely';

/** A removed trip: only a hash, so that a repeated notification of it has no effect on people. */
export interface TripTombstonesTable {
  fleetId: string;
  tripHash: string;
  removedAt: Date;
}

/** A driver who was erased: what he drove before then is not taken up again. */
export interface ErasedDriversTable {
  fleetId: string;
  driverHash: string;
  erasedAt: Date;
}

/** `refused`: an incident or a deletion of the driver was not over. */
export type ErasureState = 'running' | 'done' | 'refused';

/** One request to erase a driver: who, when and why stay, the driver's id only until it is done. */
export interface ErasuresTable {
  fleetId: string;
  id: string;
  seq: GeneratedAlways<string>;
  driverHash: string;
  /** Null as soon as it is over. */
  driverId: string | null;
  state: ErasureState;
  /** Why it was refused. */
  reason: string | null;
  /** Name of the token. */
  who: string;
  why: string;
  /** The numbers of removed rows, by kind. */
  removed: Generated<Readonly<Record<string, number>>>;
  requestedAt: Date;
  finishedAt: Date | null;
}

/** The total that a fleet's retention has removed so far, by kind; `runs` is the number of completed runs. */
export interface RetentionCountsTable {
  fleetId: string;
  category: string;
  count: string;
  lastAt: Date;
}
