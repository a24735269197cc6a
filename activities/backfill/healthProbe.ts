import type { AnalyticsClient } from '../../analytics/index.ts';
import { tripsReadBefore } from '../../store/backfill/index.ts';
import type { Backfill } from '../../store/backfill/index.ts';
import type { BackfillCaller, RuleLoader } from '../facts/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';

/** A running backfill with its tools. */
export interface BackfillWork {
  readonly deps: ActivityDependencies;
  readonly loadRules: RuleLoader;
  readonly client: AnalyticsClient;
  readonly caller: BackfillCaller;
  readonly healthProbe: HealthProbe;
  readonly backfill: Backfill;
}

/** Ids of a trip of the fleet. */
interface TripIds {
  readonly driverId: string;
  readonly tripId: string;
}

/** Health probes of the service: a readable trip shows that the service is well when another one is refused. */
export interface HealthProbe {
  /** Makes a trip that was just read the next probe. */
  readWell(trip: TripIds): void;
  /** Offers trips that may be readable. They are read when no trip is known to be readable, and their refusal proves nothing. */
  offer(trips: readonly TripIds[]): void;
  /**
   * Reads a trip in full that was readable before.
   * @param but the trip in question, which is not a probe; absent when a list is in question
   * @returns whether one could be read; false when no readable trip is known
   * @throws ApplicationFailure (worth a retry) when the probes are refused as well, because the fault is then the service's
   */
  isServiceWell(but?: TripIds): Promise<boolean>;
}

/** Most probes that are tried, because one trip may be gone by now or have become unreadable itself. */
const MOST_PROBES = 3;

/** Creates the probes for one run of a backfill's activity. */
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
    // Keeps two, so that one is left when the other is in question.
    latest = [trip, ...latest.filter((each) => !isSame(each, trip))].slice(0, 2);
  }

  /** Returns trips that were read before. */
  async function proven(): Promise<readonly TripIds[]> {
    const stored = await tripsReadBefore(deps.db, { fleetId, limit: MOST_PROBES + 1 });
    return [...latest, ...stored.filter((each) => !latest.some((one) => isSame(one, each)))];
  }

  /** Requests the trips until one can be read. @returns whether one could be read, and the reason of a refusal */
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
