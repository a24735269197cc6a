import type { Generated, GeneratedAlways } from 'kysely';
import type { Json, JsonObject } from '../../rules/vocabulary/index.ts';

/** `gathering`: figures are read. `sending`: its messages are on their way. */
export type DigestRunState = 'gathering' | 'sending' | 'done' | 'failed';

/** The origin of a run: its schedule, a person who sends it, or a preview. */
export type DigestOrigin = 'scheduled' | 'on_demand' | 'preview';

/** The period itself, or the one before it that it is compared with. */
export type DigestRange = 'now' | 'before';

/** How the reading of the drivers of one range ended. */
export interface DigestGathering {
  /** False: the service stopped answering, and nothing may be concluded from the drivers that are stored. */
  readonly complete: boolean;
  readonly drivers: number;
  /** Why it is not complete, in the service's words. */
  readonly reason?: string;
  /** Groups that the service does not know. */
  readonly unknownGroups?: readonly string[];
}

/** One making of a digest. A scheduled one there is once a period and kind of period. */
export interface DigestRunsTable {
  id: GeneratedAlways<string>;
  fleetId: string;
  digestId: string;
  /** The version of the document; 0: a draft that was never published. */
  version: number;
  period: 'day' | 'week' | 'month';
  /** UTC dates, `YYYY-MM-DD`, both included. */
  periodFrom: string;
  periodTo: string;
  beforeFrom: string;
  beforeTo: string;
  origin: DigestOrigin;
  /** Name of the token that asked; null: the schedule did. */
  requestedBy: string | null;
  why: string | null;
  /** Null: all recipients that the document names. */
  onlyTo: string[] | null;
  /** The recipients, resolved when it was opened; null: as `onlyTo` or the document says. */
  recipients: Json;
  /** The run and the groups of a part that is sent to an entry of a recipient route; null: the digest is whole. */
  partOf: string | null;
  part: string[] | null;
  /** The document as it was then. */
  document: JsonObject;
  state: DigestRunState;
  /** Why it failed, or why nothing was sent. */
  reason: string | null;
  /** The content; null until it is composed. */
  content: JsonObject | null;
  createdAt: Date;
  settledAt: Date | null;
  /** Ranges whose drivers were read, and how that ended. */
  gathered: Generated<Readonly<Partial<Record<DigestRange, DigestGathering>>>>;
}

/** A driver as the service described them for one range of a run. */
export interface DigestDriversTable {
  fleetId: string;
  runId: string;
  range: DigestRange;
  driverId: string;
  /** The name in the fleet's attribute; null: it has none. */
  name: string | null;
  groups: Generated<string[]>;
  score: number | null;
  /** Null: there is a score. */
  scoreMissing: 'not_rated' | 'not_known' | 'unavailable' | null;
  hardBrakeRating: number | null;
  phoneUseRating: number | null;
  rapidAccelerationRating: number | null;
  overspeedingRating: number | null;
  tripCount: number | null;
  distanceKm: number | null;
  durationSeconds: number | null;
  driverStartDate: string | null;
  missingSensors: Generated<string[]>;
  /** 0 to 1; null: the service does not say. */
  highwayRatio: number | null;
  nightDrivingFraction: number | null;
}

/** An address that unsubscribed from a digest. */
export interface DigestUnsubscribesTable {
  fleetId: string;
  digestId: string;
  /** In small letters. */
  address: string;
  createdAt: Date;
}
