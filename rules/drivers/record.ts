import { settingsSchema } from '../documents/index.ts';
import type { Settings } from '../documents/index.ts';
import { DRIVER_FIELDS, DRIVER_FIELD_NAMES } from '../vocabulary/index.ts';
import type { DriverField, DriverRecord, Json, JsonObject } from '../vocabulary/index.ts';

/** What is stored of one driver as a person. */
export interface DriverSource {
  /** The driver's row of the directory; absent: there is none. */
  readonly directory?: DriverRecord;
  /** Attributes of the driver's newest reading, normalised; absent: none were given. */
  readonly attributes?: JsonObject | undefined;
}

/** Drivers of a fleet with the settings by which they are read. */
export interface DriverSources {
  /** The published document; absent: defaults. */
  readonly settings?: JsonObject | undefined;
  readonly drivers: ReadonlyMap<string, DriverSource>;
}

/** Where a field of a record comes from: the directory, or the path into the service's attributes. */
export type FieldOrigin =
  { readonly from: 'directory' } | { readonly from: 'attributes'; readonly path: string };

/** A driver record with the origin of each field. */
export interface ResolvedRecord {
  readonly record: DriverRecord;
  readonly origins: Readonly<Partial<Record<DriverField, FieldOrigin>>>;
}

/** A driver as messages show him: the id, and of the record what the fleet's settings allow. */
export type ShownDriver = DriverRecord & { readonly id: string };

/** A fleet's settings, defaults filled in. @param body the published document */
export function settingsFrom(body: JsonObject | undefined): Settings {
  return settingsSchema.parse(body ?? {});
}

const LONGEST = Object.fromEntries(DRIVER_FIELDS.map(({ name, most }) => [name, most])) as Record<
  DriverField,
  number
>;

/**
 * The text at a path into attributes, own properties only. Undefined where there is none, or nothing that could be shown: an
 * object, an empty text, `NA`.
 * @param path as settings write it, such as `$.vehicle.plate`
 * @param most characters; a longer text is cut
 */
export function attributeText(
  attributes: JsonObject | undefined,
  path: string,
  most: number,
): string | undefined {
  let at: Json | undefined = attributes;
  for (const step of path.split('.').slice(1)) {
    if (typeof at !== 'object' || at === null || Array.isArray(at) || !Object.hasOwn(at, step))
      return undefined;
    at = (at as JsonObject)[step];
  }
  if (typeof at !== 'string' && typeof at !== 'number') return undefined;
  const text = String(at)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return text === '' || text === 'NA' ? undefined : [...text].slice(0, most).join('');
}

/** A driver's record: field by field what the directory says, else what the attributes say at the mapped path. */
export function resolveRecord(
  { directory = {}, attributes }: DriverSource,
  { driver_fields: paths }: Pick<Settings, 'driver_fields'>,
): ResolvedRecord {
  const record: Partial<Record<DriverField, string>> = {};
  const origins: Partial<Record<DriverField, FieldOrigin>> = {};
  for (const field of DRIVER_FIELD_NAMES) {
    const path = paths[field];
    const given = directory[field];
    const found = path === undefined ? undefined : attributeText(attributes, path, LONGEST[field]);
    if (given !== undefined) {
      record[field] = given;
      origins[field] = { from: 'directory' };
    } else if (path !== undefined && found !== undefined) {
      record[field] = found;
      origins[field] = { from: 'attributes', path };
    }
  }
  return { record, origins };
}

/** A driver as a message may show him: fields that the fleet's settings switch off are left out. */
export function shownDriver({ settings, drivers }: DriverSources, id: string): ShownDriver {
  const fleet = settingsFrom(settings);
  const { record } = resolveRecord(drivers.get(id) ?? {}, fleet);
  const shown = Object.entries(record).filter(([field]) => fleet.privacy[field as DriverField]);
  return { id, ...(Object.fromEntries(shown) as DriverRecord) };
}

/** A driver's name as the API says it to whoever may read the fleet; undefined: none is known. */
export function knownName({ settings, drivers }: DriverSources, id: string): string | undefined {
  return resolveRecord(drivers.get(id) ?? {}, settingsFrom(settings)).record.name;
}
