import { sql } from 'kysely';
import type { Db } from '../db/index.ts';
import type { TripKey } from '../tables/index.ts';

/** Returns whether an incident that the trip opened or joined is not resolved. */
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
 * Returns whether a person is still to be paged for the trip. Its `escalate` delivery is stored and not carried out, or failed
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
 * Deletions tried on a UTC date that did or may have removed their trip, of the fleet or of one rule. Count and record the
 * attempt under one fleet lock: two workers that count at once would both find room.
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
 * Trips received on a UTC date, deleted ones included: the total for a share of the day's trips.
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
