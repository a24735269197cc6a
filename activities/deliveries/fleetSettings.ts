import type { MessageFleet } from '../../messages/format/index.ts';
import type { Language } from '../../messages/language/index.ts';
import { tilesOfPicture, tripPicture } from '../../messages/picture/index.ts';
import type { TripPictureInput } from '../../messages/picture/index.ts';
import { settingsFrom, shownDriver } from '../../rules/drivers/index.ts';
import type { ShownDriver } from '../../rules/drivers/index.ts';
import { driverSources, publishedSettings } from '../../store/drivers/index.ts';
import { connectionsOf } from '../dependencies/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';

/**
 * Returns a driver's name and details as far as the fleet's settings allow messages to show them. Read when a message is
 * composed, so that no workflow stores them.
 */
export async function driverToShow(
  deps: Pick<ActivityDependencies, 'db'>,
  { fleetId, driverId }: { readonly fleetId: string; readonly driverId: string },
): Promise<ShownDriver> {
  return shownDriver(await driverSources(deps.db, { fleetId, driverIds: [driverId] }), driverId);
}

/** Returns whether the fleet's messages may show pictures of a trip's path. */
export async function mayShowPath(deps: Pick<ActivityDependencies, 'db'>, fleetId: string): Promise<boolean> {
  return settingsFrom(await publishedSettings(deps.db, fleetId)).privacy.path_pictures;
}

/** Returns whether coaching e-mails may be sent to the fleet's drivers. */
export async function mayCoach(deps: Pick<ActivityDependencies, 'db'>, fleetId: string): Promise<boolean> {
  return settingsFrom(await publishedSettings(deps.db, fleetId)).privacy.coaching_emails;
}

/** Draws a trip's picture. It shows a map below the path if a map is configured and its tiles arrive in time. */
export async function drawTrip(
  { maps }: Pick<ActivityDependencies, 'maps'>,
  input: TripPictureInput,
  language: Language,
): Promise<Uint8Array | undefined> {
  const source = maps?.tiles;
  if (!source) return tripPicture(input, { language });
  const tiles = await source.fetch(tilesOfPicture(input));
  return tripPicture(input, { language, map: { tiles, attribution: source.attribution } });
}

/** Returns the fleet as its messages show it, with the name, language and brand from its settings. */
export async function messageFleet(deps: ActivityDependencies, fleetId: string): Promise<MessageFleet> {
  const { name, timezone } = connectionsOf(deps, fleetId);
  const { language, brand: look = {} } = settingsFrom(await publishedSettings(deps.db, fleetId));
  const { name: own, logo, accent } = look;
  const brand = { ...(logo !== undefined && { logo }), ...(accent !== undefined && { accent }) };
  const isBranded = Object.keys(brand).length > 0;
  return { id: fleetId, name: own ?? name, timezone, language, ...(isBranded && { brand }) };
}
