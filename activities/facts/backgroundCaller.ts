import pLimit from 'p-limit';
import type { Outcome } from '../../analytics/index.ts';
import { noteBackfill } from '../../store/backfill/index.ts';
import type { BackfillKey } from '../../store/backfill/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import type { StopCheck } from '../resilience/index.ts';
import { expectOk } from './expectOk.ts';

/**
 * Number of trips that are fetched and stored at the same time. They use two of the fleet's eight concurrent calls and two
 * database connections, so that live trips never wait for history.
 */
const TRIPS_AT_ONCE = 2;
/** Number of consecutive invalid answers from which on the service itself is considered broken, not a single trip. */
const MOST_INVALID_IN_A_ROW = 5;
/**
 * Number of consecutive refusals of single trips (`isSaid`) from which on the service itself is considered broken. It is larger,
 * because one driver may have many unreadable trips, which are requested again before they are given up.
 */
const MOST_SAID_IN_A_ROW = 25;

/** Error when the backfill was ended while it was working. */
export class BackfillOverError extends Error {
  constructor() {
    super('The backfill is over.');
    this.name = 'BackfillOverError';
  }
}

/** Result of a call: its value; nothing found (`missing`); or a refusal, without a value. */
export type Answer<T> =
  | { readonly kind: 'ok'; readonly value: T }
  | { readonly kind: 'missing' }
  | {
      readonly kind: 'refused';
      readonly reason: string;
      /** Set when the service itself refused this trip, not a server in between. */
      readonly isSaid?: true;
      /** Set when the id cannot be part of a URL. The request was not sent, and never can be. */
      readonly isPermanent?: true;
    };

/** Sender of a backfill's calls to the service, which sends only a few at a time and counts them. */
export interface BackfillCaller {
  /** Runs the work for one trip when one of the slots is free. */
  inSlot<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Requests a trip, and a second time if the answer is invalid. A second invalid answer, or the service's own refusal of this
   * trip, results in `refused`. After many of these in a row, throws instead, because the fault is then the service's.
   * @throws ApplicationFailure (worth a retry) while the service is unavailable
   */
  askOfTrip<T>(call: () => Promise<Outcome<T>>): Promise<Answer<T>>;
  /** Counts and classifies the outcome of a call that was made elsewhere. @throws ApplicationFailure as `askOfTrip` does */
  classify<T>(outcome: Outcome<T>): Promise<Answer<T>>;
  /**
   * Marks the service as unavailable, so that calls of other trips wait too: the fault is not that of one trip.
   * @throws ApplicationFailure always
   */
  isUnavailable(reason: string): Promise<never>;
  /** Counts calls that were made elsewhere. */
  count(calls: number): void;
  /** Adds the counted calls to the backfill's row. @throws BackfillOverError when the backfill is over */
  flush(): Promise<void>;
}

/** Creates a caller for one call of a backfill's activity. */
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

  /** Runs the work, unless an earlier call failed. So waiting calls do not try an unavailable service again. */
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
      // Repeats an invalid answer once, because an error in transmission may have caused it. The second answer is final.
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
