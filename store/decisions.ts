import type { Decision } from '../rules/decision.ts';
import { recordAudit } from './audit.ts';
import { inTransaction } from './database.ts';
import { jsonb } from './json.ts';
import type { Db } from './schema.ts';
import type { TripKey } from './tables/trips.ts';

/** A decision's key and what stands under it. */
export interface RecordedDecision {
  readonly id: string;
  readonly isNew: boolean;
  /** The decision that counts: the one recorded first for this revision. */
  readonly decision: Decision;
}

/**
 * Records the one decision of a trip's revision, with an entry in the audit log. When the revision has one already, that
 * one stands and is returned.
 */
export async function recordDecision(
  db: Db,
  args: { readonly fleetId: string; readonly decision: Decision; readonly workflowId?: string },
): Promise<RecordedDecision> {
  const { fleetId, decision } = args;
  const key = { fleetId, driverId: decision.driver_id, tripId: decision.trip_id };
  const decidedAt = new Date(decision.decided_at);
  return inTransaction(db, async (tx) => {
    const inserted = await tx
      .insertInto('decisions')
      .values({
        ...key,
        revision: decision.revision,
        decision: jsonb(decision),
        decidedAt,
        workflowId: args.workflowId ?? null,
      })
      .onConflict((conflict) => conflict.columns(['fleetId', 'driverId', 'tripId', 'revision']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (inserted !== undefined) {
      await recordAudit(tx, {
        fleetId,
        at: decidedAt,
        who: 'tripline',
        action: 'decision.recorded',
        subjectType: 'trip',
        subjectId: `${key.driverId}/${key.tripId}`,
        details: {
          driver_id: key.driverId,
          trip_id: key.tripId,
          revision: decision.revision,
          matched: matchedIn(decision),
        },
      });
      return { id: inserted.id, isNew: true, decision };
    }
    const earlier = await tx
      .selectFrom('decisions')
      .select(['id', 'decision'])
      .where((row) => row.and({ ...key, revision: decision.revision }))
      .executeTakeFirstOrThrow();
    return { ...earlier, isNew: false };
  });
}

function matchedIn(decision: Decision): string[] {
  return decision.rules.filter((rule) => rule.outcome === 'matched' && !rule.trial).map((rule) => rule.rule);
}

/** The decision of a trip's latest revision. */
export async function latestDecision(db: Db, key: TripKey): Promise<Decision | undefined> {
  return (await decisionsOf(db, key, 1))[0];
}

/** When a trip was decided for the first time; undefined: never. */
export async function firstDecidedAt(db: Db, key: TripKey): Promise<Date | undefined> {
  const { fleetId, driverId, tripId } = key;
  const first = await db
    .selectFrom('decisions')
    .select('decidedAt')
    .where((row) => row.and({ fleetId, driverId, tripId }))
    .orderBy('revision')
    .limit(1)
    .executeTakeFirst();
  return first?.decidedAt;
}

/** How many trips of a fleet were decided, perhaps anew, since an instant. */
export async function countTripsDecided(
  db: Db,
  { fleetId, since }: { readonly fleetId: string; readonly since: Date },
): Promise<number> {
  const trips = db
    .selectFrom('decisions')
    .select(['driverId', 'tripId'])
    .distinct()
    .where('fleetId', '=', fleetId)
    .where('decidedAt', '>=', since);
  const { count } = await db
    .selectFrom(trips.as('trips'))
    .select((row) => row.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Every decision of a trip, latest revision first. */
export async function listDecisions(db: Db, key: TripKey): Promise<Decision[]> {
  return decisionsOf(db, key, 1_000);
}

async function decisionsOf(db: Db, key: TripKey, limit: number): Promise<Decision[]> {
  const { fleetId, driverId, tripId } = key;
  const rows = await db
    .selectFrom('decisions')
    .select('decision')
    .where((row) => row.and({ fleetId, driverId, tripId }))
    .orderBy('revision', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.decision);
}
