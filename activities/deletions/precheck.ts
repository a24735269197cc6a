import { isStillOpen, stillAsks } from '../../rules/evaluation/index.ts';
import type { Rule } from '../../rules/lint/index.ts';
import type { Trip } from '../../rules/vocabulary/index.ts';
import type { Deletion } from '../../store/deletions/index.ts';
import { getTrip, keepSnapshot, latestDecision } from '../../store/trips/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import { fingerprint, readTrip, serviceFactsFor } from '../facts/index.ts';
import type { RuleLoader } from '../facts/index.ts';
import { completeByItself, decideTrip } from '../trips/index.ts';
import { endDeletion, rowOf } from './end.ts';
import { tripGuard } from './guards.ts';
import type { ContentComparison } from './guards.ts';

/** The action of a rule that deletes trips. */
export type DeleteAction = Extract<Rule['actions'][number], { type: 'delete_trip' }>;

/** Dependencies of the code that carries out deletions. */
export interface DeletionWork {
  readonly deps: ActivityDependencies;
  readonly loadRules: RuleLoader;
}

/**
 * Result of the check before a deletion. `clear`: the deletion may proceed, and its snapshot is stored. `over`: the deletion has
 * ended.
 */
export type DeletionCheck =
  | { readonly kind: 'clear'; readonly snapshotId: string }
  | { readonly kind: 'over'; readonly state: 'deleted' | 'gone' | 'refused'; readonly reason?: string };

/**
 * Reads the trip, checks the guards, and stores a snapshot. If the trip is missing and Tripline already sent a DELETE, the
 * deletion ends as `deleted`. A trip that changed since its decision is re-evaluated, because the new content may cause alerts.
 * @throws ApplicationFailure (worth a retry) while the trip cannot be read
 */
export async function checkBeforeDeletion(work: DeletionWork, deletion: Deletion): Promise<DeletionCheck> {
  const { deps } = work;
  const row = rowOf(deletion);
  const read = await readTrip(deps, { fleet: row.fleetId, driverId: row.driverId, tripId: row.tripId });
  if (read.kind === 'no_such_trip')
    return over(work, deletion, deletion.attempts > 0 ? { state: 'deleted' } : GONE);
  const compared = await compareContent(deps, deletion, read.trip);
  const reason = tripGuard(read.trip, compared);
  if (reason !== undefined) {
    // Re-evaluates before the deletion ends, and looks up due deliveries last. So a retry has the same result, wherever the
    // attempt was interrupted.
    if (compared.now !== compared.decided) await decideAgain(work, deletion, read.trip);
    if (compared.now !== compared.requested) await completeOpenRules(work, deletion);
    return over(work, deletion, { state: 'refused', reason });
  }
  const { id: snapshotId } = await keepSnapshot(deps.db, {
    ...row,
    raw: read.raw,
    trip: read.trip,
    reason: `deletion ${deletion.id}`,
    at: deps.now(),
  });
  return { kind: 'clear', snapshotId };
}

const GONE = { state: 'gone', reason: 'It was gone before Tripline deleted it.' } as const;

async function over(
  { deps }: DeletionWork,
  deletion: Deletion,
  result: Parameters<typeof endDeletion>[2],
): Promise<DeletionCheck> {
  return { kind: 'over', ...(await endDeletion(deps, deletion, result)) };
}

/** Compares the trip's content now, at the deletion's request, and at the last decision. */
async function compareContent(
  deps: ActivityDependencies,
  deletion: Deletion,
  trip: Trip,
): Promise<ContentComparison> {
  const stored = await getTrip(deps.db, rowOf(deletion));
  const latest = await latestDecision(deps.db, rowOf(deletion));
  return {
    requested: deletion.contentHash,
    decided: stored?.contentHash ?? null,
    now: fingerprint(trip),
    matches: stillAsks(latest?.rules ?? [], deletion.rule) === 'yes',
  };
}

/** Re-evaluates the trip with its new content, as its next revision. */
async function decideAgain({ deps, loadRules }: DeletionWork, deletion: Deletion, trip: Trip): Promise<void> {
  const key = { fleet: deletion.fleetId, driverId: deletion.driverId, tripId: deletion.tripId };
  const rules = await loadRules(deps.db, key.fleet);
  const readings = await serviceFactsFor(deps, { key, trip, rules, timing: 'now' });
  await decideTrip(deps, { key, trip, trigger: 'replay', rules, readings });
}

/** Starts the completion of rules that the latest revision left undecided. A repeated call starts no second completion. */
async function completeOpenRules({ deps }: DeletionWork, deletion: Deletion): Promise<void> {
  const { fleetId, driverId, tripId, id } = deletion;
  const latest = await latestDecision(deps.db, rowOf(deletion));
  if (latest && isStillOpen(latest.rules))
    await completeByItself(
      deps,
      { fleet: fleetId, driverId, tripId },
      `deletion-${id}-revision-${latest.revision}`,
    );
}
