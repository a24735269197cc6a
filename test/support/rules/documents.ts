import type { Json, JsonObject } from '../../../rules/vocabulary/index.ts';

/** Returns a live rule with one comparison, which warns a Slack channel; `fields` replaces parts of it. */
export const liveRule = (comparison: Json, fields: JsonObject = {}): JsonObject => ({
  name: fields['id'] ?? 'A rule',
  severity: 'warning',
  mode: 'live',
  conditions: { all: [comparison] },
  actions: [{ type: 'slack', channel: '#fleet-safety' }],
  ...fields,
});

/** Compares the events of a type in a trip: matches from the first one on. */
export const eventsOf = (type: string): JsonObject => ({
  fact: 'trip.events.count',
  params: { type },
  operator: 'greaterThan',
  value: 0,
});

/** Matches trips below a distance. */
export const shorterThan = (km: number): JsonObject => ({
  fact: 'trip.distance_km',
  operator: 'lessThan',
  value: km,
});

/** Matches trips beyond a distance. */
export const longerThan = (km: number): JsonObject => ({
  fact: 'trip.distance_km',
  operator: 'greaterThan',
  value: km,
});
