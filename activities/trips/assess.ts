import { normaliseTrip, refusedSegment } from '../../analytics/index.ts';
import type { JsonObject } from '../../rules/vocabulary/index.ts';
import { fleetMoment, noteAndClaim } from '../../store/assessment/index.ts';
import type { FleetMoment } from '../../store/assessment/index.ts';
import { listDeletions } from '../../store/deletions/index.ts';
import {
  OF_NOTIFICATION,
  VANISHED,
  getTrip,
  isOnlyStored,
  notificationData,
  rowKey,
  setTripState,
} from '../../store/trips/index.ts';
import type { TripRow } from '../../store/trips/index.ts';
import type { TripInput, TripKey } from '../../workflows/contracts/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import { markClock, readTripFor, serviceFactsFor } from '../facts/index.ts';
import type { Timing, RuleLoader } from '../facts/index.ts';
import { retryLater } from '../failures/index.ts';
import { failingForMs, failsNoLonger, isOfThisWork, shortNameOf } from '../resilience/index.ts';
import { GONE, decidedBefore, settled } from './assessment.ts';
import type { Assessment, NotReadable, Settled } from './assessment.ts';
import { decideTrip } from './decide.ts';
import type { DecideInput } from './decide.ts';

/** Creates the activities of the first half of a trip's workflow: reading and deciding. */
export function createAssessment(deps: ActivityDependencies, loadRules: RuleLoader) {
  /**
   * Reads the trip, stores it and decides. With `timing: 'now'`, decides without further facts that the service does not return
   * now.
   */
  async function assessOnce(
    input: TripKey,
    how: {
      readonly timing: Timing;
      readonly trigger: DecideInput['trigger'];
      /** Version mark and silences of the fleet; if absent, they are read after the trip. */
      readonly moment?: FleetMoment;
      /** Time at which the trip was received, if it was never read before. */
      readonly receivedAt?: Date | undefined;
    },
  ): Promise<Assessment> {
    const read = await readTripFor(deps, input, how.receivedAt);
    if (read.kind === 'unreadable' && read.forGood) return { kind: 'not_readable', waitLimitMs: 0 };
    if (read.kind !== 'read') return { kind: 'not_readable', waitLimitMs: deps.tripReadableWaitMs };
    const { fleet: fleetId } = input;
    const moment = how.moment ?? (await fleetMoment(deps.db, { fleetId, at: deps.now() }));
    const rules = await loadRules(deps.db, fleetId, moment);
    const asked = { key: input, trip: read.trip, rules };
    const readings = await serviceFactsFor(deps, { ...asked, timing: how.timing, moment });
    return decideTrip(deps, { ...asked, trigger: how.trigger, readings });
  }

  function assessOnceMore(input: TripKey, timing: Timing): Promise<Assessment> {
    return unlessFailingForLong(deps, async () => {
      const assessed = await assessOnce(input, { timing, trigger: 'completion' });
      return assessed.kind === 'not_readable' ? whenNotReadable(deps, input, assessed) : assessed;
    });
  }

  return {
    /**
     * Records the notification, claims the trip, reads it with its driver's facts, stores it and decides. Safe to repeat: once a
     * decision is stored, returns the deliveries that are still due.
     * @throws ApplicationFailure (worth a retry) while the service or the database is unavailable
     */
    assessTrip(input: TripInput & { readonly workflowId: string }): Promise<Assessment> {
      return unlessFailingForLong(deps, async () => {
        const claimed = await claim(deps, input);
        if (input.source === 'webhook') await deps.alarms.clear(input.fleet, 'notifications_quiet');
        if (claimed === 'forgotten') return GONE;
        const { state, revision } = claimed;
        // Continues for a trip that only a backfill stored, because such a trip was not decided.
        if (state === 'deleted') return { kind: 'settled', state, revision, deliveries: [] };
        if (state === 'gone') return settled(deps, { key: input, state, revision });
        if (state === 'decided' && !isOnlyStored(claimed))
          return decidedBefore(deps, { key: input, revision });
        const receivedAt = isOnlyStored(claimed) ? undefined : claimed.receivedAt;
        return assessOnce(input, { timing: 'now', trigger: 'notification', moment: claimed, receivedAt });
      });
    },

    /**
     * Decides again once the missing facts can be read. Only rules that had not matched before may cause alerts.
     * @throws ApplicationFailure (worth a retry) while the service or the database is unavailable
     */
    completeTrip(input: TripKey): Promise<Assessment> {
      return assessOnceMore(input, 'wait');
    },

    /**
     * Re-evaluates a parked, gone or changed trip with the facts that can be read now, because a collision must not wait for a
     * score. The result says whether facts are missing.
     * @throws ApplicationFailure (worth a retry) while the trip cannot be read because the service or the database is unavailable
     */
    reevaluateTrip(input: TripKey): Promise<Assessment> {
      return assessOnceMore(input, 'now');
    },

    /**
     * Parks a trip that never became readable, or on which Tripline itself fails. A parked trip stays visible, and a replay
     * re-evaluates it. If the notification contained some of the trip's data, decides with that data instead, and records that
     * reason.
     * @returns the decision with the notification's data; undefined if the trip is parked
     * @throws any error that prevents recording the trip, because an unrecorded trip would be lost
     */
    async parkTrip(input: ParkedTrip): Promise<Settled | undefined> {
      const { workflowId } = input;
      if (input.failedInside !== undefined && workflowId !== undefined) {
        if ((await claim(deps, { ...input, workflowId })) === 'forgotten') return undefined;
      }
      const key = rowKey(input);
      const present = await getTrip(deps.db, key);
      // Returns the decision if an earlier attempt or a person's replay has decided the trip meanwhile.
      if (present?.state === 'decided' && !isOnlyStored(present))
        return decidedBefore(deps, { key: input, revision: present.revision });
      const data = input.failedInside === undefined ? await notificationData(deps.db, key) : undefined;
      if (data) return decideOnNotification(deps, { input, data, loadRules });
      await setTripState(deps.db, {
        ...key,
        state: 'parked',
        reason: whyParked(input, present),
        at: deps.now(),
      });
      return undefined;
    },
  };
}

