import { decideDeletion, getDeletion } from '../store/deletions.ts';
import type { Deletion } from '../store/deletions.ts';
import { skipHeldDeletions } from '../store/deliveries.ts';
import type { ServerDependencies } from './dependencies.ts';
import { notNow, Problem } from './problem.ts';
import { TemporalUnavailableError } from './workflowGateway.ts';

/** A person's word on a deletion that a rule asked for. */
export interface DeletionWord {
  readonly fleetId: string;
  readonly id: string;
  readonly decision: 'approved' | 'rejected';
  /** Name of the token, or `slack:U01`. */
  readonly who: string;
  readonly by: string;
  readonly note?: string;
}

/**
 * Records a person's word on a deletion, and begins or ends it. The same word again is no mistake: it finishes what an
 * earlier call could not.
 * @throws Problem 404; 409 with the present state; 503 when an approval is recorded and could not be started
 */
export async function giveVerdict(
  deps: Pick<ServerDependencies, 'database' | 'workflows' | 'now'>,
  word: DeletionWord,
): Promise<Deletion> {
  const deletion = await decided(deps, word);
  if (word.decision === 'approved') await startOrSay(deps, deletion);
  else {
    const { fleetId, driverId, tripId } = deletion;
    const { db } = deps.database;
    await skipHeldDeletions(db, { fleetId, driverId, tripId, reason: 'rejected', at: deps.now() });
    await showRejected(deps, deletion);
  }
  return deletion;
}

/** The messages that asked are put right. Without Temporal they are not, and a press on one still hears the truth. */
async function showRejected(
  { workflows }: Pick<ServerDependencies, 'workflows'>,
  { fleetId, id }: Deletion,
): Promise<void> {
  try {
    await workflows.startDeletion({ fleet: fleetId, deletionId: id });
  } catch (error) {
    if (!(error instanceof TemporalUnavailableError)) throw error;
  }
}

async function decided(
  { database: { db }, now }: Pick<ServerDependencies, 'database' | 'now'>,
  word: DeletionWord,
): Promise<Deletion> {
  const outcome = await decideDeletion(db, { ...word, at: now() });
  const present = outcome?.ok === false ? await getDeletion(db, word) : outcome?.deletion;
  if (!outcome || !present) throw noSuchDeletion();
  if (outcome.ok) return present;
  if (present.state === word.decision && present.approval === 'required') return present;
  throw new Problem(409, `The deletion is ${present.state} already.`, { more: { state: present.state } });
}

async function startOrSay(
  { workflows }: Pick<ServerDependencies, 'workflows'>,
  { fleetId, id }: Deletion,
): Promise<void> {
  try {
    await workflows.startDeletion({ fleet: fleetId, deletionId: id });
  } catch (error) {
    if (!(error instanceof TemporalUnavailableError)) throw error;
    throw notNow(
      'The approval is recorded, but Temporal does not answer: approve again to start the deletion.',
      { state: 'approved' },
    );
  }
}

/** The problem of an id that names no deletion of the fleet. */
export function noSuchDeletion(): Problem {
  return new Problem(404, 'There is no deletion with this id.');
}
