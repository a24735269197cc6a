import { attributeText, settingsFrom } from '../../../rules/drivers/index.ts';
import { unfilledRecipients } from '../../../rules/lint/index.ts';
import type { DocumentIssue, KnownDrivers, NamesRoutes, Route } from '../../../rules/lint/index.ts';
import { documentNames, recordFieldAt } from '../../../rules/recipients/index.ts';
import { DRIVER_FIELD_NAMES, LIMITS } from '../../../rules/vocabulary/index.ts';
import type { DriverField } from '../../../rules/vocabulary/index.ts';
import type { Db } from '../../../store/db/index.ts';
import { directoryFields, directoryValues, publishedSettings } from '../../../store/drivers/index.ts';
import { knownGroups, newestAttributes } from '../../../store/facts/index.ts';
import { storedFleetNames } from './fleetNames.ts';

/** Number of drivers whose attributes are read: enough to see every attribute name in use. */
const DRIVERS = 500;

/** Returns the fields that are filled in the record of at least one driver, among the drivers that were read. */
async function filledFields(db: Db, fleetId: string): Promise<ReadonlySet<DriverField>> {
  const { driver_fields: mapped } = settingsFrom(await publishedSettings(db, fleetId));
  const paths = new Set((await storedFleetNames(db, fleetId)).attributePaths);
  const read = DRIVER_FIELD_NAMES.filter((field) => paths.has(mapped[field] ?? ''));
  return new Set([...(await directoryFields(db, fleetId)), ...read]);
}

/**
 * Warnings about recipients such as `driver:manager`, which are read from the driver record: no driver has the field, or the
 * settings do not allow it.
 */
export async function recipientWarnings(
  db: Db,
  fleetId: string,
  named: NamesRoutes,
): Promise<DocumentIssue[]> {
  if (!named.names.some(({ receiver }) => receiver.startsWith('driver:'))) return [];
  const { privacy } = settingsFrom(await publishedSettings(db, fleetId));
  return unfilledRecipients(named, { privacy, filledFields: await filledFields(db, fleetId) });
}

/** Returns the groups, attribute values and filled fields of a fleet's drivers that a recipient route may name. */
export async function driversKnown(db: Db, fleetId: string, route: Route): Promise<KnownDrivers> {
  const isOfDrivers = documentNames(route).some(({ receiver }) => receiver.startsWith('driver:'));
  return {
    ...(route.by === 'group' && { groups: await knownGroups(db, fleetId) }),
    ...(route.by === 'attribute' && { values: await valuesAt(db, fleetId, route.attribute ?? '') }),
    ...(isOfDrivers && { filledFields: await filledFields(db, fleetId) }),
  };
}

/**
 * Returns the values that drivers have at an attribute path. Returns `undefined` if there are too many
 * drivers to read all, or if no attribute was read.
 */
async function valuesAt(db: Db, fleetId: string, path: string): Promise<ReadonlySet<string> | undefined> {
  const settings = settingsFrom(await publishedSettings(db, fleetId));
  const field = recordFieldAt(path, settings);
  const listed = field === undefined ? [] : await directoryValues(db, { fleetId, field });
  const attributes = await newestAttributes(db, { fleetId, drivers: DRIVERS });
  if (attributes.length === DRIVERS || listed.length + attributes.length === 0) return undefined;
  const read = attributes.flatMap((each) => attributeText(each, path, LIMITS.idLength) ?? []);
  return new Set([...listed, ...read]);
}
