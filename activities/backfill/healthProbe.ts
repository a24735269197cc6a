import type { AnalyticsClient } from '../../analytics/index.ts';
import { tripsReadBefore } from '../../store/backfill/index.ts';
import type { Backfill } from '../../store/backfill/index.ts';
import type { BackfillCaller, RuleLoader } from '../facts/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';

/** A running backfill, with the service's client and the other tools for its work. */
export interface BackfillWork {
  readonly deps: ActivityDependencies;
  readonly loadRules: RuleLoader;
  readonly client: AnalyticsClient;
  readonly caller: BackfillCaller;
  readonly healthProbe: HealthProbe;
  readonly backfill: Backfill;
}

/** Ids of one trip and its driver. */
interface TripIds {
  readonly driverId: string;
  readonly tripId: string;
}

/**
 * Health probes of the analytics service. If another trip (the probe) can be read while one trip is refused, the service is
 * healthy and the fault is in the refused trip.
 */
export interface HealthProbe {
  /** Records that a trip was just read, so that it is the next probe. */
  readWell(trip: TripIds): void;
  /**
   * Sets trips that were not read yet as further probes. They are used only when no trip is known to be readable. Their refusal
   * proves nothing.
   */
  offer(trips: readonly TripIds[]): void;
  /**
   * Reads another trip in full, to find out whether the service is healthy.
   * @param but the trip in question, which cannot be its own probe; absent when a list is in question
   * @returns true if a probe could be read; false if no readable trip is known
   * @throws ApplicationFailure (worth a retry) when the service refuses the probes as well, because the fault is then the
   * service's
   */
  isServiceWell(but?: TripIds): Promise<boolean>;
}

/**
 * Largest number of probes for one check. More than one is tried, because a single trip may be deleted or have become unreadable.
 */
const MOST_PROBES = 3;

/** Creates the health probes for one call of a backfill's activity. */
export function createHealthProbe(args: {
  readonly deps: ActivityDependencies;
  readonly client: AnalyticsClient;
  readonly caller: BackfillCaller;
  readonly fleetId: string;
}): HealthProbe {
  const { deps, client, caller, fleetId } = args;
  let latest: readonly TripIds[] = [];
  let offered: readonly TripIds[] = [];

  function readWell(trip: TripIds): void {
    // Keeps two trips, so that one can be the probe when the other is in question.
    latest = [trip, ...latest.filter((each) => !isSame(each, trip))].slice(0, 2);
  }

  /** Returns trips that were read before, those of this call first. */
  async function proven(): Promise<readonly TripIds[]> {
    const stored = await tripsReadBefore(deps.db, { fleetId, limit: MOST_PROBES + 1 });
    return [...latest, ...stored.filter((each) => !latest.some((one) => isSame(one, each)))];
  }

  /**
   * Requests the trips until one can be read.
   * @returns whether one could be read, and the reason of the last refusal
   */
  async function oneOf(
    trips: readonly TripIds[],
    but: TripIds | undefined,
  ): Promise<{ readonly isRead: boolean; readonly refused?: string }> {
    let refused: string | undefined;
    for (const trip of trips.filter((each) => !but || !isSame(each, but)).slice(0, MOST_PROBES)) {
      const answer = await caller.askOfTrip(() => client.trip(trip.driverId, trip.tripId));
      if (answer.kind === 'ok') {
        readWell(trip);
        return { isRead: true };
      }
      latest = latest.filter((each) => !isSame(each, trip));
      offered = offered.filter((each) => !isSame(each, trip));
      if (answer.kind === 'refused') refused = answer.reason;
    }
    return { isRead: false, ...(refused !== undefined && { refused }) };
  }

  return {
    readWell,
    offer: (trips) => void (offered = trips),
    async isServiceWell(but) {
      const { isRead, refused } = await oneOf(await proven(), but);
      if (isRead) return true;
      if (refused !== undefined) return caller.isUnavailable(refused);
      return (await oneOf(offered, but)).isRead;
    },
  };
}

function isSame(one: TripIds, other: TripIds): boolean {
  return one.driverId === other.driverId && one.tripId === other.tripId;
}
