import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { instanceKey } from '../db/index.ts';
import type { Db, Tx } from '../db/index.ts';
import type { TripKey } from '../tables/index.ts';

/** Name of the installation's secret key for the hashes. Without the key, a hash reveals nothing about an id. */
const KEY_NAME = 'tombstones';

interface DriverKey {
  readonly fleetId: string;
  readonly driverId: string;
}

/** A trip that may have been removed before. */
export interface MaybeTombstoned {
  readonly tripId: string;
  /** End of the trip. Absent if it is unknown. */
  readonly endedAt?: Date | undefined;
}

/** Returns an SQL expression: the keyed hash of a text. The query must include `SECRET`, which provides the key. */
function hashOf(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`encode(sha256(secret.key || convert_to(${text}, 'UTF8')), 'hex')`;
}

const SECRET = sql`(select key from instance_keys where name = ${KEY_NAME}) secret`;

function driverText({ fleetId, driverId }: DriverKey): string {
  return JSON.stringify([fleetId, driverId]);
}

function tripText({ fleetId, driverId, tripId }: TripKey): string {
  return JSON.stringify([fleetId, driverId, tripId]);
}

/** Returns the hash that replaces a driver's id. Creates the installation's key on first use. */
export async function driverHash(db: Db, key: DriverKey): Promise<string> {
  await instanceKey(db, KEY_NAME);
  const { rows } = await sql<{ hash: string }>`
    select ${hashOf(sql`${driverText(key)}::text`)} as hash from ${SECRET}`.execute(db);
  return rows[0]!.hash;
}

/** Records trips as removed (a tombstone for each), so that no work on them begins again. */
export async function noteTombstones(
  tx: Tx,
  args: DriverKey & { readonly tripIds: readonly string[]; readonly at: Date },
): Promise<void> {
  const { fleetId, driverId, tripIds, at } = args;
  await instanceKey(tx, KEY_NAME);
  const texts = tripIds.map((tripId) => tripText({ fleetId, driverId, tripId }));
  await sql`
    insert into trip_tombstones (fleet_id, trip_hash, removed_at)
    select ${fleetId}, ${hashOf(sql`one.text`)}, ${at} from ${SECRET}, unnest(${texts}::text[]) one (text)
    on conflict do nothing`.execute(tx);
}

/** Records that a driver is erased. Trips that ended before now are not processed again, whether or not they are stored. */
export async function noteErased(tx: Tx, args: DriverKey & { readonly at: Date }): Promise<void> {
  const hash = await driverHash(tx, args);
  await sql`
    insert into erased_drivers (fleet_id, driver_hash, erased_at) values (${args.fleetId}, ${hash}, ${args.at})
    on conflict (fleet_id, driver_hash)
      do update set erased_at = greatest(erased_drivers.erased_at, excluded.erased_at)`.execute(tx);
}

/**
 * Returns those of the given drivers who were erased and have not driven since. No personal data about them may be stored.
 * @returns the drivers' ids
 */
export async function erasedAmong(
  db: Db,
  args: { readonly fleetId: string; readonly driverIds: readonly string[] },
): Promise<ReadonlySet<string>> {
  const { fleetId, driverIds } = args;
  if (driverIds.length === 0) return new Set();
  const texts = driverIds.map((driverId) => driverText({ fleetId, driverId }));
  const { rows } = await sql<{ driverId: string }>`
    select one.driver_id from ${SECRET}
    cross join unnest(${[...driverIds]}::text[], ${texts}::text[]) one (driver_id, text)
    join erased_drivers gone on gone.fleet_id = ${fleetId} and gone.driver_hash = ${hashOf(sql`one.text`)}
    where not exists (select from trips where trips.fleet_id = ${fleetId} and trips.driver_id = one.driver_id
      and coalesce(trips.ended_at, trips.first_received_at) > gone.erased_at)`.execute(db);
  return new Set(rows.map(({ driverId }) => driverId));
}

/**
 * Returns those of a driver's trips that must not be stored again. They were removed, or the driver was erased after they ended.
 * @returns the trips' ids
 */
export async function tombstonedAmong(
  db: Db,
  args: DriverKey & { readonly trips: readonly MaybeTombstoned[] },
): Promise<ReadonlySet<string>> {
  if (args.trips.length === 0) return new Set();
  const { rows } = await areTombstoned(args).execute(db);
  return new Set(rows.map(({ tripId }) => tripId));
}

/** Returns the query of `tombstonedAmong`, for use in other queries. */
export function areTombstoned(
  args: DriverKey & { readonly trips: readonly MaybeTombstoned[] },
): RawBuilder<{ readonly tripId: string }> {
  const { fleetId, driverId, trips } = args;
  const ids = trips.map(({ tripId }) => tripId);
  const texts = ids.map((tripId) => tripText({ fleetId, driverId, tripId }));
  const ends = trips.map(({ endedAt }) => endedAt?.toISOString() ?? null);
  return sql<{ readonly tripId: string }>`
    select one.trip_id from ${SECRET}, unnest(${ids}::text[], ${texts}::text[], ${ends}::timestamptz[]) one (trip_id, text, ended_at)
    where exists (select from trip_tombstones gone
        where gone.fleet_id = ${fleetId} and gone.trip_hash = ${hashOf(sql`one.text`)})
      or exists (select from erased_drivers gone
        where gone.fleet_id = ${fleetId} and gone.driver_hash = ${hashOf(sql`${driverText(args)}::text`)}
          and one.ended_at <= gone.erased_at)`;
}

/**
 * Returns whether work on a trip must not begin, because the trip was removed or the driver erased. `endedAt` is the trip's end,
 * if known.
 */
export async function isTombstoned(
  db: Db,
  key: TripKey & { readonly endedAt?: Date | undefined },
): Promise<boolean> {
  const found = await tombstonedAmong(db, { ...key, trips: [key] });
  return found.has(key.tripId);
}
