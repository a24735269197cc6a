import { asyncLocalStorage } from '@temporalio/activity';
import type { ActivityDependencies } from '../dependencies/index.ts';

/**
 * Milliseconds for which a claim keeps other attempts out after it was made or renewed. A worker that dies renews nothing, so
 * the next attempt gets in soon after.
 */
export const CLAIM_LEASE_MS = 40_000;
/** Milliseconds between two pulses of a running attempt, which renew its lease and send a heartbeat to Temporal. */
const PULSE_MS = 5_000;
/** Age up to which a renewal is recent enough, because the attempt that sends next has most of the lease left. */
const FRESH_MS = 10_000;

/** A claim that the attempt holds that made it. */
export interface HeldClaim {
  /** Aborts when the attempt has to end: another one has the delivery, or this worker stops. */
  readonly signal: AbortSignal;
  /** Returns whether the delivery is still this attempt's. Called right before sending. */
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
    // Without the database no attempt can renew, and no other attempt can claim either.
    renew().catch(() => undefined);
  }, PULSE_MS);
  return {
    signal: activity ? AbortSignal.any([lost.signal, activity.cancellationSignal]) : lost.signal,
    isMine: async () => (performance.now() - renewedAt < FRESH_MS && !lost.signal.aborted) || renew(),
    end: () => clearInterval(pulse),
  };
}
