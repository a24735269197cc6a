import { noteBackfillRefusals } from '../../store/backfill/index.ts';
import type { BackfillDriver, BackfillProblem, BackfillRefusal } from '../../store/backfill/index.ts';
import type { Answer } from '../facts/index.ts';
import type { BackfillWork } from './healthProbe.ts';

/** Milliseconds before a refused request is repeated or given up, because the refusal may be temporary. */
const GIVE_UP_MS = 5 * 60_000;

/** Outcome of a request in a backfill. In place of a refusal, it says whether the request is repeated or given up. */
export type Attempt<T> =
  | Exclude<Answer<T>, { readonly kind: 'refused' }>
  /** The service refused the request. The backfill repeats it later. */
  | { readonly kind: 'waits' }
  /** The service refused the request for good. The backfill reports it as a problem and does not repeat it. */
  | { readonly kind: 'given_up' };

/** Requests of one driver's backfill that the service refused, kept across all attempts. */
export interface BackfillRefusals {
  /**
   * Requests a trip of the driver, or the list of trips if `tripId` is `undefined`. A refused request waits and is repeated. A
   * permanent refusal is given up at once.
   *
   * Any other refusal is given up under two conditions: the first one is at least five minutes old, and another trip could be
   * read right before and after the new one. So an outage gives nothing up.
   * @throws ApplicationFailure (worth a retry) while the service is unavailable or refuses other trips too
   */
  attempt<T>(tripId: string | undefined, ask: () => Promise<Answer<T>>): Promise<Attempt<T>>;
  /** Removes the refusals of trips for which `isOver` returns true, because the backfill no longer needs them. */
  dropOver(isOver: (tripId: string) => boolean): void;
  /** Returns whether any refused request will be repeated. */
  areOpen(): boolean;
  /** Returns the requests that were given up, as problems of the backfill. */
  problems(): BackfillProblem[];
  /** Stores the refusals if they changed since they were last stored. */
  keep(): Promise<void>;
  /** Defers the driver until all refused requests may be repeated, or only until the other drivers are done. */
  delayed(until: 'asked_again' | 'other_drivers_done'): Promise<void>;
}

/** Creates the refusals of a driver from the stored row of the backfill. */
export function createBackfillRefusals(work: BackfillWork, row: BackfillDriver): BackfillRefusals {
  const { deps, healthProbe, backfill } = work;
  const { fleetId, id } = backfill;
  const { driverId } = row;
  const waitMs = deps.backfillGiveUpMs ?? GIVE_UP_MS;
  const refused = new Map(row.refused.map((each) => [each.trip_id, each]));
  const open = (): BackfillRefusal[] => [...refused.values()].filter((each) => each.given_up === undefined);
  let isKept = true;

  function note(tripId: string | undefined, refusal: BackfillRefusal | undefined): void {
    if (refusal) refused.set(tripId, refusal);
    else if (!refused.delete(tripId)) return;
    isKept = false;
  }

  async function write(postponedUntil?: Date): Promise<void> {
    const until = postponedUntil && { postponedUntil };
    await noteBackfillRefusals(deps.db, { fleetId, id, driverId, refused: [...refused.values()], ...until });
    isKept = true;
  }

  return {
    async attempt(tripId, ask) {
      const before = refused.get(tripId);
      const askedAt = deps.now();
      // Requests the list of trips even after it was given up, because an interrupted list may still name trips.
      if (before?.given_up !== undefined && tripId !== undefined) return { kind: 'given_up' };
      if (before && !before.given_up && isWithin(waitMs, before.asked, askedAt)) return { kind: 'waits' };
      const trip = tripId === undefined ? undefined : { driverId, tripId };
      const isRipe = before !== undefined && !isWithin(waitMs, before.since, askedAt);
      const wasWell = isRipe && !before.given_up && (await healthProbe.isServiceWell(trip));
      const answer = await ask();
      if (answer.kind !== 'refused') {
        note(tripId, undefined);
        if (answer.kind === 'ok' && trip) healthProbe.readWell(trip);
        return answer;
      }
      if (before?.given_up) return { kind: 'given_up' };
      const { reason, isPermanent } = answer;
      const isWell = !isPermanent && (await healthProbe.isServiceWell(trip));
      const asked = deps.now().toISOString();
      const refusal = { ...(trip && { trip_id: trip.tripId }), since: before?.since ?? asked, asked };
      const isGivenUp = isPermanent === true || (wasWell && isWell);
      note(tripId, isGivenUp ? { ...refusal, given_up: reason } : refusal);
      if (!isGivenUp) return { kind: 'waits' };
      deps.log.warn(
        { fleet: fleetId, driver: driverId, ...(trip && { trip: trip.tripId }), reason },
        'a backfill continues without what the service refuses',
      );
      return { kind: 'given_up' };
    },
    dropOver(isOver) {
      for (const tripId of refused.keys())
        if (tripId !== undefined && isOver(tripId)) note(tripId, undefined);
    },
    areOpen: () => open().length > 0,
    problems: () =>
      [...refused.values()].flatMap(({ trip_id: tripId, given_up: reason }) => {
        if (reason === undefined) return [];
        const problem = { driver_id: driverId, message: reason };
        return tripId === undefined
          ? { ...problem, message: `The list of trips: ${reason}` }
          : { ...problem, trip_id: tripId };
      }),
    async keep() {
      if (!isKept) await write();
    },
    async delayed(until) {
      const now = deps.now();
      if (until === 'other_drivers_done') return write(now);
      // Defers until the most recent refusal may be repeated, so that all requests are repeated together.
      const last = Math.max(...open().map(({ asked }) => Date.parse(asked)));
      return write(new Date(last + waitMs));
    },
  };
}

function isWithin(ms: number, since: string, now: Date): boolean {
  return now.getTime() - Date.parse(since) < ms;
}
