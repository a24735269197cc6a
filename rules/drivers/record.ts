import { settingsSchema } from '../documents/index.ts';
import type { Settings } from '../documents/index.ts';
import { DRIVER_FIELDS, DRIVER_FIELD_NAMES } from '../vocabulary/index.ts';
import type { DriverField, DriverRecord, Json, JsonObject } from '../vocabulary/index.ts';

/** The stored personal data of one driver, before the record is resolved. */
export interface DriverSource {
  /** The driver's row in the directory. Absent if there is none. */
  readonly directory?: DriverRecord;
  /** Attributes in the driver's newest score reading, normalised. Absent if the service sent none. */
  readonly attributes?: JsonObject | undefined;
}

/** The drivers of a fleet, with the settings that are needed to resolve their records. */
export interface DriverSources {
  /** The published settings document. Absent: defaults apply. */
  readonly settings?: JsonObject | undefined;
  readonly drivers: ReadonlyMap<string, DriverSource>;
}

/** The origin of a field in a driver record: the directory, or a path in the service's attributes. */
export type FieldOrigin =
  { readonly from: 'directory' } | { readonly from: 'attributes'; readonly path: string };

/** A driver record with the origin of each field. */
export interface ResolvedRecord {
  readonly record: DriverRecord;
  readonly origins: Readonly<Partial<Record<DriverField, FieldOrigin>>>;
}

/** A driver as shown in messages: the id, and the fields that the fleet's settings allow. */
export type ShownDriver = DriverRecord & { readonly id: string };

/**
 * Returns a fleet's settings with defaults filled in.
 * @param body the published document, if any
 */
export function settingsFrom(body: JsonObject | undefined): Settings {
  return settingsSchema.parse(body ?? {});
}

const LONGEST = Object.fromEntries(DRIVER_FIELDS.map(({ name, most }) => [name, most])) as Record<
  DriverField,
  number
>;

/**
 * Returns the text at a path in attributes. Reads own properties only. Returns `undefined` if there is no value, or if it cannot
 * be shown because it is an object, an empty text or `NA`.
 * @param path as written in settings, such as `$.vehicle.plate`
 * @param most maximum number of characters; longer texts are cut
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

/** Resolves a driver's record. Each field comes from the directory, or else from the attributes at the path in the settings. */
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

/** Returns a driver as shown in messages. Omits fields that the fleet's settings hide. */
export function shownDriver({ settings, drivers }: DriverSources, id: string): ShownDriver {
  const fleet = settingsFrom(settings);
  const { record } = resolveRecord(drivers.get(id) ?? {}, fleet);
  const shown = Object.entries(record).filter(([field]) => fleet.privacy[field as DriverField]);
  return { id, ...(Object.fromEntries(shown) as DriverRecord) };
}

/**
 * Returns a driver's name, or `undefined` if it is unknown. Ignores the privacy settings of messages, because it is for API
 * callers with access to the fleet.
 */
export function knownName({ settings, drivers }: DriverSources, id: string): string | undefined {
  return resolveRecord(drivers.get(id) ?? {}, settingsFrom(settings)).record.name;
}
