import { ApplicationFailure } from '@temporalio/common';
import { getDelivery } from '../store/deliveries.ts';
import type { Delivery } from '../store/deliveries.ts';
import type { DeliveryClaim } from '../store/ledger.ts';
import type { AlarmKind } from './alarms.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { retryLater } from './failure.ts';
import type { SendResult } from './failure.ts';

/** Which delivery an activity carries out. */
export interface DeliveryInput {
  readonly fleet: string;
  readonly deliveryId: string;
}

/** What a look at the receiver found: the message, its certain absence, or no way to tell. */
export type LookResult = Extract<SendResult, { kind: 'sent' }> | 'absent' | 'unknown';

/** How one delivery is carried out over one channel. */
export interface Carrier {
  /** Sends it; `possibleRepeat` says that an earlier attempt's outcome is not known. */
  send(possibleRepeat: boolean): Promise<SendResult>;
  /** Looks for what an earlier attempt may have left; absent where the receiver cannot be asked. */
  look?(): Promise<LookResult>;
  /** What is nice to have once it is out and confirmed, such as a picture; its failure changes nothing. */
  adorn?(): Promise<void>;
}

type Go = Extract<DeliveryClaim, { kind: 'go' }>;

/** In doubt so often, with no way to look, a delivery is given up as `unconfirmed`. */
const DOUBTS_ALLOWED = 2;
/**
 * An open claim keeps others out for so long. It is shorter than an activity may take (`SEND` in workflows/profiles.ts), so
 * that the retry of an attempt that died finds the lease over, and longer than an attempt that lives can need.
 */
export const CLAIM_LEASE_MS = 40_000;

/**
 * Claims a delivery in the ledger, sends it and confirms. After an unclear outcome it looks first; where it cannot look it
 * sends once more, marked; unclear again, it stops and shows the delivery as `unconfirmed`.
 * @param prepare puts the message together, before the claim: what fails there has sent nothing and leaves no doubt
 * @returns the state in which the delivery now rests
 * @throws ApplicationFailure (worth a retry) when nothing was sent, or when the outcome has to be looked at again
 */
export async function carryOut(
  deps: ActivityDependencies,
  input: DeliveryInput,
  prepare: (delivery: Delivery) => Promise<Carrier>,
): Promise<string> {
  const key = { fleetId: input.fleet, id: input.deliveryId };
  const delivery = await getDelivery(deps.db, key);
  if (!delivery) throw noSuchDelivery(input);
  if (delivery.state !== 'pending') return delivery.state;
  const carrier = await prepare(delivery);
  const claim = await deps.ledger.claim({ ...key, at: deps.now(), leaseMs: CLAIM_LEASE_MS });
  if (claim.kind === 'missing') throw noSuchDelivery(input);
  if (claim.kind === 'settled') return claim.state;
  if (claim.kind === 'busy')
    return retryLater('delivery_busy', 'Another attempt at this delivery is under way.', claim.retryAfterMs);
  const mine = { ...key, attempt: claim.attempt };
  let possibleRepeat = claim.possibleRepeat;
  if (claim.afterUnclear) {
    const found = carrier.look ? await carrier.look() : 'unknown';
    if (found === 'absent') await deps.ledger.noteNotSent(mine);
    else if (found !== 'unknown') return settle(deps, { input, claim, result: found });
    else if (claim.unclearAttempts >= DOUBTS_ALLOWED) return giveUp(deps, input, claim);
    else {
      await deps.ledger.markPossibleRepeat(mine);
      possibleRepeat = true;
    }
  }
  const state = await settle(deps, { input, claim, result: await carrier.send(possibleRepeat) });
  if (state === 'sent') await carrier.adorn?.().catch(() => undefined);
  return state;
}

function noSuchDelivery(input: DeliveryInput): ApplicationFailure {
  return ApplicationFailure.nonRetryable(
    `Delivery ${input.deliveryId} is not in fleet "${input.fleet}"'s ledger.`,
    'no_such_delivery',
  );
}

async function giveUp(deps: ActivityDependencies, input: DeliveryInput, claim: Go): Promise<string> {
  const reason = `${claim.unclearAttempts} attempts ended without an answer, and the receiver cannot be asked.`;
  await deps.ledger.settleUnconfirmed({
    fleetId: input.fleet,
    id: input.deliveryId,
    attempt: claim.attempt,
    reason,
    at: deps.now(),
  });
  return 'unconfirmed';
}

/** Tells the ledger how the attempt ended. After an unclear end the next attempt looks. */
async function settle(
  deps: ActivityDependencies,
  args: { readonly input: DeliveryInput; readonly claim: Go; readonly result: SendResult },
): Promise<string> {
  const { input, claim, result } = args;
  const mine = { fleetId: input.fleet, id: input.deliveryId, attempt: claim.attempt, at: deps.now() };
  const { action } = claim.delivery;
  switch (result.kind) {
    case 'sent':
      await deps.ledger.confirm({ ...mine, ...(result.reference ? { reference: result.reference } : {}) });
      if (action === 'slack') await deps.alarms.clear(input.fleet, 'slack_access');
      if (action === 'email') await deps.alarms.clear(input.fleet, 'smtp_access');
      return 'sent';
    case 'refused':
      await deps.ledger.fail({ ...mine, reason: result.reason });
      deps.log.warn(
        { fleet: input.fleet, delivery: input.deliveryId, action, reason: result.reason },
        'delivery refused',
      );
      return 'failed';
    case 'not_sent':
      await deps.ledger.release({ ...mine, error: result.reason });
      if (result.alarm) await deps.alarms.raise(input.fleet, result.alarm as AlarmKind);
      return retryLater(`${action}_not_sent`, result.reason, result.afterMs);
    case 'unclear':
      await deps.ledger.leave(mine);
      return retryLater(`${action}_unclear`, result.reason, result.afterMs);
  }
}
