import type { FleetReading } from '../../rules/vocabulary/index.ts';

export interface GroupRefreshesTable {
  fleetId: string;
  /** All groups of the fleet, those without drivers included. */
  groupIds: string[];
  /** When the fleet's groups were last read to the end. */
  refreshedAt: Date | null;
  /** When that reading began: it holds the drivers whom the service knew by then. */
  begunAt: Date | null;
  /** When someone last began to read them, or said to be still at it; while it is open it marks whose attempt it is. */
  attemptedAt: Date | null;
  /** Whether that one has not said yet how it went. */
  attemptOpen: boolean;
}

export interface DriverGroupsTable {
  fleetId: string;
  driverId: string;
  /** Empty: the driver was looked up in a fresh list and is in no group. */
  groups: string[];
  seenAt: Date;
}

export interface ScoreReadingsTable {
  fleetId: string;
  /** Empty: the whole fleet. */
  groupId: string;
  endDate: string;
  score: number | null;
  /** Null: the service has no such reading. */
  reading: FleetReading | null;
  readAt: Date;
}
