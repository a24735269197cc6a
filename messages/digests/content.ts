import type { DigestPeriod } from '../../rules/digests/index.ts';

// A digest as data: gathered by activities, rendered by this folder, stored with its run. Every figure can be traced: `source`
// names the call of the service (`GET /v3/score?start_date=…`, never with a key) or the query it is from.

/** The four ratings of the service, 1 to 5. */
export const DIGEST_RATINGS = [
  'hard_brake_rating',
  'phone_use_rating',
  'rapid_acceleration_rating',
  'overspeeding_rating',
] as const;
export type DigestRating = (typeof DIGEST_RATINGS)[number];

/** Reason for a missing figure. `not_rated`: the service answered -1. `not_known`: absent or `NA`. `unavailable`: not read. */
export type Missing = 'not_rated' | 'not_known' | 'unavailable';

/** One figure, or the reason for its absence. */
export interface Figure {
  readonly value: number | null;
  readonly missing?: Missing;
  readonly source: string;
}

/**
 * A figure of this period beside the period before. `change` is null unless both are known, and the fleet was seen in both
 * alike.
 */
export interface ComparedFigure extends Figure {
  readonly before: number | null;
  readonly change: number | null;
  /** Its usual change from one period to the next; absent: too few earlier periods are known. */
  readonly usual?: number;
}

/** The scores of the fleet or of one group. */
export interface DigestScores {
  /** Null: all that the digest is about: the whole fleet, or several groups together. */
  readonly group: string | null;
  readonly score: ComparedFigure;
  readonly ratings: Readonly<Record<DigestRating, ComparedFigure>>;
  readonly drivers: ComparedFigure;
  readonly distanceKm: ComparedFigure;
  readonly durationSeconds: ComparedFigure;
  /** Eight periods, the oldest first, this one last; a period that could not be read or rated has a null. */
  readonly line: readonly { readonly to: string; readonly score: number | null; readonly source?: string }[];
}

/** One driver as a digest names it. `name` is what the fleet's attribute says, else the id. */
export interface DigestDriver {
  readonly driverId: string;
  readonly name: string;
  readonly groups: readonly string[];
  readonly score: number | null;
  readonly before: number | null;
  readonly change: number | null;
  /** Usual change of the score from one period to the next; absent: too few earlier periods are known. */
  readonly usual?: number;
  readonly trips: number | null;
  readonly tripsBefore: number | null;
  readonly distanceKm: number | null;
  /** Whether any of this period's trips was checked. If not, the reasons are unknown. */
  readonly hasEvaluated: boolean;
  /** Events per 100 km in both periods, of trips evaluated; largest difference first. Null: no kilometres checked. */
  readonly because: readonly {
    readonly eventType: string;
    readonly per100Km: number | null;
    readonly before: number | null;
  }[];
}

/** A fixed number of drivers of a list, and how many there are in all. */
export interface DriverList {
  readonly drivers: readonly DigestDriver[];
  readonly total: number;
  readonly source: string;
  /** The list could not be made: then `drivers` is empty and `total` 0, and that says nothing. */
  readonly missing?: Missing;
}

/** A share, 0 to 1. */
export interface Share extends ComparedFigure {
  /** The number of this period's trips with a value; null: none. */
  readonly trips: number | null;
}

