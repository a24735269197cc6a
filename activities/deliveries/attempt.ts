import { channelAlarm, isChannel } from '../../rules/channels/index.ts';
import { catchUpMillis } from '../../rules/digests/index.ts';
import { handOnDecided } from '../../store/deletions/index.ts';
import { getDelivery } from '../../store/deliveries/index.ts';
import type { Delivery } from '../../store/deliveries/index.ts';
import { digestMessageState } from '../../store/digests/index.ts';
import { skipAnsweredPages, whyPageIsNeedless } from '../../store/incidents/index.ts';
import type {
  ActivityDependencies,
  AlarmKind,
  DeliveryChannel,
  DeliveryInput,
} from '../dependencies/index.ts';
import { retryLater } from '../failures/index.ts';
import type { SendResult } from '../failures/index.ts';
import {
  NotStoredError,
  UNKNOWN_OUTCOMES_ALLOWED,
  endUnsendable,
  giveUp,
  keepUnknownOutcome,
  reportToLedger,
} from './outcome.ts';
import type { Attempt, Go } from './outcome.ts';
import { CLAIM_LEASE_MS, holdClaim } from './heldClaim.ts';
import type { HeldClaim } from './heldClaim.ts';
import { mayCoach } from './fleetSettings.ts';
import { retryRefused } from './refusals.ts';

/**
 * Returns the reason not to send a digest to its recipient, or `undefined` to send it. `unsubscribed`: the recipient has
 * unsubscribed. `too_late`: the channel was unavailable for so long that the next digest is nearer.
 */
export async function whyDigestIsNeedless(
  { db, now }: Pick<ActivityDependencies, 'db' | 'now'>,
  delivery: Pick<Delivery, 'fleetId' | 'id'>,
): Promise<'unsubscribed' | 'too_late' | undefined> {
  const digest = await digestMessageState(db, delivery);
  if (!digest) return undefined;
  if (digest.isUnsubscribed) return 'unsubscribed';
  const age = now().getTime() - digest.createdAt.getTime();
  return age > catchUpMillis(digest) ? 'too_late' : undefined;
}

/**
 * Milliseconds until a retry after `beginSending` failed, because another attempt holds the claim or the delivery changed. The
 * next claim finds out which.
 */
const OVERTAKEN_MS = 1_000;

/**
 * Milliseconds after the last sign of an attempt. After them, a lookup without a message proves that no message was sent. Before,
 * an aborted request can still arrive. An attempt that died is always older, because its lease had to end first.
 */
const ABSENCE_CERTAIN_AFTER_MS = 30_000;

/**
 * Makes one attempt at a delivery: claims it in the ledger, composes, sends, and records the outcome. An attempt that dies while
 * composing has sent nothing, which is a known outcome.
 * @param compose composes the claimed delivery. Its content is complete, because no other delivery is grouped into it after the
 * claim. A `NotStoredError` ends the delivery, because it can never be composed
 * @returns the final state of the delivery; `forgotten` when it is no longer stored
 * @throws ApplicationFailure (worth a retry) when nothing was sent, or when the outcome has to be checked again
 */
export async function deliver(
  deps: ActivityDependencies,
  input: DeliveryInput,
  compose: (delivery: Delivery) => Promise<DeliveryChannel>,
): Promise<string> {
  const key = { fleetId: input.fleet, id: input.deliveryId };
  const found = await getDelivery(deps.db, key);
  const delivery = found && (await handOnDecided(deps.db, found));
  if (!delivery) return gone(deps, input);
  if (delivery.state !== 'pending') return delivery.state;
  if (await isAnswered(deps, delivery)) return 'skipped';
  const mine = { ...key, at: deps.now(), leaseMs: CLAIM_LEASE_MS };
  const claim = await deps.ledger.claim({ ...mine, beginsLater: true });
  if (claim.kind === 'missing') return gone(deps, input);
  if (claim.kind === 'settled') return claim.state;
  if (claim.kind === 'busy') return retryAfter(claim.retryAfterMs);
  const held = holdClaim(deps, { ...key, attempt: claim.attempt });
  try {
    const channel = await composed(deps, { input, claim }, compose);
    if (channel instanceof NotStoredError) return await endUnsendable(deps, { input, claim }, channel);
    // Checks again whether to send, because an answer or an unsubscription may have come during composing.
    const needless = await whyNeedless(deps, claim);
    if (needless !== undefined) {
      const { state, reason } = needless;
      const ended = { ...key, attempt: claim.attempt, reason, at: deps.now() };
      await (state === 'skipped' ? deps.ledger.skip(ended) : deps.ledger.endUnconfirmed(ended));
      return state;
    }
    const state = await attempt(deps, { input, claim, channel }, held);
    if (state === 'sent') await channel.attach?.().catch(() => undefined);
    return state;
  } finally {
    held.end();
  }
}

