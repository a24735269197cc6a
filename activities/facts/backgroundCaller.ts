import pLimit from 'p-limit';
import type { Outcome } from '../../analytics/index.ts';
import { noteBackfill } from '../../store/backfill/index.ts';
import type { BackfillKey } from '../../store/backfill/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import type { StopCheck } from '../resilience/index.ts';
import { expectOk } from './expectOk.ts';

/**
 * Trips fetched and stored at once: two of the eight calls that a fleet may have, and two of the database's connections. Trips
 * that are driven now never wait for history.
 */
const TRIPS_AT_ONCE = 2;
/** Answers in a row outside the contract from which the service is broken, and not one trip. */
const MOST_INVALID_IN_A_ROW = 5;
/**
 * The same for the service's own words about a trip. A driver may have many such trips, which are requested again before they
 * are given up.
 */
const MOST_SAID_IN_A_ROW = 25;

/** Error when the backfill was ended during its work. */
export class BackfillOverError extends Error {
  constructor() {
    super('The backfill is over.');
    this.name = 'BackfillOverError';
  }
}

/** Result of a call: its value, nothing there any more, or a refusal without a value. */
export type Answer<T> =
  | { readonly kind: 'ok'; readonly value: T }
  | { readonly kind: 'missing' }
  | {
      readonly kind: 'refused';
      readonly reason: string;
      /** Set when the service itself said it about this trip, to every request of the call. */
      readonly isSaid?: true;
      /** Set when no URL can carry the id: it was not requested, and never will be. */
      readonly isPermanent?: true;
    };

/** Calls of a backfill to the service: few at once, each counted. */
export interface BackfillCaller {
  /** Runs the work of one trip when a slot is free. */
  inSlot<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Requests a trip, a second time when the answer is garbled. A second garbled answer, and the service's own words about this
   * one trip, are `refused`. The same for one trip after the other is thrown instead.
   * @throws ApplicationFailure (worth a retry) while the service is unavailable
   */
  askOfTrip<T>(call: () => Promise<Outcome<T>>): Promise<Answer<T>>;
  /** Counts and classifies the outcome of a call that was made elsewhere. @throws as `askOfTrip` */
  classify<T>(outcome: Outcome<T>): Promise<Answer<T>>;
  /** Treats the service as unavailable, for waiting calls too: the fault is not one trip's. @throws always, as `askOfTrip` */
  isUnavailable(reason: string): Promise<never>;
  /** Counts calls that were made elsewhere. */
  count(calls: number): void;
  /** Adds the counted calls to the backfill's row. @throws BackfillOverError */
  flush(): Promise<void>;
}

/** Creates a caller for one run of a backfill's activity. */
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

  /** Runs work unless the service is known to be unavailable, so that waiting calls do not try it again. */
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
      // One garbled answer may be a mishap on the way; a second one is the service's answer.
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
