import type { JsonObject } from '../../../rules/vocabulary/index.ts';

/** A live rule that matches trips with an event of a type, and notifies `#fleet-safety`. Collisions are critical. */
export function eventRule(type: string, fields: JsonObject = {}): JsonObject {
  const words = type.toLowerCase().replaceAll('_', ' ');
  return {
    id: words.replaceAll(' ', '-'),
    name: words[0]!.toUpperCase() + words.slice(1),
    severity: type === 'COLLISION' ? 'critical' : 'warning',
    mode: 'live',
    conditions: { all: [{ fact: 'trip.events.count', params: { type }, operator: 'greaterThan', value: 0 }] },
    actions: [{ type: 'slack', channel: '#fleet-safety' }],
    ...fields,
  };
}

/** A live rule that matches every trip, and notifies `#fleet-safety`. */
export function everyTripRule(fields: JsonObject = {}): JsonObject {
  return {
    id: 'every-trip',
    name: 'Every trip',
    severity: 'info',
    mode: 'live',
    conditions: { all: [{ fact: 'trip.distance_km', operator: 'greaterThanInclusive', value: 0 }] },
    actions: [{ type: 'slack', channel: '#fleet-safety' }],
    ...fields,
  };
}

/** Actions that notify a channel and a person of an alert. */
export const SLACK_AND_EMAIL = [
  { type: 'slack', channel: '#fleet-safety' },
  { type: 'email', to: ['lead@example.com'] },
];
