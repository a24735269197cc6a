import pLimit from 'p-limit';
import type { Outcome } from '../../analytics/index.ts';
import { noteBackfill } from '../../store/backfill/index.ts';
import type { BackfillKey } from '../../store/backfill/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import type { StopCheck } from '../resilience/index.ts';
import { expectOk } from './expectOk.ts';

/**
 * Trips at once, fetched and kept: two of the eight calls a fleet may have, and two of the database's connections. Trips
 * that are driven now never wait for history.
 */
const TRIPS_AT_ONCE = 2;
/** Answers in a row outside the contract, after which it is the service that is broken and not one trip. */
const MOST_INVALID_IN_A_ROW = 5;
/** The same of what the service says about a trip: a driver may have many such trips, and whoever does without them asks again. */
const MOST_SAID_IN_A_ROW = 25;

/** Thrown when someone ended the backfill while it was at work. */
export class BackfillOverError extends Error {
  constructor() {
    super('The backfill is over.');
    this.name = 'BackfillOverError';
  }
}

/** What a call came to: its value, nothing there any more, or an answer that has to be done without. */
export type Answer<T> =
  | { readonly kind: 'ok'; readonly value: T }
  | { readonly kind: 'missing' }
  | {
      readonly kind: 'refused';
      readonly reason: string;
      /** The service itself said it of this trip, to every request of the call. */
      readonly isSaid?: true;
      /** No URL can carry the id: it was not asked, and never will be. */
      readonly isPermanent?: true;
    };

/** The service, as a backfill asks it: few calls at once, each counted. */
export interface BackfillCaller {
  /** Runs all that one trip needs when its turn has come. */
  inSlot<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Asks for a trip, a second time when the answer is garbled. That, and what the service says about this one trip in words of its
   * own, is `refused`; of one trip after the other it is not, and is thrown.
   * @throws ApplicationFailure (worth a retry) while the service is unavailable
   */
  askOfTrip<T>(call: () => Promise<Outcome<T>>): Promise<Answer<T>>;
  /** Counts and sorts the outcome of a call that was made elsewhere. @throws as `askOfTrip` */
  classify<T>(outcome: Outcome<T>): Promise<Answer<T>>;
  /** Reports that the fault is not one trip's: treats the service as unavailable, for waiting calls too. @throws always, as `askOfTrip` */
  isUnavailable(reason: string): Promise<never>;
  /** Counts calls that were made elsewhere. */
  count(calls: number): void;
  /** Adds what was counted to the backfill's row. @throws BackfillOverError */
  flush(): Promise<void>;
}

/** A caller for one run of a backfill's activity. */
export function createBackfillCaller(
  deps: ActivityDependencies,
  args: { readonly key: BackfillKey; readonly stopCheck: StopCheck },
): BackfillCaller {
  const { key, stopCheck } = args;
  const atOnce = pLimit(TRIPS_AT_ONCE);
  let calls = 0;
  let oddInARow = 0;
  let failure: unknown;

  async function classify<T>(outcome: Outcome<T>, ofTrip = false): Promise<Answer<T>> {
    calls += 1;
    stopCheck();
    const isSaid = ofTrip && outcome.kind === 'unavailable' && outcome.maybeTrip === true;
    oddInARow = isSaid || (outcome.kind === 'invalid' && !outcome.unsendable) ? oddInARow + 1 : 0;
    if (outcome.kind === 'no_such_trip') return { kind: 'missing' };
    if (outcome.kind === 'invalid' && outcome.unsendable)
      return { kind: 'refused', reason: outcome.reason, isPermanent: true };
    const most = isSaid ? MOST_SAID_IN_A_ROW : MOST_INVALID_IN_A_ROW;
    if (oddInARow > 0 && oddInARow < most && 'reason' in outcome)
      return { kind: 'refused', reason: outcome.reason, ...(isSaid && { isSaid }) };
    return { kind: 'ok', value: await expectOk(deps, key.fleetId, outcome) };
  }

  /** Once the service is known to be unavailable, what stands in line behind does not try it again. */
  async function unlessFailed<T>(work: () => Promise<T>): Promise<T> {
    if (failure !== undefined) throw failure as Error;
    try {
      stopCheck();
      return await work();
    } catch (error) {
      failure = error;
      throw error;
    }
  }

  const askOnce = <T>(call: () => Promise<Outcome<T>>): Promise<Answer<T>> =>
    unlessFailed(async () => classify(await call(), true));

  return {
    classify: (outcome) => classify(outcome),
    inSlot: (work) => atOnce(work),
    async askOfTrip(call) {
      const answer = await askOnce(call);
      const isGarbled = answer.kind === 'refused' && !answer.isSaid && !answer.isPermanent;
      // Garbled once may be a mishap on the way; garbled twice is what the service has to say.
      return isGarbled ? askOnce(call) : answer;
    },
    isUnavailable: (reason) =>
      unlessFailed(() => expectOk<never>(deps, key.fleetId, { kind: 'unavailable', reason })),
    count(more) {
      calls += more;
    },
    async flush() {
      const counted = calls;
      calls = 0;
      const isAtWork = await noteBackfill(deps.db, { ...key, calls: counted, waitingFor: null });
      if (!isAtWork) throw new BackfillOverError();
    },
  };
}
