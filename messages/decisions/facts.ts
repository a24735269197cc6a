import { isDuration, parseDuration, spanOf } from '../../rules/time/index.ts';
import { EVENT_TYPE_NAMES, findFact } from '../../rules/vocabulary/index.ts';
import type { FactDefinition, Json, JsonObject } from '../../rules/vocabulary/index.ts';
import { textsOf } from '../language/index.ts';
import type { Language, Say } from '../language/index.ts';
import { shownNumber } from './values.ts';
import type { ShownFact } from './values.ts';

/** Returns the properties of a fact that change how a sentence about it is worded. */
export function shownFact(name: string): ShownFact {
  const fact = findFact(name);
  if (fact === undefined) return {};
  const kind = kindOf(fact);
  return {
    ...(fact.unit !== undefined && !fact.unit.startsWith('of ') && { unit: fact.unit }),
    ...(fact.plural && { isPlural: true }),
    ...(kind !== undefined && { kind }),
  };
}

function kindOf({ name, type, values, cycle }: FactDefinition): ShownFact['kind'] {
  if (cycle !== undefined) return 'clock';
  if (name === 'trip.local_weekday') return 'weekday';
  if (type === 'text') return values === undefined ? type : undefined;
  return type === 'time' || type === 'date' || type === 'object' ? type : undefined;
}

/** A fact with its parameters and path, as used in a condition. */
export interface NamedFact {
  readonly fact: string;
  readonly params?: JsonObject;
  readonly path?: string;
}

/**
 * Returns the name of a fact for a sentence, such as `phone events in 7 days`. A fact without a text in the catalogue keeps its
 * technical name.
 * @param count number of events, which selects `phone event` or `phone events`
 */
export function factLabel({ fact, params, path }: NamedFact, language: Language, count = 2): string {
  const say = textsOf(language);
  const isNamed = params !== undefined && Object.hasOwn(params, 'group');
  const key = isNamed ? `facts.named ${fact}` : `facts.${fact}`;
  const given = Object.entries(params ?? {}).map(([name, value]) => [
    name,
    paramWords(name, value, { language, count }),
  ]);
  // A stored trace may lack parameters. The label then shows a parameter's name, such as `{window}`, in place of its value.
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

/**
 * Returns the name of a rating that has no text of its own in the catalogue. Any other fact without a text keeps its technical
 * name.
 */
function ratingLabel(fact: string, say: Say): string {
  const [, owner, rating] = /^(trip|driver)\.(\w+)_rating$/.exec(fact) ?? [];
  if (rating === undefined) return fact;
  const name = rating.replaceAll('_', ' ');
  return say(owner === 'trip' ? 'facts.tripRating' : 'facts.driverRating', { name });
}

/** Returns a parameter's value as a label shows it, such as `7 days` or `phone events`. */
export function paramWords(
  name: string,
  value: Json,
  { language, count }: { readonly language: Language; readonly count: number },
): string {
  if (name === 'type') return eventsWords(value, language, count);
  if (typeof value === 'string' && isDuration(value) && name !== 'rule' && name !== 'group')
    return windowWords(parseDuration(value), language);
  if (typeof value === 'number') return shownNumber(value, language);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns a window in words, such as `7 days`. A window of one day is `24 hours`. */
function windowWords(seconds: number, language: Language): string {
  const { count, unit } = spanOf(seconds);
  return textsOf(language)(`facts.window_${unit}`, { count });
}

/** Returns the words for events of a type, given by name or code, such as `phone events` or `events of type 17`. */
function eventsWords(type: Json, language: Language, count: number): string {
  const say = textsOf(language);
  const name = typeof type === 'number' ? EVENT_TYPE_NAMES[type] : type;
  if (typeof name !== 'string') return say('facts.eventsOfCode', { code: JSON.stringify(type), count });
  return say.known(`facts.events_${name}`, { count }) ?? say('facts.eventsOfName', { type: name, count });
}
