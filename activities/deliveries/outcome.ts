import { setTimeout as pause } from 'node:timers/promises';
import { CHANNELS, isChannel } from '../../rules/channels/index.ts';
import { isDatabaseUnavailable } from '../../store/db/index.ts';
import type { DeliveryClaim } from '../../store/deliveries/index.ts';
import type { ActivityDependencies, DeliveryChannel, DeliveryInput } from '../dependencies/index.ts';
import { retryLater } from '../failures/index.ts';
import type { SendResult } from '../failures/index.ts';
import { alarmSubject } from '../resilience/index.ts';

/** A successful claim, with which its attempt continues the delivery. */
export type Go = Extract<DeliveryClaim, { kind: 'go' }>;

/** One attempt at a delivery, from the claim on. */
export interface Attempt {
  readonly input: DeliveryInput;
  readonly claim: Go;
  readonly channel: DeliveryChannel;
}

/** Milliseconds for which recording an outcome is retried. It is longer than a database's restart or failover to its standby. */
const REPORTED_WITHIN_MS = 20_000;
const REPORTED_EVERY_MS = 500;

/**
 * Records the outcome of an attempt. Retries while the database is unavailable, because only this attempt knows the outcome. An
 * unrecorded outcome is unknown to the next attempt, and after two unknown outcomes a delivery is given up.
 * @param report records the outcome; repeating it changes nothing
 */
export async function reportToLedger(report: () => Promise<void>): Promise<void> {
  const until = performance.now() + REPORTED_WITHIN_MS;
  for (;;) {
    try {
      return await report();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() > until) throw error;
    }
    await pause(REPORTED_EVERY_MS);
  }
}

/** Number of unknown outcomes without a lookup after which a delivery is given up as `unconfirmed`. */
export const UNKNOWN_OUTCOMES_ALLOWED = 2;
/**
 * Longest wait in milliseconds before a page with an unknown outcome is repeated. It is short, because a page is urgent and the
 * next recipients are paged soon anyway.
 */
const PAGE_REPEATED_AFTER_MS = 30_000;

/**
 * Records an unknown outcome and throws for a retry. If the receiver has a lookup, the retry comes soon and looks the message up.
 * Otherwise the delivery has one more attempt, which waits so that the receiver can recover.
 * @returns the final state when no attempt is left
 * @throws ApplicationFailure (worth a retry) otherwise
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
  // Waits at least `recoversMs` before the last attempt, because the wait that a broken receiver requests may be too short.
  const leastMs = channel.lookUp === undefined && unavailable ? recoversMs : undefined;
  const waitMs = afterMs === undefined ? leastMs : Math.max(afterMs, leastMs ?? 0);
  return retryLater(`${action}_unclear`, reason, waitMs);
}

/** Ends a delivery that cannot be composed, with a reason, because otherwise it would be retried forever. */
export async function endUnsendable(
  deps: ActivityDependencies,
  { input, claim }: Pick<Attempt, 'input' | 'claim'>,
  { message: reason }: NotStoredError,
): Promise<string> {
  const mine = { fleetId: input.fleet, id: input.deliveryId, attempt: claim.attempt, at: deps.now() };
  deps.log.error({ fleet: input.fleet, delivery: input.deliveryId, reason }, 'delivery cannot be composed');
  if (claim.afterUnclear) await deps.ledger.endUnconfirmed({ ...mine, reason });
  else await deps.ledger.fail({ ...mine, reason });
  return claim.afterUnclear ? 'unconfirmed' : 'failed';
}

/**
 * Ends a delivery as `unconfirmed`, because it may have been sent and the receiver has no lookup.
 * @returns the final state
 */
export async function giveUp(
  deps: ActivityDependencies,
  input: DeliveryInput,
  claim: Go & { readonly last?: string },
): Promise<string> {
  const last = claim.last === undefined ? '' : ` (the last: ${claim.last})`;
  const reason = `${claim.unknownOutcomeAttempts} attempts had an unknown outcome${last}, and the receiver has no lookup.`;
  await deps.ledger.endUnconfirmed({
    fleetId: input.fleet,
    id: input.deliveryId,
    attempt: claim.attempt,
    reason,
    at: deps.now(),
  });
  return 'unconfirmed';
}

/** Error when data that a delivery refers to is not stored. Only a defect can cause it, and a retry does not help. */
export class NotStoredError extends Error {
  override readonly name = 'NotStoredError';
}

/** Raises the alarm that a delivery's receiver is unavailable; none without a message, or for a channel with a lookup. */
async function alarmUnavailable(
  deps: Pick<ActivityDependencies, 'alarms'>,
  fleet: string,
  { action, receiver }: { readonly action: string; readonly receiver: string },
): Promise<void> {
  if (!isChannel(action) || CHANNELS[action].hasLookup) return;
  await deps.alarms.raise(fleet, `${CHANNELS[action].service}_unavailable`, alarmSubject(action, receiver));
}
