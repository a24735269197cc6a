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

/** Activities of the trip workflow's first half. */
export function createAssessment(deps: ActivityDependencies, loadRules: RuleLoader) {
  /** Reads, stores and decides; `timing: 'now'` decides without facts that the service withholds besides the trip. */
  async function assessOnce(
    input: TripKey,
    how: {
      readonly timing: Timing;
      readonly trigger: DecideInput['trigger'];
      /** The moment; absent: it is looked up once the trip was read. */
      readonly moment?: FleetMoment;
      /** Receipt of the trip, when it was not read before. */
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
     * Records the notification, claims the trip, reads it with its driver, stores it and decides. Safe to repeat: once a
     * decision is stored, a repeat returns what is still due.
     * @throws ApplicationFailure (worth a retry) while the service or the database is unavailable
     */
    assessTrip(input: TripInput & { readonly workflowId: string }): Promise<Assessment> {
      return unlessFailingForLong(deps, async () => {
        const claimed = await claim(deps, input);
        if (input.source === 'webhook') await deps.alarms.clear(input.fleet, 'notifications_quiet');
        if (claimed === 'forgotten') return GONE;
        const { state, revision } = claimed;
        // A trip that only a backfill stored was not decided: its notification is handled as any other.
        if (state === 'deleted') return { kind: 'settled', state, revision, deliveries: [] };
        if (state === 'gone') return settled(deps, { key: input, state, revision });
        if (state === 'decided' && !isOnlyStored(claimed))
          return decidedBefore(deps, { key: input, revision });
        const receivedAt = isOnlyStored(claimed) ? undefined : claimed.receivedAt;
        return assessOnce(input, { timing: 'now', trigger: 'notification', moment: claimed, receivedAt });
      });
    },

    /**
     * Decides again once the missing facts can be read. Only rules that had not matched before may send.
     * @throws ApplicationFailure (worth a retry) while the service or the database is unavailable
     */
    completeTrip(input: TripKey): Promise<Assessment> {
      return assessOnceMore(input, 'wait');
    },

    /**
     * Decides about a parked, gone or changed trip with the facts that can be read now, because a collision does not wait for a
     * score. The result says whether something is missing.
     * @throws ApplicationFailure (worth a retry) while the trip cannot be read because the service or the database is
     * unavailable
     */
    reevaluateTrip(input: TripKey): Promise<Assessment> {
      return assessOnceMore(input, 'now');
    },

    /**
     * Parks a trip that never became readable, or that Tripline itself fails on. It stays visible, and a replay re-evaluates
     * it. A trip whose notification held sections of it is evaluated on them instead, and says so.
     * @returns the decision on those sections; undefined: it is parked
     * @throws any error that prevents the record, because a trip that is recorded nowhere is not parked
     */
    async parkTrip(input: ParkedTrip): Promise<Settled | undefined> {
      const { workflowId } = input;
      if (input.failedInside !== undefined && workflowId !== undefined) {
        if ((await claim(deps, { ...input, workflowId })) === 'forgotten') return undefined;
      }
      const key = rowKey(input);
      const present = await getTrip(deps.db, key);
      // Decided by an earlier attempt, or by a person's replay meanwhile.
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
 * Decides with the notification's data. Waits for the other facts that the rules need, because nothing will complete the
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
 * Retries unexpected errors, because a restart or a release may fix them. Reports the trip as not readable once errors that may
 * depend on it have lasted for `tripReadableWaitMs`, so that it is parked.
 * @throws the error of the work until then
 */
async function unlessFailingForLong(
  { now, tripReadableWaitMs }: ActivityDependencies,
  work: () => Promise<Assessment>,
): Promise<Assessment> {
  try {
    return await work();
  } catch (error) {
    // An error that all trips meet is fixed by a person. Parking would leave them all to be replayed, so they wait.
    const isItsOwn = isOfThisWork(error);
    if (!isItsOwn) failsNoLonger();
    const failedForMs = isItsOwn ? failingForMs(now()) : undefined;
    if (failedForMs === undefined || failedForMs < tripReadableWaitMs) throw error;
    return { kind: 'not_readable', waitLimitMs: 0, failedInside: shortNameOf(error) };
  }
}

/** A trip to be parked, as it was received. */
type ParkedTrip = TripInput & Pick<NotReadable, 'failedInside'> & { readonly workflowId?: string };

const OWN_DELETE_WENT_OUT: ReadonlySet<string> = new Set(['deleting', 'unknown_outcome', 'deleted']);

/**
 * Returns the result for a trip that was to be re-evaluated and cannot be read. A trip that was read before and is no longer
 * there has vanished upstream, and is recorded as gone. Waits for another decided trip, because no other workflow reads it; the
 * next reconciliation run handles parked and gone trips.
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
  // The service never had it.
  if (present.stateReason === OF_NOTIFICATION)
    return settled(deps, { key, state: 'decided', revision: present.revision });
  // Looked up after the reading, because a deletion whose DELETE was sent before records its own end.
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
 * Records a notification and claims its trip. One that was received before the driver was erased is ignored, because the trip
 * was driven before.
 */
function claim(deps: ActivityDependencies, input: TripInput & { readonly workflowId: string }) {
  const { workflowId, source, version } = input;
  const receivedAt = new Date(input.receivedAt);
  return noteAndClaim(deps.db, { ...rowKey(input), workflowId, source, version, receivedAt, at: deps.now() });
}
