import type { DriverReading, FleetReading, Trip } from '../vocabulary/index.ts';

/** The earliest and the latest instant at which some data was fetched, in epoch milliseconds. */
export interface ReadSpan {
  readonly earliest: number;
  readonly latest: number;
}

/** A trip of the driver that Tripline deleted. The deletion changed the driver's scores, although the driving has not changed. */
export interface ScoreBreak {
  /** UTC date of the deleted trip's end. Scores of earlier dates never included the trip. Absent: the date is unknown. */
  readonly tripDate?: string;
  /** Epoch milliseconds. A score that was fetched before this instant includes the trip. */
  readonly from: number;
  /** Epoch milliseconds. A score that was fetched after this instant excludes the trip. Absent: the deletion is still running. */
  readonly until?: number;
  /** The first score fetched after the deletion, from which score changes are measured. Absent: it has not been fetched yet. */
  readonly baseline?: {
    /** The UTC date to which the score applies. */
    readonly endDate: string;
    /** `null`: the service could not rate the driver. Absent: the service had no score. */
    readonly score?: number | null;
  };
}

/** A window in which a driver's events of one type are counted. The counts come from the store. */
export interface EventWindow {
  readonly typeName: string;
  /** The type's code. An event belongs to the type if its name or its code matches. */
  readonly typeCode?: number;
  /** Length of the window in seconds. The window ends at the trip's end. */
  readonly windowSeconds: number;
  /** Key of the window, by which its count is found. */
  readonly key: string;
}

/** The count for a window from the store. Undefined if the store cannot count it. */
export type WindowCount =
  | {
      readonly count: number;
      /** Time driven in the window, in seconds, on trips with known events. */
      readonly durationSeconds: number;
      /** Distance driven in the window, in kilometres, on trips with known events. */
      readonly distanceKm: number;
      /** Number of trips with missing or unreadable events, which make `count` a lower bound. Absent if there are none. */
      readonly tripsWithoutEvents?: number;
      /** Number of other trips without a distance or without a duration. Absent if there are none. */
      readonly tripsWithoutDistance?: number;
      readonly tripsWithoutDuration?: number;
      /** Start of the stored history, ISO 8601. Present if the history starts inside the window. */
      readonly historySince?: string;
      /**
       * End of the window, ISO 8601. Present if it differs from the trip's end: the trip arrived late, so that windows of later
       * trips contain more events.
       */
      readonly windowEnd?: string;
    }
  | undefined;

/** A window in which a rule's alerts for the driver are counted. The window ends at the trip's end. */
export interface RuleAlertWindow {
  readonly rule: string;
  readonly windowSeconds: number;
  /** Key of the window, by which its count is found. */
  readonly key: string;
}

/** The number of a rule's alerts in a window. Undefined if the store cannot count them. */
export type RuleAlertCount =
  | {
      readonly count: number;
      /** Start of the stored history, ISO 8601. Present if the history starts inside the window. */
      readonly historySince?: string;
    }
  | undefined;

/** A request for a score of the fleet or a group. Its range of days ends on the UTC date `endDate`. */
export interface ScoreQuestion {
  readonly of: 'fleet' | 'group';
  /** The group's name. Absent: the driver's only group. */
  readonly group?: string;
  readonly endDate: string;
}

/** The data that must be fetched before facts can be resolved. */
export interface FactPlan {
  /** The driver's score readings, by the UTC date on which their range ends. */
  readonly readings: readonly { readonly endDate: string }[];
  readonly windows: readonly EventWindow[];
  /** Whether a fact needs the driver's groups. A rule's scope or throttle may need them independently. */
  readonly needsGroups: boolean;
  /** Scores of the fleet and of groups. `namedScores` turns them into requests to the service. */
  readonly scores: readonly ScoreQuestion[];
  readonly ruleAlerts: readonly RuleAlertWindow[];
}

/** The data from which all facts are resolved. */
export interface FactSources {
  readonly trip: Trip;
  /** The time of the decision, ISO 8601. */
  readonly decidedAt: string;
  /** The driver's score readings by end date. Undefined or missing: there is no reading. */
  readonly readings: ReadonlyMap<string, DriverReading | undefined>;
  /**
   * The times at which the readings were fetched, by end date. Missing: the reading was fetched just now, after all other data.
   */
  readonly readAt?: ReadonlyMap<string, ReadSpan> | undefined;
  /** Deleted trips of the driver that may affect scores. Absent: there are none. */
  readonly scoreBreaks?: readonly ScoreBreak[] | undefined;
  /** Event counts by window key. */
  readonly windows: ReadonlyMap<string, WindowCount>;
  /** The driver's groups; empty if the driver is in none. Absent: the groups are unknown. */
  readonly groups?: readonly string[] | undefined;
  /** Readings of the fleet and of groups by `scoreKey`. Undefined or missing: there is no reading. */
  readonly scores?: ReadonlyMap<string, FleetReading | undefined>;
  /** Alert counts by window key. */
  readonly ruleAlerts?: ReadonlyMap<string, RuleAlertCount>;
}
