import { sql } from 'kysely';
import type { Severity } from '../rules/decision.ts';
import type { Delivery } from './deliveries.ts';
import type { Db, Tx } from './schema.ts';
import type { TripKey } from './tables/trips.ts';

/** A delivery whose quiet hours or budget day are over, with what decides whether and how it goes. */
export interface HeldDelivery extends Delivery {
  /** Of its alert; absent for a message about a budget. */
  readonly severity: Severity | null;
  readonly alertGroups: string[] | null;
  /** The trip's state now. */
  readonly tripState: string | null;
  /** What the trip's latest decision says of the rule; null: it does not name the rule. */
  readonly latestOutcome: string | null;
}

/** When something of a trip that is held may go: each time once, the first one first. */
export async function releaseTimesOf(db: Db, key: TripKey): Promise<Date[]> {
  const { fleetId, driverId, tripId } = key;
  const rows = await db
    .selectFrom('deliveries')
    .select('releaseAt')
    .distinct()
    .where((row) => row.and({ fleetId, driverId, tripId, state: 'held' }))
    .where('releaseAt', 'is not', null)
    .orderBy('releaseAt')
    .execute();
  return rows.flatMap(({ releaseAt }) => releaseAt ?? []);
}

/** Everything held until an instant at the latest, in the order in which it was planned, locked for this transaction. */
export async function heldUntil(
  tx: Tx,
  args: { readonly fleetId: string; readonly until: Date },
): Promise<HeldDelivery[]> {
  const rows = await tx
    .selectFrom('deliveries')
    .leftJoin('alerts', (join) =>
      join.onRef('alerts.fleetId', '=', 'deliveries.fleetId').onRef('alerts.id', '=', 'deliveries.alertId'),
    )
    .leftJoin('trips', (join) =>
      join
        .onRef('trips.fleetId', '=', 'deliveries.fleetId')
        .onRef('trips.driverId', '=', 'deliveries.driverId')
        .onRef('trips.tripId', '=', 'deliveries.tripId'),
    )
    .selectAll('deliveries')
    .select(['alerts.severity', 'alerts.groups as alertGroups', 'trips.state as tripState'])
    .select(
      sql<string | null>`(select judged.part ->> 'outcome'
        from decisions d cross join lateral jsonb_array_elements(d.decision -> 'rules') as judged(part)
        where d.fleet_id = deliveries.fleet_id and d.driver_id = deliveries.driver_id
          and d.trip_id = deliveries.trip_id and judged.part ->> 'rule' = deliveries.rule
          and judged.part ->> 'trial' is null
          and d.revision = (select max(l.revision) from decisions l where l.fleet_id = d.fleet_id
            and l.driver_id = d.driver_id and l.trip_id = d.trip_id))`.as('latestOutcome'),
    )
    .where('deliveries.fleetId', '=', args.fleetId)
    .where('deliveries.state', '=', 'held')
    .where('deliveries.releaseAt', '<=', args.until)
    .orderBy('deliveries.id')
    .forUpdate('deliveries')
    .execute();
  return rows;
}

/** Lets a held delivery go. */
export async function letGo(
  tx: Tx,
  args: { readonly fleetId: string; readonly ids: readonly string[] },
): Promise<void> {
  if (args.ids.length === 0) return;
  await tx
    .updateTable('deliveries')
    .set({ state: 'pending', reason: null })
    .where('fleetId', '=', args.fleetId)
    .where('id', 'in', [...args.ids])
    .execute();
}

/** Ends held deliveries that are not sent: for a reason, or because another one's message tells them. */
export async function skipHeld(
  tx: Tx,
  args: {
    readonly fleetId: string;
    readonly ids: readonly string[];
    readonly reason: string;
    readonly carriedBy?: string;
    readonly at: Date;
  },
): Promise<void> {
  if (args.ids.length === 0) return;
  await tx
    .updateTable('deliveries')
    .set({
      state: 'skipped',
      reason: args.reason,
      settledAt: args.at,
      carriedBy: args.carriedBy ?? null,
    })
    .where('fleetId', '=', args.fleetId)
    .where('id', 'in', [...args.ids])
    .execute();
}

/** Says of held alerts what became of them: raised, when something of them goes, or stopped with the reason. */
export async function settleHeldAlerts(
  tx: Tx,
  args: { readonly fleetId: string; readonly ids: readonly string[]; readonly stopped?: string },
): Promise<void> {
  if (args.ids.length === 0) return;
  await tx
    .updateTable('alerts')
    .set({ state: args.stopped === undefined ? 'raised' : 'stopped', reason: args.stopped ?? null })
    .where('fleetId', '=', args.fleetId)
    .where('id', 'in', [...args.ids])
    .where('state', '=', 'held')
    .execute();
}

/** What was let go by an instant and still has to be carried out, oldest first. @param args.after not before, nor it */
export async function releasedPending(
  db: Db,
  args: { readonly fleetId: string; readonly until: Date; readonly limit: number; readonly after?: string },
): Promise<Delivery[]> {
  const query = db
    .selectFrom('deliveries')
    .selectAll()
    .where('fleetId', '=', args.fleetId)
    .where('state', '=', 'pending')
    .where('releaseAt', '<=', args.until)
    .orderBy('id')
    .limit(args.limit);
  return (args.after === undefined ? query : query.where('id', '>', args.after)).execute();
}

/** The deliveries that a message tells beside its own, oldest first, and how many there are. */
export async function carriedBy(
  db: Db,
  args: { readonly fleetId: string; readonly id: string; readonly limit: number },
): Promise<{ items: Delivery[]; total: number }> {
  const carried = db
    .selectFrom('deliveries')
    .where('fleetId', '=', args.fleetId)
    .where('carriedBy', '=', args.id);
  const items = await carried.selectAll().orderBy('id').limit(args.limit).execute();
  if (items.length < args.limit) return { items, total: items.length };
  const row = await carried
    .select((select) => select.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return { items, total: Number(row.count) };
}
