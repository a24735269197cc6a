import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import { eventsOf, liveRule } from '../rules/documents.ts';

/** A live rule that matches trips with an event of a type, and notifies `#fleet-safety`. Collisions are critical. */
export function eventRule(type: string, fields: JsonObject = {}): JsonObject {
  const words = type.toLowerCase().replaceAll('_', ' ');
  return liveRule(eventsOf(type), {
    id: words.replaceAll(' ', '-'),
    name: words[0]!.toUpperCase() + words.slice(1),
    severity: type === 'COLLISION' ? 'critical' : 'warning',
    ...fields,
  });
}

/** A live rule that matches every trip, and notifies `#fleet-safety`. */
export function everyTripRule(fields: JsonObject = {}): JsonObject {
  const anyDistance = { fact: 'trip.distance_km', operator: 'greaterThanInclusive', value: 0 };
  return liveRule(anyDistance, { id: 'every-trip', name: 'Every trip', severity: 'info', ...fields });
}

/** Actions that notify a channel and a person of an alert. */
export const SLACK_AND_EMAIL = [
  { type: 'slack', channel: '#fleet-safety' },
  { type: 'email', to: ['lead@example.com'] },
];
