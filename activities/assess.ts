import { refusedSegment } from '../analytics/address.ts';
import { isForgotten } from '../store/forgotten.ts';
import { recordNotification } from '../store/notifications.ts';
import { inTransaction } from '../store/database.ts';
import { listDeletions } from '../store/deletions.ts';
import { claimTrip, getTrip, isOnlyKept, setTripState, VANISHED } from '../store/trips.ts';
import type { TripInput, TripKey } from '../workflows/contract.ts';
import { decideTrip } from './decide.ts';
import type { DecideInput } from './decide.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { failingForMs, failsNoLonger } from './failingSince.ts';
import { retryLater } from './failure.ts';
import type { RuleLoader } from './publishedRules.ts';
import { lookAtTrip } from './readTrip.ts';
import { serviceFactsFor } from './serviceFacts.ts';
import type { Patience } from './serviceFacts.ts';
import { decidedBefore, FORGOTTEN, rowKey, settled } from './settled.ts';
import type { Assessment, NotReadable } from './settled.ts';
import { isOfThisWork, shortNameOf } from './unforeseen.ts';

/** Activities of the trip workflow's first half. */
export function createAssessment(deps: ActivityDependencies, loadRules: RuleLoader) {
  /** Reads, keeps and decides; `patience: 'now'` decides without what the service withholds besides the trip. */
  async function look(
    input: TripKey,
    patience: Patience,
    trigger: DecideInput['trigger'],
  ): Promise<Assessment> {
    const read = await lookAtTrip(deps, input);
    if (read.kind === 'unreadable' && read.forGood) return { kind: 'not_readable', waitLimitMs: 0 };
    if (read.kind !== 'read') return { kind: 'not_readable', waitLimitMs: deps.tripReadableWaitMs };
    const rules = await loadRules(deps.db, input.fleet);
    const readings = await serviceFactsFor(deps, { key: input, trip: read.trip, rules, patience });
    return decideTrip(deps, { key: input, trip: read.trip, trigger, rules, readings });
  }

  function lookOnceMore(input: TripKey, patience: Patience): Promise<Assessment> {
    return unlessFailingForLong(deps, async () => {
      const looked = await look(input, patience, 'completion');
      return looked.kind === 'not_readable' ? whenNotReadable(deps, input, looked) : looked;
    });
  }

  return {
    /**
     * Notes the notification, claims the trip, reads it with its driver, keeps it and decides. Safe to repeat: once a
     * decision stands, a repeat answers what of it is still to be done.
     * @throws ApplicationFailure (worth a retry) while the service or the database is away
     */
    assessTrip(input: TripInput & { readonly workflowId: string }): Promise<Assessment> {
      return unlessFailingForLong(deps, async () => {
        const claim = await noteAndClaim(deps, input);
        if (input.source === 'webhook') await deps.alarms.clear(input.fleet, 'notifications_quiet');
        if (claim === 'forgotten') return FORGOTTEN;
        const { state, revision } = claim;
        // One that a backfill kept was decided about by nobody: it is told as any other.
        if (state === 'deleted') return { kind: 'settled', state, revision, deliveries: [] };
        if (state === 'gone') return settled(deps, { key: input, state, revision });
        if (state === 'decided' && !isOnlyKept(claim)) return decidedBefore(deps, { key: input, revision });
        return look(input, 'now', 'notification');
      });
    },

    /**
     * Decides again once what was missing can be read. Only rules that had not matched before may send.
     * @throws ApplicationFailure (worth a retry) while the service or the database is away
     */
    completeTrip(input: TripKey): Promise<Assessment> {
      return lookOnceMore(input, 'wait');
    },

    /**
     * Decides about a trip that was set aside, is gone or has changed, with what can be read now: a collision does not wait for a
     * score. Whether something is missing it says.
     * @throws ApplicationFailure (worth a retry) while the trip cannot be read because the service or the database is away
     */
    lookAgain(input: TripKey): Promise<Assessment> {
      return lookOnceMore(input, 'now');
    },

    /**
     * Sets a trip aside that never became readable, or that Tripline itself fails on. It stays visible, and a replay takes it
     * up again.
     * @throws whatever keeps it from being noted: a trip that stands nowhere is not set aside
     */
    async parkTrip(input: ParkedTrip): Promise<void> {
      const { workflowId } = input;
      if (input.failedInside !== undefined && workflowId !== undefined) {
        const claim = await noteAndClaim(deps, { ...input, workflowId });
        if (claim === 'forgotten') return;
      }
      await setTripState(deps.db, {
        ...rowKey(input),
        state: 'parked',
        reason: whyParked(input),
        at: deps.now(),
      });
    },
  };
}

