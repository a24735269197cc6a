import { asyncLocalStorage } from '@temporalio/activity';
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
  writeDown,
} from './outcome.ts';
import type { Attempt, Go } from './outcome.ts';
import { mayCoach } from './fleetSettings.ts';
import { retryRefused } from './refusals.ts';

/**
 * Why a digest is not to be sent to its receiver any more: `unsubscribed`, or `too_late`, when the receiver's mail server or
 * Slack was unavailable for so long that the next one is nearer. Undefined: it is to be sent.
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

/** An attempt that may not begin was overtaken, or its delivery has changed: the next claim shows which. */
const OVERTAKEN_MS = 1_000;

/**
 * A message may still be on its way when nobody waits for the answer any more. That it is not there proves something only so
 * long after the attempt was last at work; an attempt that died was always longer ago, because its lease had to end first.
 */
const ABSENCE_COUNTS_AFTER_MS = 30_000;

/**
 * Claims a delivery in the ledger, composes it, sends it and confirms. After an unknown outcome it looks up first; where it cannot
 * look up, it sends once more, marked, after a while in which the receiver may recover; unknown again, it stops and shows the
 * delivery as `unconfirmed`. An attempt that dies while it composes has sent nothing, which is a known outcome.
 * @param compose from the claim on nothing joins the delivery, so that what it says is whole. What it can never compose
 *   (`NotStoredError`) ends the delivery
 * @returns the state in which the delivery now rests; `removed`: its trip is no longer stored
 * @throws ApplicationFailure (worth a retry) when nothing was sent, or when the outcome has to be checked again
 */
export async function carryOut(
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
    // Composing took its time: someone may have answered, or unsubscribed, meanwhile.
    const needless = await whyNeedless(deps, claim);
    if (needless !== undefined) {
      const { state, reason } = needless;
      const ended = { ...key, attempt: claim.attempt, reason, at: deps.now() };
      await (state === 'skipped' ? deps.ledger.skip(ended) : deps.ledger.settleUnconfirmed(ended));
      return state;
    }
    const state = await attempt(deps, { input, claim, channel }, held);
    if (state === 'sent') await channel.attach?.().catch(() => undefined);
    return state;
  } finally {
    held.end();
  }
}

/** Composes a claimed delivery. Where that fails nothing was sent, and the next attempt need not wait for the lease. */
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

/** Nobody is woken for an incident that someone has already. */
async function isAnswered(deps: ActivityDependencies, delivery: Delivery): Promise<boolean> {
  const { fleetId, incidentId, kind } = delivery;
  if (kind !== 'incident_page' || incidentId === null) return false;
  const ended = await skipAnsweredPages(deps.db, { fleetId, id: incidentId, at: deps.now() });
  return ended.includes(delivery.id);
}

/** Why a claimed delivery is not sent after all, and how it ends; undefined: it is. */
async function whyNeedless(
  deps: ActivityDependencies,
  claim: Go,
): Promise<{ readonly state: 'skipped' | 'unconfirmed'; readonly reason: string } | undefined> {
  const { delivery } = claim;
  if (delivery.kind === 'digest') {
    const reason = await whyDigestIsNeedless(deps, delivery);
    // It may be out, for all we know; it is not sent once more.
    return reason && { state: claim.afterUnclear ? 'unconfirmed' : 'skipped', reason };
  }
  if (claim.afterUnclear) return undefined;
  // The switch counts at sending, too: a coaching e-mail that was held goes no more once the settings forbid it.
  if (delivery.kind === 'coaching' && !(await mayCoach(deps, delivery.fleetId)))
    return { state: 'skipped', reason: 'coaching_off' };
  const reason = await whyPageIsNeedless(deps.db, delivery);
  return reason && { state: 'skipped', reason };
}

async function attempt(deps: ActivityDependencies, it: Attempt, held: HeldClaim): Promise<string> {
  const before = it.claim.afterUnclear
    ? await clearUp(deps, it)
    : { possibleRepeat: it.claim.possibleRepeat };
  if ('state' in before) return before.state;
  const { input, claim, channel } = it;
  const mine = { fleetId: input.fleet, id: input.deliveryId, attempt: claim.attempt };
  const begin = (): Promise<boolean> => deps.ledger.beginSending({ ...mine, at: deps.now() });
  if (!channel.asksToBegin && !(await begin())) return retryAfter(OVERTAKEN_MS);
  const result = await channel.send(before.possibleRepeat, { signal: held.signal, begin });
  return result.kind === 'unknown_outcome' ? keepUnknownOutcome(deps, it, result) : settle(deps, it, result);
}