/**
 * Composes a claimed delivery. On an error, releases the claim, because nothing was sent and the next attempt need not wait for
 * the lease to end.
 */
async function composed(
  deps: ActivityDependencies,
  { input, claim }: { readonly input: DeliveryInput; readonly claim: Go },
  compose: (delivery: Delivery) => Promise<DeliveryChannel>,
): Promise<DeliveryChannel | NotStoredError> {
  try {
    return await compose(claim.delivery);
  } catch (error) {
    if (error instanceof NotStoredError) return error;
    const mine = { fleetId: input.fleet, id: input.deliveryId, attempt: claim.attempt, at: deps.now() };
    const why = error instanceof Error ? error.message : 'it could not be composed';
    await deps.ledger.release({ ...mine, error: why }).catch(() => undefined);
    throw error;
  }
}

/** Skips the unsent pages of an acknowledged incident, and returns whether this delivery is one of them. */
async function isAnswered(deps: ActivityDependencies, delivery: Delivery): Promise<boolean> {
  const { fleetId, incidentId, kind } = delivery;
  if (kind !== 'incident_page' || incidentId === null) return false;
  const ended = await skipAnsweredPages(deps.db, { fleetId, id: incidentId, at: deps.now() });
  return ended.includes(delivery.id);
}

/** Returns the reason not to send a claimed delivery and its final state, or `undefined` to send it. */
async function whyNeedless(
  deps: ActivityDependencies,
  claim: Go,
): Promise<{ readonly state: 'skipped' | 'unconfirmed'; readonly reason: string } | undefined> {
  const { delivery } = claim;
  if (delivery.kind === 'digest') {
    const reason = await whyDigestIsNeedless(deps, delivery);
    // Leaves the outcome unconfirmed if an earlier attempt may have sent the digest. The digest is not sent again.
    return reason && { state: claim.afterUnclear ? 'unconfirmed' : 'skipped', reason };
  }
  if (claim.afterUnclear) return undefined;
  // Checks the setting again, so that a held coaching e-mail is not sent after the settings forbid coaching e-mails.
  if (delivery.kind === 'coaching' && !(await mayCoach(deps, delivery.fleetId)))
    return { state: 'skipped', reason: 'coaching_off' };
  const reason = await whyPageIsNeedless(deps.db, delivery);
  return reason && { state: 'skipped', reason };
}

async function attempt(deps: ActivityDependencies, it: Attempt, held: HeldClaim): Promise<string> {
  const before = it.claim.afterUnclear
    ? await resolveUnknownOutcome(deps, it)
    : { possibleRepeat: it.claim.possibleRepeat };
  if ('state' in before) return before.state;
  const { input, claim, channel } = it;
  const mine = { fleetId: input.fleet, id: input.deliveryId, attempt: claim.attempt };
  const begin = (): Promise<boolean> => deps.ledger.beginSending({ ...mine, at: deps.now() });
  if (!channel.asksToBegin && !(await begin())) return retryAfter(OVERTAKEN_MS);
  const result = await channel.send(before.possibleRepeat, { signal: held.signal, begin });
  return result.kind === 'unknown_outcome'
    ? keepUnknownOutcome(deps, it, result)
    : recordOutcome(deps, it, result);
}

/**
 * Looks up the message after an unknown outcome. Returns the delivery's final state, or whether to mark the next message as a
 * possible duplicate.
 */
