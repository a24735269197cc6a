import { asyncLocalStorage } from '@temporalio/activity';
import type { ActivityDependencies } from '../connections/index.ts';

/**
 * An open claim keeps others out for so long after it was made or renewed. A worker that dies renews nothing, so the next
 * attempt gets in soon after.
 */
export const CLAIM_LEASE_MS = 40_000;
/** How often an attempt at work renews its lease, and tells Temporal that its worker lives. */
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
