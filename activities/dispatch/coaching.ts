import type { CoachingMessage } from '../../messages/alerts/index.ts';
import { resolveRecord, settingsFrom } from '../../rules/drivers/index.ts';
import type { Rule } from '../../rules/lint/index.ts';
import type { Delivery } from '../../store/deliveries/index.ts';
import { getVersion } from '../../store/documents/index.ts';
import { driverSources } from '../../store/drivers/index.ts';
import { getStoredTrip } from '../../store/trips/index.ts';
import type { ActivityDependencies, UnmarkedMessage } from '../dependencies/index.ts';
import { NotStoredError, messageFleet, messageTrip } from '../deliveries/index.ts';

/**
 * Composes a coaching e-mail with the rule's name and the driver's own trip. Omits the rule's texts, because they address other
 * people.
 * @throws NotStoredError when the rule's version or the trip is not stored
 */
export async function composeCoaching(
  deps: ActivityDependencies,
  delivery: Delivery,
): Promise<UnmarkedMessage<CoachingMessage>> {
  const { fleetId, driverId, tripId, rule: id, version, deliveryKey } = delivery;
  const [document, trip, { settings: body, drivers }, fleet] = await Promise.all([
    getVersion(deps.db, { fleetId, kind: 'rule', id, version }),
    getStoredTrip(deps.db, { fleetId, driverId, tripId }),
    driverSources(deps.db, { fleetId, driverIds: [driverId] }),
    messageFleet(deps, fleetId),
  ]);
  const rule = document?.body as Rule | undefined;
  if (!rule || !trip)
    throw new NotStoredError(
      `Delivery ${delivery.id} refers to a rule version or trip that is no longer stored.`,
    );
  const settings = settingsFrom(body);
  const { record } = resolveRecord(drivers.get(driverId) ?? {}, settings);
  const message = {
    kind: 'coaching' as const,
    fleet,
    deliveryKey,
    name: record.name,
    language: languageOf(record.language, settings.language),
    rule: { name: rule.name },
    trip: messageTrip(trip),
  };
  return { marked: (possibleRepeat) => ({ message: { ...message, possibleRepeat } }) };
}

/** Returns the driver's own language if Tripline supports it, otherwise the fleet's. */
function languageOf(own: string | undefined, fleets: 'en' | 'de'): 'en' | 'de' {
  const language = own?.toLowerCase().split(/[-_]/, 1)[0];
  return language === 'en' || language === 'de' ? language : fleets;
}