/** Everything a digest says. A section that the document leaves out, or that could not be gathered, is null. */
export interface DigestContent {
  readonly fleet: { readonly id: string; readonly name: string };
  readonly digest: { readonly id: string; readonly name: string; readonly version: number };
  /** The period in whole UTC dates, as the service counts, and the reader's zone. */
  readonly period: DigestPeriod & { readonly timezone: string };
  readonly units: 'km' | 'miles';
  readonly language: 'en' | 'de';
  readonly needsAttentionBelow: number;
  readonly minTrips: number;
  /** Null: the whole fleet. */
  readonly groups: readonly string[] | null;
  /** The ISO instant at which the figures were read. */
  readonly gatheredAt: string;
  /** Sentences that a reader must know before the figures: "The analytics service did not answer for 3 of 8 periods." */
  readonly caveats: readonly string[];
  readonly scores: DigestScores | null;
  /** Groups compared, by id; null for a fleet without groups. */
  readonly byGroup: readonly DigestScores[] | null;
  readonly drivers: {
    /** Drivers with at least `minTrips` trips in both periods, by the score at the end of each. */
    readonly fell: DriverList;
    readonly rose: DriverList;
    /** Rated, enough trips, score below `needsAttentionBelow`; the lowest first. */
    readonly needAttention: DriverList;
    readonly active: Figure;
    /** Drivers whose score is not rated or not known: no judgement of them. */
    readonly notRated: Figure;
    readonly tooFewTrips: Figure;
    /** Rated and with enough trips in both periods. */
    readonly comparable: Figure;
    /** The drivers of `fell` and `needAttention`, each once. */
    readonly coaching: Figure;
    /** Seen first in this period. */
    readonly joined: Figure;
    /** Active in the period before, not in this one. */
    readonly silent: DriverList;
  } | null;
  readonly driving: {
    readonly trips: ComparedFigure;
    readonly distanceKm: ComparedFigure;
    readonly durationSeconds: ComparedFigure;
    /** The shares of driving time between midnight and four, local time, and of trips on highways. */
    readonly nightShare: Share;
    readonly highwayShare: Share;
    readonly events: readonly { readonly eventType: string; readonly per100Km: ComparedFigure }[];
  } | null;
  readonly alerts: {
    readonly alerts: ComparedFigure;
    readonly bySeverity: Readonly<Record<'info' | 'warning' | 'critical', number>>;
    /** Incidents, unanswered ones first, then the slowest. */
    readonly incidents: readonly {
      readonly id: string;
      readonly rule: string;
      readonly driverId: string;
      readonly name: string;
      readonly openedAt: string;
      readonly state: 'open' | 'acknowledged' | 'resolved';
      readonly isUnanswered: boolean;
      readonly secondsToAcknowledge: number | null;
      readonly disposition: string | null;
    }[];
    readonly incidentsTotal: number;
    readonly unanswered: Figure;
    readonly medianSecondsToAcknowledge: Figure;
    readonly source: string;
  } | null;
  readonly rules: {
    /** Rules by alerts of the period, the loudest first; `isNoisy`: over budget, or many of its answers say false alarm. */
    readonly loudest: readonly {
      readonly id: string;
      readonly name: string;
      readonly alerts: number;
      /** Null: the fleet was not connected for all of the period before. */
      readonly before: number | null;
      readonly overBudget: number;
      readonly falseAlarms: number;
      readonly answered: number;
      readonly isNoisy: boolean;
    }[];
    readonly source: string;
  } | null;
  readonly deletions: {
    readonly deleted: readonly {
      readonly driverId: string;
      readonly name: string;
      readonly tripId: string;
      readonly rule: string;
      readonly deletedAt: string;
      /** The driver's score read before and after; null where it was not read. */
      readonly scoreBefore: number | null;
      readonly scoreAfter: number | null;
    }[];
    readonly total: number;
    readonly waiting: number;
    readonly source: string;
  } | null;
  readonly devices: {
    /** Drivers whose phone lacks essential sensors, with the names of these sensors. */
    readonly missingData: readonly {
      readonly driverId: string;
      readonly name: string;
      readonly missing: readonly string[];
    }[];
    readonly total: number;
    readonly source: string;
  } | null;
  readonly coverage: {
    /** Trips of the dates, those that were deleted or went upstream left out. */
    readonly known: Figure;
    /** Decided about, or kept by a backfill. */
    readonly evaluated: Figure;
    /** Trips from before the fleet was reconciled, and not checked. */
    readonly history: Figure;
    /** Trips under way, or not begun yet. */
    readonly waiting: Figure;
    /** Never became readable. */
    readonly parked: Figure;
    /** The trips of all drivers as the service's list of drivers counts them. */
    readonly counted: Figure;
    /** The number of the period's dates that were compared with the service's lists of trips, and since when all of them are. */
    readonly comparison: {
      readonly days: number;
      readonly compared: number;
      readonly at: string | null;
      /** Comparisons are switched off. */
      readonly isOff: boolean;
    };
    /** The ISO instant since which the fleet is reconciled; null: it is not known. */
    readonly since: string | null;
  } | null;
}

/** One line of the table that is attached: every driver of the period. */
export interface DigestDriverRow {
  readonly driverId: string;
  readonly name: string;
  readonly groups: readonly string[];
  readonly score: number | null;
  readonly scoreMissing: Missing | null;
  readonly scoreBefore: number | null;
  readonly hardBrakeRating: number | null;
  readonly phoneUseRating: number | null;
  readonly rapidAccelerationRating: number | null;
  readonly overspeedingRating: number | null;
  readonly tripCount: number | null;
  readonly distanceKm: number | null;
  readonly durationSeconds: number | null;
  readonly missingSensors: readonly string[];
}

/** A note on the data that a reader must know before the figures. */
export type DigestCaveat =
  | { readonly kind: 'drivers_unread'; readonly reason: string }
  | { readonly kind: 'drivers_before_unread'; readonly reason: string }
  | { readonly kind: 'scores_unread'; readonly missing: number; readonly of: number; readonly reason: string }
  | { readonly kind: 'groups_unread' }
  | { readonly kind: 'groups_cut'; readonly shown: number; readonly total: number }
  | { readonly kind: 'groups_unknown'; readonly groups: readonly string[] }
  /** The digest is about the whole fleet, and the caller may see only these groups. */
  | { readonly kind: 'narrowed'; readonly groups: readonly string[] }
  | { readonly kind: 'nobody_drove' }
  | { readonly kind: 'nobody_drove_before' }
  | { readonly kind: 'nobody_rated'; readonly drivers: number }
  | { readonly kind: 'trips_unknown'; readonly drivers: number }
  /** An earlier attempt at this message may have arrived. */
  | { readonly kind: 'possible_repeat' }
  | { readonly kind: 'counts_differ'; readonly listed: number; readonly counted: number };
