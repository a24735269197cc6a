import { setTimeout as pause } from 'node:timers/promises';
import { settingsFrom } from '../../rules/drivers/index.ts';
import { addressOf, roundedPosition } from '../../rules/escalation/index.ts';
import type { IncidentPlace } from '../../rules/escalation/index.ts';
import { publishedSettings } from '../../store/drivers/index.ts';
import { noteAddress } from '../../store/incidents/index.ts';
import type { Incident } from '../../store/incidents/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';

/** A message goes without the address when the geocoder has not answered by then. */
const MESSAGE_WAITS_MS = 1_000;

/**
 * An incident's place with its street address, where the fleet's settings let messages show where a trip was. The address is
 * stored with the incident; the first message asks the geocoder for it and waits a moment. What comes later is stored all the
 * same, for the next update of the message and for the incident's page.
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
  // Asked for again with the next message.
  const answer = asked.catch(() => undefined);
  const address = await Promise.race([answer, pause(MESSAGE_WAITS_MS, undefined, { ref: false })]);
  return address ? { ...place, address } : place;
}
