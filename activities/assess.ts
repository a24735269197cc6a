import { recordNotification } from '../store/notifications.ts';
import { inTransaction } from '../store/database.ts';
import { claimTrip, isOnlyKept, setTripState } from '../store/trips.ts';
import type { TripInput, TripKey } from '../workflows/contract.ts';
import { decideTrip, readingsFor } from './decide.ts';
import type { ActivityDependencies } from './dependencies.ts';
import type { RuleLoader } from './publishedRules.ts';
import { readTrip } from './readTrip.ts';
import { rowKey, settled } from './settled.ts';
import type { Assessment } from './settled.ts';

/** Activities of the trip workflow's first half. */
export function createAssessment(deps: ActivityDependencies, loadRules: RuleLoader) {
  /** Reads, keeps and decides; `patience: 'now'` decides without a driver's reading that the service withholds. */
  async function look(input: TripKey, patience: 'now' | 'wait'): Promise<Assessment> {
    const read = await readTrip(deps, input);
    if (read.kind === 'no_such_trip') return { kind: 'not_readable', waitLimitMs: deps.tripReadableWaitMs };
    const rules = await loadRules(deps.db, input.fleet);
    const readings = await readingsFor(deps, { key: input, trip: read.trip, rules, patience });
    const trigger = patience === 'now' ? 'notification' : 'completion';
    return decideTrip(deps, { key: input, trip: read.trip, trigger, rules, readings });
  }

  return {
    /**
     * Notes the notification, claims the trip, reads it with its driver, keeps it and decides. Safe to repeat: once a
     * decision stands, a repeat answers what of it is still to be done.
     * @throws ApplicationFailure (worth a retry) while the service or the database is away
     */
    async assessTrip(input: TripInput & { readonly workflowId: string }): Promise<Assessment> {
      const claim = await noteAndClaim(deps, input);
      const { state } = claim;
      // One that a backfill kept was decided about by nobody: it is told as any other.
      if (state === 'deleted' || state === 'gone' || (state === 'decided' && !isOnlyKept(claim)))
        return settled(deps, { key: input, state, revision: claim.revision });
      return look(input, 'now');
    },

    /**
     * Decides again once what was missing can be read. Only rules that had not matched before may send.
     * @throws ApplicationFailure (worth a retry) while the service or the database is away
     */
    async completeTrip(input: TripKey): Promise<Assessment> {
      return look(input, 'wait');
    },

    /** Sets a trip aside that never became readable. It stays visible, and a replay takes it up again. */
    async parkTrip(input: TripKey): Promise<void> {
      await setTripState(deps.db, {
        ...rowKey(input),
        state: 'parked',
        reason: 'The service did not make the trip readable in time.',
        at: deps.now(),
      });
    },
  };
}

function noteAndClaim(deps: ActivityDependencies, input: TripInput & { readonly workflowId: string }) {
  const { workflowId } = input;
  return inTransaction(deps.db, async (tx) => {
    await recordNotification(tx, {
      ...rowKey(input),
      type: 'TRIP_SCORED',
      source: input.source,
      receivedAt: new Date(input.receivedAt),
      workflowId,
      ...(input.version === undefined ? {} : { version: input.version }),
    });
    return claimTrip(tx, { ...rowKey(input), workflowId, at: deps.now() });
  });
}
