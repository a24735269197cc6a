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

/** Returns a live rule that deletes short trips; `action` says how, `fields` replaces parts of the rule. */
export const deletingRule = (action: JsonObject, fields: JsonObject): JsonObject =>
  liveRule(shorterThan(0.5), {
    name: 'Invalid trip',
    severity: 'info',
    actions: [{ type: 'delete_trip', ...action }],
    ...fields,
  });

/** Returns a comparison that matches trips with at least one event of a type. */
export const eventsOf = (type: string): JsonObject => ({
  fact: 'trip.events.count',
  params: { type },
  operator: 'greaterThan',
  value: 0,
});

const distance = (operator: string, value: number): JsonObject => ({
  fact: 'trip.distance_km',
  operator,
  value,
});

/** Returns a comparison that matches trips below a distance. */
export const shorterThan = (km: number): JsonObject => distance('lessThan', km);

/** Returns a comparison that matches trips beyond a distance. */
export const longerThan = (km: number): JsonObject => distance('greaterThan', km);
