import { fingerprint } from './ids.ts';
import type { Db } from './schema.ts';
import type { DeliveryAction } from './tables/decisions.ts';
import type { TripKey } from './tables/trips.ts';

/**
 * Enters a message about a rule's budget into the ledger: that it is over, or at the end of the day what it kept back.
 * Once a rule, local day and receiver, whichever alert is the first; the trip is the one that brought it about.
 */
export async function planBudgetMessage(
  db: Db,
  args: TripKey & {
    readonly kind: 'budget_notice' | 'budget_summary';
    readonly rule: string;
    readonly version: number;
    /** The fleet's local day, `YYYY-MM-DD`. */
    readonly date: string;
    readonly action: DeliveryAction & ('slack' | 'email');
    readonly receiver: string;
    readonly revision: number;
    readonly at: Date;
    /** Held until then; absent: it goes now. */
    readonly releaseAt?: Date;
  },
): Promise<void> {
  const { fleetId, driverId, tripId, kind, rule, version, action, receiver, revision } = args;
  const identity = [fleetId, kind, rule, args.date, action, receiver];
  await db
    .insertInto('deliveries')
    .values({
      ...{ fleetId, driverId, tripId, kind, rule, version, action, receiver, revision },
      deliveryKey: fingerprint(identity).slice(0, 32),
      actionIndex: 0,
      alertId: null,
      state: args.releaseAt ? 'held' : 'pending',
      reason: args.releaseAt ? (kind === 'budget_summary' ? 'over_budget' : 'quiet_hours') : null,
      attempt: 0,
      unclearAttempts: [],
      possibleRepeat: false,
      plannedAt: args.at,
      settledAt: null,
      releaseAt: args.releaseAt ?? null,
      carriedBy: null,
    })
    .onConflict((conflict) => conflict.columns(['fleetId', 'deliveryKey']).doNothing())
    .execute();
}
