import { setTimeout as pause } from 'node:timers/promises';
import { CHANNELS, isChannel } from '../../rules/channels/index.ts';
import { isDatabaseUnavailable } from '../../store/db/index.ts';
import type { DeliveryClaim } from '../../store/deliveries/index.ts';
import type { ActivityDependencies, DeliveryChannel, DeliveryInput } from '../dependencies/index.ts';
import { retryLater } from '../failures/index.ts';
import type { SendResult } from '../failures/index.ts';

/** A claim that lets its holder go on with the delivery. */
export type Go = Extract<DeliveryClaim, { kind: 'go' }>;

/** One attempt at a delivery, from its claim on. */
export interface Attempt {
  readonly input: DeliveryInput;
  readonly claim: Go;
  readonly channel: DeliveryChannel;
}

/** Longer than a database takes to restart, or to hand over to its standby. */
const WRITTEN_DOWN_WITHIN_MS = 20_000;
const WRITTEN_DOWN_EVERY_MS = 500;

/**
 * Writes down how an attempt ended, again and again while the database is unavailable: nothing but this attempt knows. An end that is
 * not written down is an unknown outcome to the next attempt, and the second one is the last.
 * @param report changes nothing when it was done before
 */
export async function writeDown(report: () => Promise<void>): Promise<void> {
  const until = performance.now() + WRITTEN_DOWN_WITHIN_MS;
  for (;;) {
    try {
      return await report();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() > until) throw error;
    }
    await pause(WRITTEN_DOWN_EVERY_MS);
  }
}

/** After so many unknown outcomes, with no lookup, a delivery is given up as `unconfirmed`. */
export const UNKNOWN_OUTCOMES_ALLOWED = 2;
/** A page is urgent, and the next recipients are paged soon anyway: its repeat waits no longer than this. */
const PAGE_REPEATED_AFTER_MS = 30_000;

/**
 * Nobody knows whether it arrived. Where the receiver can be asked it is, soon; elsewhere there is one more attempt, and it is
 * not spent on a receiver that has just broken.
 */
export async function keepUnknownOutcome(
  deps: ActivityDependencies,
  { input, claim, channel }: Attempt,
  result: Extract<SendResult, { kind: 'unknown_outcome' }>,
): Promise<string> {
  const { action, kind } = claim.delivery;
  const { reason, afterMs, unavailable = false } = result;
  if (channel.lookUp === undefined && claim.unknownOutcomeAttempts + 1 >= UNKNOWN_OUTCOMES_ALLOWED) {
    const state = await giveUp(deps, input, {
      ...claim,
      unknownOutcomeAttempts: UNKNOWN_OUTCOMES_ALLOWED,
      last: reason,
    });
    if (unavailable) await alarmUnavailable(deps, input.fleet, claim.delivery);
    return state;
  }
  const mine = { fleetId: input.fleet, id: input.deliveryId, attempt: claim.attempt, at: deps.now() };
  await deps.ledger.leave({ ...mine, error: reason });
  const recoversMs =
    kind === 'incident_page' ? Math.min(deps.repeatAfterMs, PAGE_REPEATED_AFTER_MS) : deps.repeatAfterMs;
  // What a broken receiver asks for may be too short for the one repeat there is.
  const leastMs = channel.lookUp === undefined && unavailable ? recoversMs : undefined;
  const waitMs = afterMs === undefined ? leastMs : Math.max(afterMs, leastMs ?? 0);
  return retryLater(`${action}_unclear`, reason, waitMs);
}

/** It can never be put together: it ends, and says so, instead of being tried for ever. */
export async function endUnsendable(
  deps: ActivityDependencies,
  { input, claim }: Pick<Attempt, 'input' | 'claim'>,
  { message: reason }: NotStoredError,
): Promise<string> {
  const mine = { fleetId: input.fleet, id: input.deliveryId, attempt: claim.attempt, at: deps.now() };
  deps.log.error({ fleet: input.fleet, delivery: input.deliveryId, reason }, 'delivery cannot be composed');
  if (claim.afterUnclear) await deps.ledger.settleUnconfirmed({ ...mine, reason });
  else await deps.ledger.fail({ ...mine, reason });
  return claim.afterUnclear ? 'unconfirmed' : 'failed';
}

/** It may be out or not, and nobody can be asked: it is shown as `unconfirmed`. @returns its state */
export async function giveUp(
  deps: ActivityDependencies,
  input: DeliveryInput,
  claim: Go & { readonly last?: string },
): Promise<string> {
  const last = claim.last === undefined ? '' : ` (the last: ${claim.last})`;
  const reason = `${claim.unknownOutcomeAttempts} attempts had an unknown outcome${last}, and the receiver has no lookup.`;
  await deps.ledger.settleUnconfirmed({
    fleetId: input.fleet,
    id: input.deliveryId,
    attempt: claim.attempt,
    reason,
    at: deps.now(),
  });
  return 'unconfirmed';
}

/** The subject of a delivery is not in the store, which only a defect can cause: waiting does not bring it back. */
export class NotStoredError extends Error {
  override readonly name = 'NotStoredError';
}

/** The host that an alarm about a receiver of webhooks names: an address may hold a secret, its host does not. */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : '';
}

/** Raises the alarm that whoever a delivery is for does not answer; without a delivery by message, none. */
async function alarmUnavailable(
  deps: Pick<ActivityDependencies, 'alarms'>,
  fleet: string,
  { action, receiver }: { readonly action: string; readonly receiver: string },
): Promise<void> {
  if (!isChannel(action) || CHANNELS[action].hasLookup) return;
  const { service, isEachReceiverAService } = CHANNELS[action];
  await deps.alarms.raise(fleet, `${service}_unavailable`, isEachReceiverAService ? hostOf(receiver) : '');
}