async function resolveUnknownOutcome(
  deps: ActivityDependencies,
  it: Attempt,
): Promise<{ readonly state: string } | { readonly possibleRepeat: boolean }> {
  const { input, claim, channel } = it;
  const mine = { fleetId: input.fleet, id: input.deliveryId, attempt: claim.attempt, at: deps.now() };
  const found = channel.lookUp ? await channel.lookUp() : 'unknown';
  if (typeof found !== 'string') return { state: await recordOutcome(deps, it, found) };
  if (
    found === 'absent' &&
    mine.at.getTime() - (claim.lastTriedAt?.getTime() ?? 0) >= ABSENCE_CERTAIN_AFTER_MS
  ) {
    await deps.ledger.noteNotSent(mine);
    return { possibleRepeat: claim.possibleRepeat };
  }
  // Waits if a later lookup may succeed. In that case, only a page is sent again without a lookup, because a page is urgent.
  const canBeAskedLater = found === 'unavailable' || found === 'later';
  const isWorthARepeat = !canBeAskedLater || claim.delivery.kind === 'incident_page';
  if (isWorthARepeat && claim.unknownOutcomeAttempts < UNKNOWN_OUTCOMES_ALLOWED) {
    await deps.ledger.markPossibleRepeat(mine);
    return { possibleRepeat: true };
  }
  if (found === 'unknown') return { state: await giveUp(deps, input, claim) };
  const error = 'Earlier attempts may still arrive: the next attempt starts with another lookup.';
  await deps.ledger.release({ ...mine, error });
  return retryLater(
    'delivery_unknown_outcome',
    error,
    canBeAskedLater ? undefined : ABSENCE_CERTAIN_AFTER_MS,
  );
}

function retryAfter(afterMs: number): never {
  return retryLater('delivery_busy', 'Another attempt at this delivery is under way.', afterMs);
}

/**
 * Returns the result for a delivery that is no longer stored, because its trip was removed or its driver erased. Nothing is left
 * to send.
 */
function gone(deps: ActivityDependencies, { fleet, deliveryId }: DeliveryInput): string {
  deps.log.info({ fleet, delivery: deliveryId }, 'delivery is no longer stored');
  return 'forgotten';
}

/** Clears the channel's access alarm after a successful delivery. */
async function clearAccess(deps: ActivityDependencies, fleet: string, action: string): Promise<void> {
  const alarm = isChannel(action) ? channelAlarm(action, 'access') : undefined;
  if (alarm) await deps.alarms.clear(fleet, alarm);
}

/**
 * Records the known outcome of an attempt in the ledger.
 * @returns the delivery's final state
 * @throws ApplicationFailure (worth a retry) when nothing was sent
 */
async function recordOutcome(
  deps: ActivityDependencies,
  { input, claim }: Attempt,
  result: Exclude<SendResult, { kind: 'unknown_outcome' }>,
): Promise<string> {
  const mine = { fleetId: input.fleet, id: input.deliveryId, attempt: claim.attempt, at: deps.now() };
  const { action } = claim.delivery;
  switch (result.kind) {
    case 'sent':
      await reportToLedger(() =>
        deps.ledger.confirm({
          ...mine,
          ...(result.reference ? { reference: result.reference } : {}),
          ...(result.title === undefined ? {} : { title: result.title }),
        }),
      );
      await clearAccess(deps, input.fleet, action);
      return 'sent';
    case 'refused':
      await reportToLedger(() => deps.ledger.fail({ ...mine, reason: result.reason }));
      deps.log.warn(
        { fleet: input.fleet, delivery: input.deliveryId, action, reason: result.reason },
        'delivery refused',
      );
      return 'failed';
    case 'not_sent': {
      const { refusal } = result;
      if (refusal) return retryRefused(deps, { input, claim }, { ...result, refusal });
      await reportToLedger(() =>
        deps.ledger.release({ ...mine, error: result.reason, refused: NOT_REFUSED }),
      );
      if (result.alarm) await deps.alarms.raise(input.fleet, result.alarm as AlarmKind);
      return retryLater(`${action}_not_sent`, result.reason, result.afterMs);
    }
  }
}

/** Count of consecutive refusals (none) after an attempt that the receiver did not refuse. */
const NOT_REFUSED = { count: 0, since: null };
