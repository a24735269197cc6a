import type { DriverReading, FleetReading, Trip } from '../vocabulary/index.ts';

/** The earliest and the latest instant at which data was read, in epoch milliseconds. */
export interface ReadSpan {
  readonly earliest: number;
  readonly latest: number;
}

/**
 * A trip of the driver that Tripline deleted. The deletion changed the driver's scores, which says nothing about the driving.
 */
export interface ScoreBreak {
  /** UTC date of the trip's end: scores as of earlier dates never contained the trip. Absent: unknown. */
  readonly tripDate?: string;
  /** Epoch milliseconds. A score read before this instant contains the trip. */
  readonly from: number;
  /** Epoch milliseconds. A score read after this instant does not contain the trip. Absent: the deletion is under way. */
  readonly until?: number;
  /** The score read after the deletion, from which changes are measured. Absent: not read yet. */
  readonly baseline?: {
    /** The UTC date of the score. */
    readonly endDate: string;
    /** `null`: not rated. Absent: the service had no score. */
    readonly score?: number | null;
  };
}

/** A window in which events of one type of a driver are counted from the store. */
export interface EventWindow {
  readonly typeName: string;
  /** The type's code. An event is counted when its name or its code is the type's. */
  readonly typeCode?: number;
  /** Length of the window in seconds. The window ends with the trip. */
  readonly windowSeconds: number;
  /** The key of the window within one plan. */
  readonly key: string;
}

/** The store's count for a window; undefined when the store has no answer. */
export type WindowCount =
  | {
      readonly count: number;
      /** Time driven in the window, in seconds, by trips whose events are known. */
      readonly durationSeconds: number;
      /** Distance driven in the window, in kilometres, by trips whose events are known. */
      readonly distanceKm: number;
      /** Number of trips with missing or unreadable events, which make `count` a lower bound; absent: none. */
      readonly tripsWithoutEvents?: number;
      /** Number of the other trips without a distance, or without a duration; absent: none. */
      readonly tripsWithoutDistance?: number;
      readonly tripsWithoutDuration?: number;
      /** The beginning of the stored history, ISO 8601, when it is inside the window. */
      readonly historySince?: string;
      /**
       * The end of the window, ISO 8601, when it differs from the trip's end: the trip came late, and a later window contains
       * more.
       */
      readonly windowEnd?: string;
    }
  | undefined;

/** The alerts of one rule for the driver in a window that ends with the trip. */
export interface RuleAlertWindow {
  readonly rule: string;
  readonly windowSeconds: number;
  /** The key of the window within one plan. */
  readonly key: string;
}

/** The number of these alerts; undefined when the store has no answer. */
export type RuleAlertCount =
  | {
      readonly count: number;
      /** The beginning of the stored history, ISO 8601, when it is inside the window. */
      readonly historySince?: string;
    }
  | undefined;

/** A request for a score of the fleet or of a group, as of the UTC date on which its range ends. */
export interface ScoreQuestion {
  readonly of: 'fleet' | 'group';
  /** The group's name; absent: the driver's only group. */
  readonly group?: string;
  readonly endDate: string;
}

/** The data to fetch before facts can be resolved. */
export interface FactPlan {
  /** Readings of the driver, by the UTC date on which their range ends. */
  readonly readings: readonly { readonly endDate: string }[];
  readonly windows: readonly EventWindow[];
  /** Whether a fact needs the driver's groups; a rule's scope or throttle may need them as well. */
  readonly needsGroups: boolean;
  /** Scores of the fleet and of groups, which `namedScores` turns into requests to the service. */
  readonly scores: readonly ScoreQuestion[];
  readonly ruleAlerts: readonly RuleAlertWindow[];
}

/** The data from which facts are resolved. */
export interface FactSources {
  readonly trip: Trip;
  /** The moment of the decision, ISO 8601. */
  readonly decidedAt: string;
  /** Readings by end date; undefined or missing: there is none. */
  readonly readings: ReadonlyMap<string, DriverReading | undefined>;
  /** The times at which those were read, by end date; missing: just now, after all other known data. */
  readonly readAt?: ReadonlyMap<string, ReadSpan> | undefined;
  /** Trips of the driver that Tripline deleted and that may affect scores; absent: none. */
  readonly scoreBreaks?: readonly ScoreBreak[] | undefined;
  /** Counts by the window's key. */
  readonly windows: ReadonlyMap<string, WindowCount>;
  /** The driver's groups, empty when in none; absent: unknown. */
  readonly groups?: readonly string[] | undefined;
  /** Fleet and group readings by `scoreKey`; undefined or missing: there is none. */
  readonly scores?: ReadonlyMap<string, FleetReading | undefined>;
  /** Counts of alerts by the window's key. */
  readonly ruleAlerts?: ReadonlyMap<string, RuleAlertCount>;
}
