import type { Json, JsonObject } from '../../rules/vocabulary/index.ts';
import { textsOf } from '../language/index.ts';
import type { Language, Say } from '../language/index.ts';
import { shownNumber } from './values.ts';
import type { ShownFact } from './values.ts';

/**
 * Display properties of the facts that are more than a plain number without a unit. A test compares them with the catalogue of
 * facts.
 */
export const FACTS_SHOWN: Readonly<Record<string, ShownFact>> = {
  'trip.distance_km': { unit: 'km' },
  'trip.duration_seconds': { unit: 's' },
  'trip.max_speed_kmph': { unit: 'km/h' },
  'trip.start_time': { kind: 'time' },
  'trip.end_time': { kind: 'time' },
  'trip.local_hour': { kind: 'clock' },
  'trip.local_weekday': { kind: 'weekday' },
  'trip.age_seconds': { unit: 's' },
  'trip.session_id': { kind: 'text' },
  'trip.tracking_id': { kind: 'text' },
  'trip.insurance_period': { kind: 'text' },
  'trip.path_points': { isPlural: true },
  'trip.speed_samples': { isPlural: true },
  'trip.events.count': { isPlural: true },
  'trip.events.duration_seconds': { unit: 's' },
  'trip.events.per_100km': { unit: 'per 100 km' },
  'trip.events.max_excess_kmph': { unit: 'km/h' },
  'trip.speeding_seconds': { unit: 's' },
  'driver.id': { kind: 'text' },
  'driver.groups': { isPlural: true },
  'driver.score_change': { unit: 'points' },
  'driver.trip_count': { isPlural: true },
  'driver.distance_km': { unit: 'km' },
  'driver.duration_seconds': { unit: 's' },
  'driver.start_date': { kind: 'date' },
  'driver.tenure_days': { unit: 'days' },
  'driver.devices_missing_data': { isPlural: true },
  'driver.attributes': { kind: 'object' },
  'driver.events.count': { isPlural: true },
  'driver.events.per_100km': { unit: 'per 100 km' },
  'driver.events.per_hour': { unit: 'per hour' },
  'driver.rule_alerts': { isPlural: true },
  'fleet.score_change': { unit: 'points' },
  'group.score_change': { unit: 'points' },
};

/** Returns the properties of a fact that a sentence depends on. */
export function shownFact(fact: string): ShownFact {
  return Object.hasOwn(FACTS_SHOWN, fact) ? FACTS_SHOWN[fact]! : {};
}

/** A fact as a condition names it. */
export interface NamedFact {
  readonly fact: string;
  readonly params?: JsonObject;
  readonly path?: string;
}

/**
 * Returns the name of a fact in a sentence: `phone events in 7 days`. A fact without a text keeps its own name.
 * @param count number of events, which decides between `phone event` and `phone events`
 */
export function factLabel({ fact, params, path }: NamedFact, language: Language, count = 2): string {
  const say = textsOf(language);
  const isNamed = params !== undefined && Object.hasOwn(params, 'group');
  const key = isNamed ? `facts.named ${fact}` : `facts.${fact}`;
  const given = Object.entries(params ?? {}).map(([name, value]) => [
    name,
    paramWords(name, value, { language, count }),
  ]);
  // Parameters that a stored trace lacks appear in the label by their names.
  const values = {
    type: '{type}',
    window: '{window}',
    over: '{over}',
    rule: '{rule}',
    over_kmph: '{over_kmph}',
  };
  const label = say.known(key, { ...values, ...(Object.fromEntries(given) as Record<string, string>) });
  if (label === undefined) return ratingLabel(fact, say);
  return path === undefined || params !== undefined ? label : `${label} ${path.slice(2)}`;
}

/** Returns the name of a rating that is not listed. Any other fact without a text keeps its own name. */
function ratingLabel(fact: string, say: Say): string {
  const [, owner, rating] = /^(trip|driver)\.(\w+)_rating$/.exec(fact) ?? [];
  if (rating === undefined) return fact;
  const name = rating.replaceAll('_', ' ');
  return say(owner === 'trip' ? 'facts.tripRating' : 'facts.driverRating', { name });
}

const DURATION = /^(\d{1,6})([smhd])$/;
const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** Returns a parameter's value as a label shows it: `7 days`, `phone events`. */
export function paramWords(
  name: string,
  value: Json,
  { language, count }: { readonly language: Language; readonly count: number },
): string {
  if (name === 'type') return eventsWords(value, language, count);
  const [, digits, unit = ''] = (typeof value === 'string' && DURATION.exec(value)) || [];
  if (digits !== undefined && name !== 'rule' && name !== 'group')
    return windowWords(Number(digits) * (SECONDS[unit] ?? 1), language);
  if (typeof value === 'number') return shownNumber(value, language);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns a window in words: `7 days`; one day is `24 hours`. */
function windowWords(seconds: number, language: Language): string {
  const say = textsOf(language);
  if (seconds === 86_400) return say('facts.window_h', { count: 24 });
  for (const unit of ['d', 'h', 'm'] as const) {
    const size = SECONDS[unit]!;
    if (seconds >= size && seconds % size === 0)
      return say(`facts.window_${unit}`, { count: seconds / size });
  }
  return say('facts.window_s', { count: seconds });
}

const CODES: readonly string[] = [
  'HARD_BRAKE',
  'RAPID_ACCELERATION',
  'PHONE_USE',
  'OVERSPEEDING',
  'COLLISION',
  'HARD_TURN',
  'PHONE_SCREEN_INTERACTION',
];

/** Returns the words for a number of events of a type, by name or code: `phone events`, `events of type 17`. */
function eventsWords(type: Json, language: Language, count: number): string {
  const say = textsOf(language);
  const name = typeof type === 'number' ? CODES[type] : type;
  if (typeof name !== 'string') return say('facts.eventsOfCode', { code: JSON.stringify(type), count });
  return say.known(`facts.events_${name}`, { count }) ?? say('facts.eventsOfName', { type: name, count });
}