/** After an unclear attempt: the delivery's end, or whether what is sent now has to be marked. */
async function clearUp(
  deps: ActivityDependencies,
  it: Attempt,
): Promise<{ readonly state: string } | { readonly possibleRepeat: boolean }> {
  const { input, claim, channel } = it;
  const mine = { fleetId: input.fleet, id: input.deliveryId, attempt: claim.attempt, at: deps.now() };
  const found = channel.lookUp ? await channel.lookUp() : 'unknown';
  if (typeof found !== 'string') return { state: await settle(deps, it, found) };
  if (
    found === 'absent' &&
    mine.at.getTime() - (claim.lastTriedAt?.getTime() ?? 0) >= ABSENCE_COUNTS_AFTER_MS
  ) {
    await deps.ledger.noteNotSent(mine);
    return { possibleRepeat: claim.possibleRepeat };
  }
  // While nobody answers there is nothing to be gained by sending blindly, unless someone is to be woken.
  const canBeAskedLater = found === 'unavailable' || found === 'later';
  const isWorthARepeat = !canBeAskedLater || claim.delivery.kind === 'incident_page';
  if (isWorthARepeat && claim.unknownOutcomeAttempts < UNKNOWN_OUTCOMES_ALLOWED) {
    await deps.ledger.markPossibleRepeat(mine);
    return { possibleRepeat: true };
  }
  if (found === 'unknown') return { state: await giveUp(deps, input, claim) };
  const error = 'Earlier attempts may still arrive: the next attempt starts with another lookup.';
  await deps.ledger.release({ ...mine, error });
  return retryLater('delivery_unknown_outcome', error, canBeAskedLater ? undefined : ABSENCE_COUNTS_AFTER_MS);
}

function retryAfter(afterMs: number): never {
  return retryLater('delivery_busy', 'Another attempt at this delivery is under way.', afterMs);
}

/** Its trip was removed, or its driver erased, while the workflow ran: there is nothing left to send. */
function gone(deps: ActivityDependencies, { fleet, deliveryId }: DeliveryInput): string {
  deps.log.info({ fleet, delivery: deliveryId }, 'delivery is no longer stored');
  return 'forgotten';
}

/** A channel that takes a message refuses us no more. */
async function clearAccess(deps: ActivityDependencies, fleet: string, action: string): Promise<void> {
  const alarm = isChannel(action) ? channelAlarm(action, 'access') : undefined;
  if (alarm) await deps.alarms.clear(fleet, alarm);
}

/** Records in the ledger how the attempt ended. After an unknown outcome the next attempt does a lookup. */
async function settle(
  deps: ActivityDependencies,
  { input, claim }: Attempt,
  result: Exclude<SendResult, { kind: 'unknown_outcome' }>,
): Promise<string> {
  const mine = { fleetId: input.fleet, id: input.deliveryId, attempt: claim.attempt, at: deps.now() };
  const { action } = claim.delivery;
  switch (result.kind) {
    case 'sent':
      await writeDown(() =>
        deps.ledger.confirm({
          ...mine,
          ...(result.reference ? { reference: result.reference } : {}),
          ...(result.title === undefined ? {} : { title: result.title }),
        }),
      );
      await clearAccess(deps, input.fleet, action);
      return 'sent';
    case 'refused':
      await writeDown(() => deps.ledger.fail({ ...mine, reason: result.reason }));
      deps.log.warn(
        { fleet: input.fleet, delivery: input.deliveryId, action, reason: result.reason },
        'delivery refused',
      );
      return 'failed';
    case 'not_sent': {
      const { refusal } = result;
      if (refusal) return retryRefused(deps, { input, claim }, { ...result, refusal });
      await writeDown(() => deps.ledger.release({ ...mine, error: result.reason, refused: NOT_REFUSED }));
      if (result.alarm) await deps.alarms.raise(input.fleet, result.alarm as AlarmKind);
      return retryLater(`${action}_not_sent`, result.reason, result.afterMs);
    }
  }
}

/** Refusals in a row are over: the receiver did not answer no this time. */
const NOT_REFUSED = { count: 0, since: null };

/**
 * An open claim keeps others out for so long after it was made or renewed. A worker that dies renews nothing, so the next
 * attempt gets in soon after.
 */
export const CLAIM_LEASE_MS = 40_000;
/** How often a running attempt renews its lease and sends a heartbeat to Temporal. */
const PULSE_MS = 5_000;
/** A renewal younger than this says enough: whoever sends next has most of the lease before it. */
const FRESH_MS = 10_000;

/** A claim in the hands of the attempt that made it. */
export interface HeldClaim {
  /** Aborts when the attempt has to end: another one has the delivery, or this worker stops. */
  readonly signal: AbortSignal;
  /** Whether the delivery is still this attempt's: to be asked right before sending. */
  isMine(): Promise<boolean>;
  end(): void;
}

/** Holds a claim that was made just now, until `end`. */
export function holdClaim(
  deps: { readonly ledger: Pick<ActivityDependencies['ledger'], 'renew'> } & Pick<
    ActivityDependencies,
    'now'
  >,
  claim: { readonly fleetId: string; readonly id: string; readonly attempt: number },
): HeldClaim {
  const activity = asyncLocalStorage.getStore();
  const lost = new AbortController();
  let renewedAt = performance.now();
  async function renew(): Promise<boolean> {
    const began = performance.now();
    const isMine = await deps.ledger.renew({ ...claim, at: deps.now() });
    if (isMine) renewedAt = began;
    else lost.abort();
    return isMine;
  }
  function beat(): void {
    if (activity?.info.heartbeatTimeoutMs !== undefined) activity.heartbeat();
  }
  beat();
  const pulse = setInterval(() => {
    beat();
    // Without the database nobody can renew, and nobody else can claim either.
    renew().catch(() => undefined);
  }, PULSE_MS);
  return {
    signal: activity ? AbortSignal.any([lost.signal, activity.cancellationSignal]) : lost.signal,
    isMine: async () => (performance.now() - renewedAt < FRESH_MS && !lost.signal.aborted) || renew(),
    end: () => clearInterval(pulse),
  };
}
