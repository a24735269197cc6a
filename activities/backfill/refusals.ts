import { noteBackfillRefusals } from '../../store/backfill/index.ts';
import type { BackfillDriver, BackfillProblem, BackfillRefusal } from '../../store/backfill/index.ts';
import type { Answer } from '../facts/index.ts';
import type { BackfillWork } from './healthProbe.ts';

/** A refusal may be a mood of the service: what is refused is asked for again after this, and given up no sooner. */
const GIVE_UP_MS = 5 * 60_000;

/** As an answer; in place of a refusal stands what is to be done about it. */
export type Attempt<T> =
  | Exclude<Answer<T>, { readonly kind: 'refused' }>
  /** It was refused, and is asked for again later. */
  | { readonly kind: 'waits' }
  /** It is a problem of the backfill, and asked for no more. */
  | { readonly kind: 'given_up' };

/** What the service refuses of one driver, over all the times that its turn came. */
export interface BackfillRefusals {
  /**
   * Asks for a trip of the driver, or without a trip for the list of them. Refused, it waits; it is given up when it was refused
   * five minutes before already and, right before and right after it was now, another trip could be read: nothing is given up
   * for an outage.
   * @throws ApplicationFailure (worth a retry) while the service is unavailable, or refuses other trips too
   */
  attempt<T>(tripId: string | undefined, ask: () => Promise<Answer<T>>): Promise<Attempt<T>>;
  /** Forgets of these trips whatever the service refused: nobody waits for them any more. */
  dropOver(isOver: (tripId: string) => boolean): void;
  /** Whether something is to be asked for again. */
  areOpen(): boolean;
  /** What was given up. */
  problems(): BackfillProblem[];
  /** Keeps what was found so far. */
  keep(): Promise<void>;
  /** Puts the driver off behind the others: until the service may have changed its mind, or for no longer than they take. */
  delayed(until: 'asked_again' | 'other_drivers_done'): Promise<void>;
}

/** Takes up what was refused of the driver whose turn it is. */
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
      // A list that was given up is read all the same: it may name trips before it is interrupted.
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
        'a backfill goes on without what the service refuses',
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
      // The last of them: then all may be asked for in one go.
      const last = Math.max(...open().map(({ asked }) => Date.parse(asked)));
      return write(new Date(last + waitMs));
    },
  };
}

function isWithin(ms: number, since: string, now: Date): boolean {
  return now.getTime() - Date.parse(since) < ms;
}
