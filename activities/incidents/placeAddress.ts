import { setTimeout as pause } from 'node:timers/promises';
import { settingsFrom } from '../../rules/drivers/index.ts';
import { addressOf, roundedPosition } from '../../rules/escalation/index.ts';
import type { IncidentPlace } from '../../rules/escalation/index.ts';
import { publishedSettings } from '../../store/drivers/index.ts';
import { noteAddress } from '../../store/incidents/index.ts';
import type { Incident } from '../../store/incidents/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';

/** Milliseconds that a message waits at most for the geocoder. After that, it is sent without the address. */
const MESSAGE_WAITS_MS = 1_000;

/**
 * Returns an incident's place with its street address, if the fleet's settings allow messages to show positions. The incident's
 * first message requests the address from the geocoder, and the incident stores it. An answer that comes too late for the message
 * is stored for the message's next update and the console.
 */
export async function withAddress(
  deps: Pick<ActivityDependencies, 'db' | 'maps'>,
  incident: Pick<Incident, 'fleetId' | 'id' | 'placeAddress'>,
  place: IncidentPlace,
): Promise<IncidentPlace> {
  const settings = settingsFrom(await publishedSettings(deps.db, incident.fleetId));
  if (!settings.privacy.path_pictures) return place;
  const stored = addressOf(place, incident.placeAddress);
  if (stored !== undefined) return stored === null ? place : { ...place, address: stored };
  const { geocoder } = deps.maps ?? {};
  const position = roundedPosition(place);
  if (!geocoder || !position) return place;
  const asked = geocoder.addressNear({ ...position, language: settings.language }).then(async (text) => {
    if (text !== undefined) await noteAddress(deps.db, incident, { ...position, text });
    return text;
  });
  // Sends the message without the address after a failure. The next message requests it again.
  const answer = asked.catch(() => undefined);
  const address = await Promise.race([answer, pause(MESSAGE_WAITS_MS, undefined, { ref: false })]);
  return address ? { ...place, address } : place;
}
