import type { Outcome } from '../../analytics/index.ts';
import { alarmOf } from '../../messages/alerts/index.ts';
import { resolveAlarm, raiseAlarm } from '../../store/alarms/index.ts';
import {
  claimDeletion,
  freeDeletion,
  renewDeletionClaim,
  setDeletionState,
} from '../../store/deletions/index.ts';
import type { Deletion } from '../../store/deletions/index.ts';
import type { ServiceAnswer } from '../../store/tables/index.ts';
import type { DeletionInput } from '../../workflows/contracts/index.ts';
import { CLAIM_LEASE_MS, holdClaim } from '../deliveries/index.ts';
import type { HeldClaim } from '../deliveries/index.ts';
import { analyticsOf } from '../dependencies/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import { readTrip, scoreBefore } from '../facts/index.ts';
import { isPermanent, reasonOf, retryLater } from '../failures/index.ts';
import { isCap, permit } from './caps.ts';
import { endDeletion } from './end.ts';
import { checkBeforeDeletion } from './precheck.ts';
import type { DeletionWork } from './precheck.ts';

/**
 * Result of a deletion attempt. In the last state, automatic deletion was stopped, and the deletion waits for a person's
 * approval.
 */
export interface DeletionRest {
  readonly state: 'deleted' | 'gone' | 'refused' | 'asks';
  readonly reason?: string;
}

const DAY_MS = 86_400_000;
/**
 * Milliseconds during which a DELETE without an answer may still reach the service. Until then, the trip's existence does not
 * prove that the DELETE failed.
 */
const IN_FLIGHT_MS = 30_000;
/**
 * Milliseconds during which a trip is checked again after the service confirmed its deletion but still returns it. No second
 * DELETE is sent.
 */
const SHOWN_ANYWAY_MS = 3_600_000;
const ACCEPTED = 'delete_accepted';
/** Number of refused DELETEs after which a deletion is given up, if the trip can still be read. */
const REFUSALS_ALLOWED = 5;

/**
 * Makes one attempt of a deletion: reads the trip, checks the guards, stores a snapshot, deletes, and verifies. Every attempt
 * reads first. So a trip that an earlier DELETE removed is found to be gone, and is not deleted twice.
 * @throws ApplicationFailure (worth a retry) while the outcome is unknown
 */
export async function executeDeletion(work: DeletionWork, input: DeletionInput): Promise<DeletionRest> {
  const { deps } = work;
  const key = { fleetId: input.fleet, id: input.deletionId };
  const found = await claimDeletion(deps.db, { ...key, at: deps.now(), leaseMs: CLAIM_LEASE_MS });
  // The trip was removed or its driver erased since the approval.
  if (found.kind === 'missing') return { state: 'gone' };
  if (found.kind === 'busy') return retryAfter(found.retryAfterMs);
  await noteSeen(deps, found.deletion);
  if (found.kind === 'rests') return restOf(found.deletion);
  const renew = (at: Date): Promise<boolean> =>
    renewDeletionClaim(deps.db, { ...key, claim: found.claim, at });
  const held = holdClaim(
    { now: deps.now, ledger: { renew: ({ at }) => renew(at) } },
    { ...key, attempt: found.claim },
  );
  try {
    return await attempt(work, found.deletion, held);
  } catch (error) {
    if (!isPermanent(error)) throw error;
    // Ends the deletion with a reason, because a retry would fail again.
    return await endDeletion(deps, found.deletion, { state: 'refused', reason: reasonOf(error) });
  } finally {
    held.end();
    await freeDeletion(deps.db, { ...key, claim: found.claim });
  }
}

function retryAfter(afterMs: number): never {
  return retryLater('deletion_busy', 'Another attempt at this deletion is under way.', afterMs);
}

function restOf({ state, reason }: Deletion): DeletionRest {
  if (state === 'deleted' || state === 'gone') return { state, ...(reason !== null && { reason }) };
  return { state: 'refused', reason: reason ?? state };
}

async function attempt(work: DeletionWork, deletion: Deletion, held: HeldClaim): Promise<DeletionRest> {
  const { deps } = work;
  const { fleetId, driverId, tripId, claim } = deletion;
  if (deletion.reason === ACCEPTED) return verify(deps, deletion, { kind: 'ok', value: { deleted: true } });
  const check = await checkBeforeDeletion(work, deletion);
  if (check.kind === 'over') return { state: check.state, ...(check.reason && { reason: check.reason }) };
  const before =
    deletion.attempts === 0 ? await scoreBefore(deps, { fleetId, driverId, at: deps.now() }) : undefined;
  const permission = await permit(deps, deletion, {
    claim,
    snapshotId: check.snapshotId,
    scoreBefore: before,
  });
  if (permission.kind === 'not_mine') return retryAfter(CLAIM_LEASE_MS);
  if (permission.kind === 'ask') {
    await notifyStopped(deps, deletion);
    return { state: 'asks', reason: permission.reason };
  }
  if (permission.kind === 'refused') return refused(deps, deletion, permission.reason);
  // Checks the claim right before the DELETE is sent, because the call first waits behind the fleet's other calls.
  let isMine = true;
  const goAhead = async (): Promise<boolean> => (isMine = await held.isMine());
  const outcome = await analyticsOf(deps, fleetId).deleteTrip(driverId, tripId, { goAhead });
  if (!isMine) return retryAfter(CLAIM_LEASE_MS);
  const tried = { ...deletion, attempts: deletion.attempts + 1, lastAttemptAt: deps.now() };
  return verify(deps, tried, outcome);
}