/**
 * Decides with the notification's data. Waits for the other facts that the rules need, because no later reading completes this
 * decision.
 */
async function decideOnNotification(
  deps: ActivityDependencies,
  {
    input: { fleet, driverId, tripId },
    data,
    loadRules,
  }: { readonly input: TripKey; readonly data: JsonObject; readonly loadRules: RuleLoader },
): Promise<Settled> {
  const key = { fleet, driverId, tripId };
  const trip = await markClock(deps, key, normaliseTrip(driverId, tripId, data));
  const rules = await loadRules(deps.db, fleet);
  const readings = await serviceFactsFor(deps, { key, trip, rules, timing: 'wait' });
  return decideTrip(deps, { key, trip, rules, readings, trigger: 'notification', reason: OF_NOTIFICATION });
}

/**
 * Retries unexpected errors, because a restart or a release may fix them. Returns `not_readable`, so that the trip is parked,
 * once errors that may depend on the trip have lasted for `tripReadableWaitMs`.
 * @throws the error of the work until then
 */
async function unlessFailingForLong(
  { now, tripReadableWaitMs }: ActivityDependencies,
  work: () => Promise<Assessment>,
): Promise<Assessment> {
  try {
    return await work();
  } catch (error) {
    // Keeps waiting if an error affects all trips, because a person will fix it. Parked trips would all have to be replayed.
    const isItsOwn = isOfThisWork(error);
    if (!isItsOwn) failsNoLonger();
    const failedForMs = isItsOwn ? failingForMs(now()) : undefined;
    if (failedForMs === undefined || failedForMs < tripReadableWaitMs) throw error;
    return { kind: 'not_readable', waitLimitMs: 0, failedInside: shortNameOf(error) };
  }
}

/** A trip to park, as it was received. */
type ParkedTrip = TripInput & Pick<NotReadable, 'failedInside'> & { readonly workflowId?: string };

const OWN_DELETE_WENT_OUT: ReadonlySet<string> = new Set(['deleting', 'unknown_outcome', 'deleted']);

/**
 * Returns the result for a trip that was to be re-evaluated but cannot be read. A trip that was read before and no longer exists
 * is recorded as gone. Waits for any other decided trip, because no other workflow reads it. The next reconciliation run handles
 * parked and gone trips.
 */
async function whenNotReadable(
  deps: ActivityDependencies,
  key: TripKey,
  assessed: NotReadable,
): Promise<Assessment> {
  const present = await getTrip(deps.db, rowKey(key));
  if (present?.state !== 'decided') return { ...assessed, waitLimitMs: 0 };
  if (present.storedAt === null) return assessed;
  const read = await readTripFor(deps, key);
  if (read.kind !== 'no_such_trip') return assessed;
  // The service never had this trip, so it is not recorded as gone.
  if (present.stateReason === OF_NOTIFICATION)
    return settled(deps, { key, state: 'decided', revision: present.revision });
  // Looks up deletions after reading, because a deletion whose DELETE was already sent records its own result.
  const { items } = await listDeletions(deps.db, { ...rowKey(key), limit: 200 });
  if (items.some(({ state }) => OWN_DELETE_WENT_OUT.has(state)))
    return retryLater('deletion_under_way', 'The trip is being deleted.');
  await setTripState(deps.db, { ...rowKey(key), state: 'gone', reason: VANISHED, at: deps.now() });
  return settled(deps, { key, state: 'gone', revision: present.revision });
}

function whyParked(
  { driverId, tripId, failedInside }: TripKey & Pick<NotReadable, 'failedInside'>,
  waiting: Pick<TripRow, 'state' | 'stateReason'> | undefined,
): string {
  if (failedInside !== undefined)
    return `Processing failed repeatedly (${failedInside}). See the worker log, message "internal error in an activity".`;
  const mistake = refusedSegment(driverId) ?? refusedSegment(tripId);
  const answered = waiting?.state === 'waiting' ? waiting.stateReason : null;
  return mistake === undefined
    ? (answered ?? 'The trip data was not available in time.')
    : `The trip cannot be requested: an id ${mistake}.`;
}

/**
 * Records a notification and claims its trip. Ignores a notification that was received before the driver was erased, because the
 * trip was driven before the erasure.
 */
function claim(deps: ActivityDependencies, input: TripInput & { readonly workflowId: string }) {
  const { workflowId, source, version } = input;
  const receivedAt = new Date(input.receivedAt);
  return noteAndClaim(deps.db, { ...rowKey(input), workflowId, source, version, receivedAt, at: deps.now() });
}
