import type { Json, JsonObject } from '../../../rules/vocabulary/index.ts';

/** Fields that stay: the subjects, and the link to the rest. */
const KEPT = [
  'fleet',
  'rule',
  'severity',
  'driver_id',
  'trip_id',
  'incident',
  'deletion',
  'sentence',
  'link',
  'possible_repeat',
];
/** The longest text that stays whole, in characters. */
const LONGEST_TEXT = 300;

/**
 * Shortens a webhook's body for a receiver that refused the whole one as too large. `shortened` says that fields are missing, and
 * texts are cut. The link stays, because it leads to the rest.
 */
export function shortenedWebhook({ data, ...body }: JsonObject): JsonObject {
  const kept = Object.entries((data ?? {}) as JsonObject).filter(([name]) => KEPT.includes(name));
  const fields = kept.map(([name, value]): [string, Json] => [name, name === 'link' ? value : cut(value)]);
  return { ...body, data: { ...Object.fromEntries(fields), shortened: true } };
}

/** Cuts texts at any depth, and through no character that takes two units. */
function cut(value: Json): Json {
  if (typeof value === 'string')
    return value.length > LONGEST_TEXT
      ? `${value.slice(0, LONGEST_TEXT).replace(/[\ud800-\udbff]$/, '')}…`
      : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(cut);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, cut(each)]));
}
