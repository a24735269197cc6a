import { deletionOutcome, lateDecisionWords } from '../../messages/deletions/index.ts';
import { textsOf, worded } from '../../messages/language/index.ts';
import type { Worded } from '../../messages/language/index.ts';
import { deletionStart } from '../../store/db/index.ts';
import type { Db } from '../../store/db/index.ts';
import { decideDeletion, getDeletion, requestInstead } from '../../store/deletions/index.ts';
import type { Deletion } from '../../store/deletions/index.ts';
import { skipHeldDeletions } from '../../store/deliveries/index.ts';
import { TemporalUnavailableError } from '../../temporal/index.ts';
import { given } from '../api/http/index.ts';
import { Problem, notNow } from '../http/index.ts';
import type { ServerDependencies } from '../http/index.ts';

/** A person's decision on a deletion that a rule requested. */
export interface DeletionVerdict {
  readonly fleetId: string;
  readonly id: string;
  readonly decision: 'approved' | 'rejected';
  /** Name of the token, or `slack:U01`. */
  readonly who: string;
  readonly by: string;
  readonly note?: string;
}

/** The deletion, and whether this decision was the first one and so took effect. */
interface Given {
  readonly deletion: Deletion;
  readonly isFirst: boolean;
}

/**
 * Records a person's decision on a deletion, and begins or ends it. Repeating the same decision is allowed: it finishes what
 * an earlier call could not.
 * @throws Problem 404; 409 with the present state; 503 when an approval is recorded and could not be started
 */
export async function giveVerdict(deps: Starting, verdict: DeletionVerdict): Promise<Given> {
  const given = await recordVerdict(deps, verdict);
  if (verdict.decision === 'approved') await startOrSay(deps, given.deletion);
  // The approval requests are updated: without Temporal later, as soon as it is back.
  else deps.requests.dispatchSoon(deletionStart(given.deletion));
  return given;
}

/**
 * Records a person's word on a deletion, for which Temporal may be unavailable, and requests its workflow. Who calls this then has
 * that request dispatched.
 * @throws Problem 404; 409 with the present state
 */
export async function recordVerdict(deps: Recording, verdict: DeletionVerdict): Promise<Given> {
  const given = await decided(deps, verdict);
  if (verdict.decision === 'rejected') {
    const { fleetId, driverId, tripId } = given.deletion;
    const { db } = deps.database;
    await skipHeldDeletions(db, { fleetId, driverId, tripId, reason: 'rejected', at: deps.now() });
  }
  return given;
}

async function decided({ database: { db }, now }: Recording, verdict: DeletionVerdict): Promise<Given> {
  const outcome = await decideDeletion(db, { ...verdict, at: now() });
  const present = outcome?.ok === false ? await getDeletion(db, verdict) : outcome?.deletion;
  if (!outcome || !present) throw noSuchDeletion();
  if (outcome.ok) return { deletion: present, isFirst: true };
  if (present.state === verdict.decision && present.approval === 'required')
    return { deletion: present, isFirst: false };
  throw await tooLate(db, present);
}

/** Returns the problem of a decision that comes too late: the deletion's state, who decided, and the request that replaced it. */
export async function tooLate(db: Db, deletion: Deletion): Promise<Problem> {
  const instead = await requestInstead(db, deletion);
  const { state, decidedWho, decidedBy, decidedAt, reason } = deletion;
  const words: Worded = (language) =>
    lateDecisionWords({
      deletion: deletionOutcome(deletion, decidedBy ?? decidedWho ?? undefined),
      fleet: { id: deletion.fleetId, name: deletion.fleetId, timezone: 'UTC', language },
      ...(instead !== undefined && { insteadId: instead.id }),
    });
  const more = {
    state,
    decided_who: decidedWho,
    decided_by: decidedBy,
    decided_at: decidedAt,
    reason,
    open_deletion: instead?.id,
  };
  return new Problem(
    409,
    (language) => `${words(language)} ${textsOf(language)('problems.changedNothing')}`,
    { code: 'too_late', more: given(more) },
  );
}

type Recording = Pick<ServerDependencies, 'database' | 'now'>;
type Starting = Pick<ServerDependencies, 'database' | 'requests' | 'now'>;

async function startOrSay(deps: Starting, deletion: Deletion): Promise<void> {
  try {
    await deps.requests.dispatch(deletionStart(deletion));
  } catch (error) {
    if (!(error instanceof TemporalUnavailableError)) throw error;
    throw notNow(worded('problems.approvedNotStarted'), { state: 'approved' });
  }
}

/** The problem of an id that names no deletion of the fleet. */
export function noSuchDeletion(): Problem {
  return new Problem(404, worded('problems.noDeletion'));
}
