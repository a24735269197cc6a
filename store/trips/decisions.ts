import { sql } from 'kysely';
import type { Decision, RuleDecision } from '../../rules/evaluation/index.ts';
import { jsonb } from '../db/index.ts';
import type { Db } from '../db/index.ts';
import type { TripKey } from '../tables/index.ts';

/** The stored decision of a revision, with its id. */
export interface RecordedDecision {
  readonly id: string;
  readonly isNew: boolean;
  /** The decision that applies: the first one recorded for this revision. */
  readonly decision: Decision;
}

/**
 * Records the decision of a trip's revision, with an entry in the audit log, in one statement. Sets the trip's state to `decided`
 * unless the trip is deleted. Returns the earlier decision if the revision has one already.
 */
export async function recordDecision(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly decision: Decision;
    readonly workflowId?: string;
    /** State reason of the decided trip. */
    readonly reason?: string | undefined;
  },
): Promise<RecordedDecision> {
  const { fleetId, decision } = args;
  const { driver_id: driverId, trip_id: tripId, revision } = decision;
  const decidedAt = new Date(decision.decided_at);
  const details = { driver_id: driverId, trip_id: tripId, revision, matched: matchedIn(decision) };
  const { rows } = await sql<{ id: string }>`
    with recorded as (
      insert into decisions (fleet_id, driver_id, trip_id, revision, decision, decided_at, workflow_id)
      values (${fleetId}, ${driverId}, ${tripId}, ${revision}, ${jsonb(decision)}, ${decidedAt}, ${args.workflowId ?? null})
      on conflict (fleet_id, driver_id, trip_id, revision) do nothing
      returning id
    ), audited as (
      insert into audit (fleet_id, at, who, action, subject_type, subject_id, details)
      select ${fleetId}, ${decidedAt}::timestamptz, 'tripline', 'decision.recorded', 'trip', ${`${driverId}/${tripId}`}, ${jsonb(details)}
      from recorded
    ), settled as (
      update trips set state = 'decided', state_reason = ${args.reason ?? null}, decided_at = ${decidedAt},
        not_matched = ${notMatchedIn(decision)}::text[]
      where fleet_id = ${fleetId} and driver_id = ${driverId} and trip_id = ${tripId} and state <> 'deleted'
    )
    select id from recorded`.execute(db);
  const recorded = rows[0];
  if (recorded) return { id: recorded.id, isNew: true, decision };
  const earlier = await db
    .selectFrom('decisions')
    .select(['id', 'decision'])
    .where((row) => row.and({ fleetId, driverId, tripId, revision }))
    .executeTakeFirstOrThrow();
  return { ...earlier, isNew: false };
}

function matchedIn(decision: Decision): string[] {
  return decision.rules.filter((rule) => rule.outcome === 'matched').map((rule) => rule.rule);
}

/** Returns the values of `trips.not_matched` for a decision. */
function notMatchedIn(decision: Decision): string[] {
  return decision.rules.filter(({ outcome }) => outcome === 'not_matched').map(({ rule }) => rule);
}

/** Returns the decision of a trip's latest revision, or undefined if there is none. */
export async function latestDecision(db: Db, key: TripKey): Promise<Decision | undefined> {
  return (await decisionsOf(db, key, 1))[0];
}

/** Returns the time of a trip's first decision, or undefined if there is none. */
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

/**
 * Returns the latest decision as JSON text without its actions, and the actions separately. A long decision then need not be
 * parsed to be shown.
 */
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

/** Returns one rule's part of a trip's latest decision, or undefined if that decision does not include the rule. */
export async function latestRuleDecision(
  db: Db,
  { fleetId, driverId, tripId, rule }: TripKey & { readonly rule: string },
): Promise<RuleDecision | undefined> {
  const row = await db
    .selectFrom('decisions')
    .select(
      sql<RuleDecision | null>`(
        select each from jsonb_array_elements(decision -> 'rules') each
        where each ->> 'rule' = ${rule} limit 1)`.as('found'),
    )
    .where((where) => where.and({ fleetId, driverId, tripId }))
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.found ?? undefined;
}

/** A decision of a trip, without the traces of its rules. */
export interface Revision {
  readonly revision: number;
  readonly decidedAt: string;
  readonly matched: readonly { readonly rule: string; readonly name: string }[];
}

/** Returns a summary of every decision of a trip, latest revision first. */
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

/** Returns every decision of a trip, latest revision first. */
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