async function refused(
  deps: ActivityDependencies,
  deletion: Deletion,
  reason: string,
): Promise<DeletionRest> {
  if (deletion.approval === 'required' && isCap(reason)) return waitForTomorrow(deps, deletion, reason);
  return endDeletion(deps, deletion, { state: 'refused', reason });
}

/** Checks whether the trip is gone. If it is not, interprets the service's answer to the DELETE. */
async function verify(
  deps: ActivityDependencies,
  deletion: Deletion,
  outcome: Outcome<unknown>,
): Promise<DeletionRest> {
  const { fleetId, driverId, tripId, id } = deletion;
  const isAccepted = outcome.kind === 'ok' || (outcome.kind === 'no_such_trip' && deletion.attempts > 1);
  const reason = isAccepted ? ACCEPTED : `delete_${outcome.kind}`;
  // Records the answer before anything else can fail, because the next attempt must know it.
  if (deletion.reason !== ACCEPTED)
    await setDeletionState(deps.db, {
      fleetId,
      id,
      state: 'deleting',
      reason,
      at: deps.now(),
      serviceAnswer: answerOf(outcome),
    });
  const after = await readTrip(deps, { fleet: fleetId, driverId, tripId });
  if (after.kind === 'no_such_trip') return endDeletion(deps, deletion, { state: 'deleted' });
  if (outcome.kind === 'no_such_trip' && !isAccepted)
    return endDeletion(deps, deletion, { state: 'refused', reason: 'service_refused' });
  if (isRefusal(outcome) && deletion.attempts >= REFUSALS_ALLOWED)
    return endDeletion(deps, deletion, { state: 'refused', reason: 'service_refused' });
  await setDeletionState(deps.db, { fleetId, id, state: 'unknown_outcome', reason, at: deps.now() });
  if (isAccepted) {
    const shownFor = deps.now().getTime() - (deletion.lastAttemptAt?.getTime() ?? 0);
    if (shownFor > SHOWN_ANYWAY_MS)
      return endDeletion(deps, deletion, { state: 'refused', reason: 'still_there' });
    return retryLater(
      'deletion_unverified',
      'The service confirmed the deletion but still returns the trip.',
    );
  }
  const mayArrive = outcome.kind === 'unavailable' && outcome.unclear === true;
  return retryLater(
    'deletion_unverified',
    `The trip is still there after DELETE (${outcome.kind}).`,
    mayArrive ? IN_FLIGHT_MS : undefined,
  );
}

/** Returns the answer to a DELETE in the form that is stored. */
function answerOf(outcome: Outcome<unknown>): ServiceAnswer {
  switch (outcome.kind) {
    case 'ok':
      return 'accepted';
    case 'unavailable':
      if (outcome.maybeTrip) return 'refused';
      return outcome.unclear ? 'no_answer' : 'not_reached';
    default:
      return outcome.kind;
  }
}

/** Returns whether the service itself refused the DELETE, as opposed to being unavailable. */
function isRefusal(outcome: Outcome<unknown>): boolean {
  if (outcome.kind === 'unavailable') return outcome.maybeTrip === true;
  return outcome.kind === 'unauthorised' || outcome.kind === 'invalid';
}

/**
 * Postpones an approved deletion to the next UTC day, because the daily limit is reached and the approval stays valid.
 * @throws ApplicationFailure always; the retry follows when the next UTC day begins
 */
async function waitForTomorrow(
  deps: ActivityDependencies,
  { fleetId, id }: Deletion,
  reason: string,
): Promise<never> {
  const at = deps.now();
  await setDeletionState(deps.db, { fleetId, id, state: 'approved', reason, at });
  return retryLater(reason, 'The daily limit of deletions is reached.', DAY_MS - (at.getTime() % DAY_MS));
}

/** Kind of the alarm that a rule's automatic deletions have stopped. Its subject is the rule. */
const KIND = 'deletions_stopped';

/** Raises the alarm that a rule's automatic deletions have stopped. Raises it once until a person decides. */
async function notifyStopped(deps: ActivityDependencies, deletion: Deletion): Promise<void> {
  const { fleetId, rule } = deletion;
  const alarm = alarmOf({ kind: KIND, subject: rule });
  const isNew = await raiseAlarm(deps.db, { fleetId, ...alarm, at: deps.now() });
  if (isNew) deps.log.error({ fleet: fleetId, alarm: KIND, rule }, alarm.message);
}

/**
 * Clears the alarm that automatic deletions have stopped, because a person who decided about one of the rule's trips has seen it.
 */
async function noteSeen(deps: ActivityDependencies, deletion: Deletion): Promise<void> {
  if (deletion.approval !== 'required') return;
  const { fleetId, rule } = deletion;
  await resolveAlarm(deps.db, { fleetId, kind: KIND, subject: rule, at: deps.now() });
}
