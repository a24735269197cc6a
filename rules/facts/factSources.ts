import type { DriverReading, FleetReading, Trip } from '../vocabulary/index.ts';

/** The earliest and the latest instant at which something was read, in epoch milliseconds. */
export interface ReadSpan {
  readonly earliest: number;
  readonly latest: number;
}

/** A trip of the driver that we deleted. Its scores changed by that, which says nothing of how the driver drives. */
export interface ScoreBreak {
  /** UTC date of the trip's end: scores as of earlier dates never held it. Absent: not known. */
  readonly tripDate?: string;
  /** Epoch milliseconds: a score read before this held the trip. */
  readonly from: number;
  /** Epoch milliseconds: one read after this does not. Absent: the deletion is under way. */
  readonly until?: number;
  /** The score read after the deletion, which changes are counted from. Absent: not read yet. */
  readonly baseline?: {
    /** UTC date as of which it is. */
    readonly endDate: string;
    /** `null`: not rated. Absent: the service had none. */
    readonly score?: number | null;
  };
}

/** Events of one type that a driver had in a window, counted from the store. */
export interface EventWindow {
  readonly typeName: string;
  /** An event counts when its name or its code is the type's. */
  readonly typeCode?: number;
  /** The window is the time up to the trip's end, this many seconds long. */
  readonly windowSeconds: number;
  /** Identifies the window among those of one plan. */
  readonly key: string;
}

/** What the store counted for a window; undefined when it could not say. */
export type WindowCount =
  | {
      readonly count: number;
      /** Time driven in the window, in seconds, by trips whose events are known. */
      readonly durationSeconds: number;
      /** Distance driven in the window, in kilometres, by trips whose events are known. */
      readonly distanceKm: number;
      /** How many trips came without their events, or with some that cannot be read, which makes `count` a lower bound; absent: none. */
      readonly tripsWithoutEvents?: number;
      /** Of the others, how many came without their distance, or their duration; absent: none. */
      readonly tripsWithoutDistance?: number;
      readonly tripsWithoutDuration?: number;
      /** ISO 8601: where stored history begins, when it begins inside the window. */
      readonly historySince?: string;
      /** ISO 8601: where the window ends, when not with the trip: the trip came late, and a later window holds more. */
      readonly windowEnd?: string;
    }
  | undefined;

/** Alerts that one rule had for the driver in a window that ends with the trip. */
export interface RuleAlertWindow {
  readonly rule: string;
  readonly windowSeconds: number;
  /** Identifies the window among those of one plan. */
  readonly key: string;
}

/** How many alerts that were; undefined when the store could not say. */
export type RuleAlertCount =
  | {
      readonly count: number;
      /** ISO 8601: where stored history begins, when it begins inside the window. */
      readonly historySince?: string;
    }
  | undefined;

/** A score of the fleet or of a group, as of the UTC date on which its range ends. */
export interface ScoreQuestion {
  readonly of: 'fleet' | 'group';
  /** Absent for a group: the driver's only one. */
  readonly group?: string;
  readonly endDate: string;
}

/** What has to be fetched before facts can be resolved. */
export interface FactPlan {
  /** Readings of the driver, by the UTC date on which their range ends. */
  readonly readings: readonly { readonly endDate: string }[];
  readonly windows: readonly EventWindow[];
  /** Whether the driver's groups have to be known, for a fact; a rule's scope or throttle may need them as well. */
  readonly needsGroups: boolean;
  /** Scores of the fleet and of groups; `namedScores` makes questions for the service of them. */
  readonly scores: readonly ScoreQuestion[];
  readonly ruleAlerts: readonly RuleAlertWindow[];
}

/** Everything facts are resolved from. */
export interface FactSources {
  readonly trip: Trip;
  /** ISO 8601: the moment of the decision. */
  readonly decidedAt: string;
  /** Readings by end date; undefined or missing: there is none. */
  readonly readings: ReadonlyMap<string, DriverReading | undefined>;
  /** When those were read, by end date; missing: just now, after everything else that is known. */
  readonly readAt?: ReadonlyMap<string, ReadSpan> | undefined;
  /** Trips of the driver that we deleted, as far as they may matter; absent: none. */
  readonly scoreBreaks?: readonly ScoreBreak[] | undefined;
  /** Counts by the window's key. */
  readonly windows: ReadonlyMap<string, WindowCount>;
  /** The driver's groups, empty when in none; absent: not known. */
  readonly groups?: readonly string[] | undefined;
  /** Fleet and group readings by `scoreKey`; undefined or missing: there is none. */
  readonly scores?: ReadonlyMap<string, FleetReading | undefined>;
  /** Counts of alerts by the window's key. */
  readonly ruleAlerts?: ReadonlyMap<string, RuleAlertCount>;
}
