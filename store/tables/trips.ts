import type { Generated, GeneratedAlways } from 'kysely';
import type {
  DataProblem,
  DriverReading,
  JsonObject,
  PathPoint,
  Ratings,
  SpeedSample,
} from '../../rules/vocabulary/index.ts';

/** The key of a trip. It has the driver's id, because trip ids repeat across drivers. */
export interface TripKey {
  readonly fleetId: string;
  readonly driverId: string;
  readonly tripId: string;
}

/** The state of a trip. `deleted` (by us) is final; `gone` means it vanished upstream. */
export type TripState = 'waiting' | 'decided' | 'parked' | 'deleted' | 'gone';

/** How the clock of a trip's device was wrong: the trip ended after its receipt, or longer before it than any upload takes. */
export type TripClock = 'ahead' | 'behind';

/** How a trip became known. */
export type NotificationSource = 'webhook' | 'replay' | 'reconciler';

export interface FleetsTable {
  fleetId: string;
  name: string;
  timezone: string;
  updatedAt: Date;
}

export interface NotificationsTable {
  id: GeneratedAlways<string>;
  fleetId: string;
  driverId: string | null;
  tripId: string | null;
  type: string;
  version: number | null;
  receivedAt: Date;
  source: NotificationSource;
  workflowId: string | null;
  body: JsonObject | null;
}

export interface TripsTable {
  fleetId: string;
  driverId: string;
  tripId: string;
  seq: GeneratedAlways<string>;
  state: TripState;
  stateReason: string | null;
  revision: number;
  /** The rules that the newest decision did not match. */
  notMatched: Generated<string[]>;
  contentHash: string | null;
  workflowId: string | null;
  distanceKm: number | null;
  durationSeconds: number | null;
  maxSpeedKmph: number | null;
  startTime: string | null;
  endTime: string | null;
  trackingId: string | null;
  sessionId: string | null;
  insurancePeriod: string | null;
  score: number | null;
  scoreUnrated: boolean;
  ratings: Ratings | null;
  extra: JsonObject | null;
  problems: readonly DataProblem[] | null;
  eventsKnown: boolean;
  /** Whether some event has an unreadable type, so that event counts are lower bounds. */
  eventsUnread: Generated<boolean>;
  pathPoints: number | null;
  speedSamples: number | null;
  firstReceivedAt: Date;
  storedAt: Date | null;
  decidedAt: Date | null;
  /** Null: not known, or the device's clock was ahead. */
  endedAt: Date | null;
  /** By how many seconds the end lies after the receipt, where that is more than clocks may differ; null: it does not. */
  clockAheadSeconds: number | null;
  /** Hash of what the trip adds to windows, and since when it adds that. Null: not read yet. */
  windowHash: string | null;
  windowSince: Date | null;
  /** The source that announced the trip; null: a backfill. */
  receivedFrom: NotificationSource | null;
  /** When its positions were removed; null: not removed. */
  positionsRemovedAt: Generated<Date | null>;
}

export interface TripEventsTable {
  fleetId: string;
  driverId: string;
  tripId: string;
  position: number;
  typeCode: number | null;
  typeName: string | null;
  startTime: string | null;
  endTime: string | null;
  durationSeconds: number | null;
  latitudeStart: number | null;
  longitudeStart: number | null;
  latitudeEnd: number | null;
  longitudeEnd: number | null;
  averageDriverSpeedKmph: number | null;
  maxDriverSpeedKmph: number | null;
  postedSpeedLimitKmph: number | null;
  extra: JsonObject;
  tripEndedAt: Date | null;
}

export interface TripPathsTable {
  fleetId: string;
  driverId: string;
  tripId: string;
  path: readonly PathPoint[] | null;
  speedProfile: readonly SpeedSample[] | null;
}

export interface DriverReadingsTable {
  fleetId: string;
  driverId: string;
  endDate: string;
  score: number | null;
  reading: DriverReading;
  readAt: Date;
}

export interface DeadLettersTable {
  id: GeneratedAlways<string>;
  fleetId: string;
  contentHash: string;
  reason: string;
  count: number;
  firstSeenAt: Date;
  lastSeenAt: Date;
  contentType: string | null;
  body: Buffer;
  bodyBytes: number;
}
