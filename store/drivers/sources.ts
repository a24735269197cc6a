import { sql } from 'kysely';
import type { DriverSource, DriverSources } from '../../rules/drivers/index.ts';
import type { DriverField, JsonObject } from '../../rules/vocabulary/index.ts';
import type { Db } from '../db/index.ts';
import { publishedDocuments } from '../documents/index.ts';

/**
 * Returns an expression for the directory row named `alias`, as a JSON object of column names and non-empty values. Null if there
 * is no row.
 */
export function rowAsRecord(alias: string) {
  const row = sql.raw(alias);
  return sql<Record<string, string> | null>`
    case when ${row}.driver_id is not null then
      jsonb_strip_nulls(to_jsonb(${row}.*) - 'fleet_id' - 'driver_id' - 'updated_at') end`;
}

/**
 * Selects the attributes in a driver's newest reading, as a lateral join named `newest`.
 * @param driver SQL expression of the driver's id
 */
export function newestAttributesOf(fleetId: string, driver: string) {
  return sql`lateral (
    select reading -> 'attributes' as attributes from driver_readings
    where fleet_id = ${fleetId} and driver_id = ${sql.raw(driver)} order by end_date desc limit 1
  ) newest`;
}

/** Returns a fleet's published settings, or undefined if it has none. */
export async function publishedSettings(db: Db, fleetId: string): Promise<JsonObject | undefined> {
  return (await publishedDocuments(db, { fleetId, kind: 'settings' }))[0]?.body;
}

/** Returns stored personal data of some drivers: their directory rows and the attributes in their newest readings. */
export async function driverSources(
  db: Db,
  args: { readonly fleetId: string; readonly driverIds: readonly string[] },
): Promise<DriverSources> {
  const { fleetId } = args;
  const driverIds = [...new Set(args.driverIds)];
  const settings = await publishedSettings(db, fleetId);
  if (driverIds.length === 0) return { settings, drivers: new Map() };
  const { rows } = await sql<{
    driverId: string;
    directory: DriverSource['directory'] | null;
    attributes: JsonObject | null;
  }>`
    select asked.driver_id, ${rowAsRecord('own')} as directory,
      case when jsonb_typeof(newest.attributes) = 'object' then newest.attributes end as attributes
    from unnest(${driverIds}::text[]) asked (driver_id)
    left join driver_directory own on own.fleet_id = ${fleetId} and own.driver_id = asked.driver_id
    left join ${newestAttributesOf(fleetId, 'asked.driver_id')} on true`.execute(db);
  return { settings, drivers: new Map(rows.map((row) => [row.driverId, sourceOf(row)])) };
}

/**
 * Returns a driver's source without missing parts.
 * @param row a null value means that the part is missing
 */
export function sourceOf(row: {
  readonly directory: DriverSource['directory'] | null;
  readonly attributes: JsonObject | null;
}): DriverSource {
  return {
    ...(row.directory && { directory: row.directory }),
    ...(row.attributes && { attributes: row.attributes }),
  };
}

/** Returns the fields that have a value for at least one driver in a fleet's directory. */
export async function directoryFields(db: Db, fleetId: string): Promise<readonly DriverField[]> {
  const { rows } = await sql<{ field: DriverField }>`
    select distinct field.key as field from driver_directory own, jsonb_each_text(${rowAsRecord('own')}) field
    where own.fleet_id = ${fleetId}`.execute(db);
  return rows.map(({ field }) => field);
}

/** Returns the distinct values of one field in a fleet's directory. */
export async function directoryValues(
  db: Db,
  { fleetId, field }: { readonly fleetId: string; readonly field: DriverField },
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('driverDirectory')
    .select(sql.ref<string>(field).as('value'))
    .distinct()
    .where('fleetId', '=', fleetId)
    .where(sql.ref(field), 'is not', null)
    .execute();
  return rows.map(({ value }) => value);
}
