import { sql } from 'kysely';
import type { Db } from '../db/index.ts';
import type { TripKey } from '../tables/index.ts';

/** Returns whether an unresolved incident exists that the trip opened or joined. */
export async function hasOpenIncident(db: Db, key: TripKey): Promise<boolean> {
  const { fleetId, driverId, tripId } = key;
  const opened = await db
    .selectFrom('incidents')
    .select('id')
    .where((row) => row.and({ fleetId, driverId, tripId }))
    .where('state', '!=', 'resolved')
    .limit(1)
    .executeTakeFirst();
  if (opened) return true;
  const joined = await db
    .selectFrom('incidentAlerts')
    .innerJoin('incidents', (join) =>
      join
        .onRef('incidents.fleetId', '=', 'incidentAlerts.fleetId')
        .onRef('incidents.id', '=', 'incidentAlerts.incidentId'),
    )
    .select('incidents.id')
    .where('incidentAlerts.fleetId', '=', fleetId)
    .where('incidentAlerts.driverId', '=', driverId)
    .where('incidentAlerts.tripId', '=', tripId)
    .where('incidents.state', '!=', 'resolved')
    .limit(1)
    .executeTakeFirst();
  return joined !== undefined;
}

/**
 * Returns whether a person is still to be paged for the trip. True if its `escalate` delivery is pending or held, or failed
 * without opening an incident.
 */
export async function willEscalate(db: Db, key: TripKey): Promise<boolean> {
  const { fleetId, driverId, tripId } = key;
  const due = await db
    .selectFrom('deliveries')
    .select('id')
    .where((row) => row.and({ fleetId, driverId, tripId, action: 'escalate' }))
    .where((row) =>
      row.or([
        row('state', 'in', ['pending', 'held']),
        row.and([
          row('state', 'in', ['failed', 'unconfirmed']),
          sql<boolean>`not coalesce(reference ? 'incident_id', false)`,
        ]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return due !== undefined;
}

/**
 * Counts the deletions attempted on a UTC date that removed their trip or may have, for a fleet or one rule. Count and record the
 * attempt under one fleet lock: otherwise two workers that count at the same time could exceed a cap.
 * @param args.utcDate `YYYY-MM-DD`
 */
export async function countDeletedOn(
  db: Db,
  args: { readonly fleetId: string; readonly rule?: string; readonly utcDate: string },
): Promise<number> {
  const day = utcDay(args.utcDate);
  let query = db
    .selectFrom('deletions')
    .select((count) => count.fn.countAll<string>().as('count'))
    .where('fleetId', '=', args.fleetId)
    .where('state', 'in', ['deleted', 'deleting', 'unknown_outcome'])
    .where('firstAttemptAt', '>=', day.start)
    .where('firstAttemptAt', '<', day.end);
  if (args.rule !== undefined) query = query.where('rule', '=', args.rule);
  return Number((await query.executeTakeFirstOrThrow()).count);
}

/**
 * Counts the trips received on a UTC date, including deleted trips. Caps that are a share of the day's trips use this total.
 * @param args.utcDate `YYYY-MM-DD`
 */
export async function countTripsOn(
  db: Db,
  args: { readonly fleetId: string; readonly utcDate: string },
): Promise<number> {
  const day = utcDay(args.utcDate);
  const row = await db
    .selectFrom('trips')
    .select((count) => count.fn.countAll<string>().as('count'))
    .where('fleetId', '=', args.fleetId)
    .where('firstReceivedAt', '>=', day.start)
    .where('firstReceivedAt', '<', day.end)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

function utcDay(date: string): { readonly start: Date; readonly end: Date } {
  const start = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(start.getTime())) throw new RangeError(`"${date}" is not a date: write YYYY-MM-DD.`);
  return { start, end: new Date(start.getTime() + 86_400_000) };
}
