import { sql } from 'kysely';
import type { Decision, RuleDecision } from '../rules/decision.ts';
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

/** The latest decision as JSON text, so that a long one need not be parsed to be shown; its actions by themselves. */
export async function latestDecisionText(
  db: Db,
  { fleetId, driverId, tripId }: TripKey,
): Promise<{ readonly withoutActions: string; readonly actions: Decision['actions'] } | undefined> {
  return db
    .selectFrom('decisions')
    .select([
      sql<string>`(decision - 'actions')::text`.as('withoutActions'),
      sql<Decision['actions']>`decision -> 'actions'`.as('actions'),
    ])
    .where((row) => row.and({ fleetId, driverId, tripId }))
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** What one rule made of a trip in the latest decision; not that of a draft on trial. */
export async function latestRuleDecision(
  db: Db,
  { fleetId, driverId, tripId, rule }: TripKey & { readonly rule: string },
): Promise<RuleDecision | undefined> {
  const row = await db
    .selectFrom('decisions')
    .select(
      sql<RuleDecision | null>`(
        select each from jsonb_array_elements(decision -> 'rules') each
        where each ->> 'rule' = ${rule} and (each -> 'trial') is null limit 1)`.as('found'),
    )
    .where((where) => where.and({ fleetId, driverId, tripId }))
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.found ?? undefined;
}

/** A decision of a trip without its traces. */
export interface Revision {
  readonly revision: number;
  readonly decidedAt: string;
  readonly matched: readonly { readonly rule: string; readonly name: string }[];
}

/** Every decision of a trip in short, latest revision first. */
export async function listRevisions(db: Db, { fleetId, driverId, tripId }: TripKey): Promise<Revision[]> {
  return db
    .selectFrom('decisions')
    .select([
      'revision',
      sql<string>`decision ->> 'decided_at'`.as('decidedAt'),
      sql<Revision['matched']>`(
        select coalesce(jsonb_agg(jsonb_build_object('rule', each -> 'rule', 'name', each -> 'name') order by place), '[]')
        from jsonb_array_elements(decision -> 'rules') with ordinality rules(each, place)
        where each ->> 'outcome' = 'matched')`.as('matched'),
    ])
    .where((row) => row.and({ fleetId, driverId, tripId }))
    .orderBy('revision', 'desc')
    .limit(MOST_REVISIONS)
    .execute();
}

const MOST_REVISIONS = 1_000;

/** Every decision of a trip, latest revision first. */
export async function listDecisions(db: Db, key: TripKey): Promise<Decision[]> {
  return decisionsOf(db, key, MOST_REVISIONS);
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