/**
 * What nobody foresaw is tried again like all else, since a restart or the next release may mend it; but not for ever where it
 * may hang on this one trip.
 * @throws whatever the work throws, until it has failed so for as long as one waits for a trip
 */
async function unlessFailingForLong(
  { now, tripReadableWaitMs }: ActivityDependencies,
  work: () => Promise<Assessment>,
): Promise<Assessment> {
  try {
    return await work();
  } catch (error) {
    // What meets all trips alike is mended by a person, and parking would leave them all to be replayed: they wait.
    const isItsOwn = isOfThisWork(error);
    if (!isItsOwn) failsNoLonger();
    const failedForMs = isItsOwn ? failingForMs(now()) : undefined;
    if (failedForMs === undefined || failedForMs < tripReadableWaitMs) throw error;
    return { kind: 'not_readable', waitLimitMs: 0, failedInside: shortNameOf(error) };
  }
}

/** A trip to be set aside, as it was announced. */
type ParkedTrip = TripInput & Pick<NotReadable, 'failedInside'> & { readonly workflowId?: string };

const OWN_DELETE_WENT_OUT: ReadonlySet<string> = new Set(['deleting', 'unclear', 'deleted']);

/**
 * What was asked to be decided again and cannot be read. One that was read before and is no longer there has vanished upstream: that
 * is noted. Another that was decided is waited for, since nobody else looks at it; what was set aside, or is gone, the next walk
 * takes up.
 */
async function whenNotReadable(
  deps: ActivityDependencies,
  key: TripKey,
  looked: NotReadable,
): Promise<Assessment> {
  const present = await getTrip(deps.db, rowKey(key));
  if (present?.state !== 'decided') return { ...looked, waitLimitMs: 0 };
  if (present.keptAt === null) return looked;
  const read = await lookAtTrip(deps, key);
  if (read.kind !== 'no_such_trip') return looked;
  // Asked after the reading: one whose DELETE went out before it says for itself how it ended.
  const { items } = await listDeletions(deps.db, { ...rowKey(key), limit: 200 });
  if (items.some(({ state }) => OWN_DELETE_WENT_OUT.has(state)))
    return retryLater('deletion_under_way', 'The trip is being deleted.');
  await setTripState(deps.db, { ...rowKey(key), state: 'gone', reason: VANISHED, at: deps.now() });
  return settled(deps, { key, state: 'gone', revision: present.revision });
}

function whyParked({ driverId, tripId, failedInside }: TripKey & Pick<NotReadable, 'failedInside'>): string {
  if (failedInside !== undefined)
    return `Tripline itself failed on it again and again (${failedInside}): the log of the workers says where, under "work failed inside".`;
  const mistake = refusedSegment(driverId) ?? refusedSegment(tripId);
  return mistake === undefined
    ? 'The service did not make the trip readable in time.'
    : `The trip cannot be asked for: an id ${mistake}.`;
}

/** What was announced before the driver was erased counts as driven before: nothing is noted of it either. */
function noteAndClaim(deps: ActivityDependencies, input: TripInput & { readonly workflowId: string }) {
  const { workflowId } = input;
  const announcedAt = new Date(input.receivedAt);
  return inTransaction(deps.db, async (tx) => {
    if (await isForgotten(tx, { ...rowKey(input), endedAt: announcedAt })) return 'forgotten';
    await recordNotification(tx, {
      ...rowKey(input),
      type: 'TRIP_SCORED',
      source: input.source,
      receivedAt: new Date(input.receivedAt),
      workflowId,
      ...(input.version === undefined ? {} : { version: input.version }),
    });
    return claimTrip(tx, { ...rowKey(input), workflowId, at: deps.now(), announcedBy: input.source });
  });
}
