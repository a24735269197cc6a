import { setTimeout as pause } from 'node:timers/promises';
import { settingsFrom } from '../../rules/drivers/index.ts';
import { addressOf, roundedPosition } from '../../rules/escalation/index.ts';
import type { IncidentPlace } from '../../rules/escalation/index.ts';
import { publishedSettings } from '../../store/drivers/index.ts';
import { noteAddress } from '../../store/incidents/index.ts';
import type { Incident } from '../../store/incidents/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';

/** Longest wait of a message for the geocoder. After that it is sent without the address. */
const MESSAGE_WAITS_MS = 1_000;

/**
 * Returns an incident's place with its street address, when the fleet's settings let messages show where a trip was. The
 * address is stored with the incident; the first message requests it from the geocoder and waits a moment. A later answer is
 * stored all the same, for the next update of the message and for the incident's page.
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
  // After a failure, the next message requests it again.
  const answer = asked.catch(() => undefined);
  const address = await Promise.race([answer, pause(MESSAGE_WAITS_MS, undefined, { ref: false })]);
  return address ? { ...place, address } : place;
}
