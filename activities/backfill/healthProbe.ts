import type { AnalyticsClient } from '../../analytics/index.ts';
import { tripsReadBefore } from '../../store/backfill/index.ts';
import type { Backfill } from '../../store/backfill/index.ts';
import type { BackfillCaller, RuleLoader } from '../facts/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';

/** One backfill at work, with what it works with. */
export interface BackfillWork {
  readonly deps: ActivityDependencies;
  readonly loadRules: RuleLoader;
  readonly client: AnalyticsClient;
  readonly caller: BackfillCaller;
  readonly healthProbe: HealthProbe;
  readonly backfill: Backfill;
}

/** Names a trip of the fleet. */
interface TripIds {
  readonly driverId: string;
  readonly tripId: string;
}

/** Health probes of the service: a trip that can be read shows that it is well when another one is refused. */
export interface HealthProbe {
  /** A trip that was just read well is the next probe. */
  readWell(trip: TripIds): void;
  /** Trips that may turn out to be readable: asked where no other is known to be, and proving nothing when they are refused. */
  offer(trips: readonly TripIds[]): void;
  /**
   * Reads a trip that was readable before, whole.
   * @param but the one that is in question; absent: a list is
   * @returns whether one could be read; false: there is none to ask
   * @throws ApplicationFailure (worth a retry) when they are refused as well: then the fault is the service's
   */
  isServiceWell(but?: TripIds): Promise<boolean>;
}

/** Probes tried at most: one trip may be gone by now, or have become unreadable itself. */
const MOST_PROBES = 3;

/** Probes for one run of a backfill's activity. */
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
    // Two: whichever is in question, the other one is not.
    latest = [trip, ...latest.filter((each) => !isSame(each, trip))].slice(0, 2);
  }

  /** Trips that were read before. */
  async function proven(): Promise<readonly TripIds[]> {
    const stored = await tripsReadBefore(deps.db, { fleetId, limit: MOST_PROBES + 1 });
    return [...latest, ...stored.filter((each) => !latest.some((one) => isSame(one, each)))];
  }

  /** Asks them until one can be read. @returns whether one could, and why not */
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
