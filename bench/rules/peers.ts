import { Engine } from 'json-rules-engine';
import type { TopLevelCondition } from 'json-rules-engine';
import type { Json, JsonObject } from '../../rules/vocabulary/index.ts';
import type { BenchTrip } from './scenario.ts';

/** Which rules fire for a trip, by position. */
export type Fired = (trip: BenchTrip) => Promise<readonly number[]> | readonly number[];

/**
 * json-rules-engine as its documentation shows it: one engine with all rules, kept and run for each trip; plain facts
 * given to the run, facts with params as functions, which the engine calls once a run and params.
 */
export function plainEngine(conditions: readonly JsonObject[]): Fired {
  const engine = new Engine();
  let trip: BenchTrip | undefined;
  const counts = (of: 'tripEvents' | 'windowEvents') => (params: Record<string, unknown>) =>
    trip?.[of][String(params['type'])] ?? 0;
  engine.addFact('trip.events.count', counts('tripEvents'));
  engine.addFact('driver.events.count', counts('windowEvents'));
  conditions.forEach((each, index) => {
    const event = { type: 'fired', params: { index } };
    engine.addRule({ conditions: structuredClone(each) as unknown as TopLevelCondition, event });
  });
  return async (next) => {
    trip = next;
    const { events } = await engine.run({ ...next.plain });
    return events.map((event) => Number(event.params?.['index'])).sort((a, b) => a - b);
  };
}

type Closure = (trip: BenchTrip) => boolean;

function valueReader(node: JsonObject): (trip: BenchTrip) => Json {
  const { fact: name, params } = node as {
    readonly fact: string;
    readonly params?: { readonly type: string };
  };
  const type = params?.type ?? '';
  if (name === 'trip.events.count') return (trip) => trip.tripEvents[type] ?? 0;
  if (name === 'driver.events.count') return (trip) => trip.windowEvents[type] ?? 0;
  return (trip) => trip.plain[name] ?? null;
}

function closureOf(node: JsonObject): Closure {
  const children = (kind: 'all' | 'any'): Closure[] => (node[kind] as JsonObject[]).map(closureOf);
  if ('all' in node) {
    const all = children('all');
    return (trip) => all.every((each) => each(trip));
  }
  if ('any' in node) {
    const any = children('any');
    return (trip) => any.some((each) => each(trip));
  }
  if ('not' in node) {
    const not = closureOf(node['not'] as JsonObject);
    return (trip) => !not(trip);
  }
  const read = valueReader(node);
  const { value, operator } = node as { readonly value: Json; readonly operator: string };
  switch (operator) {
    case 'greaterThan':
      return (trip) => Number(read(trip)) > Number(value);
    case 'greaterThanInclusive':
      return (trip) => Number(read(trip)) >= Number(value);
    case 'lessThan':
      return (trip) => Number(read(trip)) < Number(value);
    case 'in':
      return (trip) => (value as Json[]).includes(read(trip));
    case 'contains':
      return (trip) => (read(trip) as Json[]).includes(value);
    default:
      throw new Error(`The bench has no closure for ${operator}.`);
  }
}

/** The ceiling: a function a rule, as a programmer would write it, that says whether it fires and nothing else. */
export function closures(conditions: readonly JsonObject[]): Fired {
  const rules = conditions.map(closureOf);
  return (trip) => rules.flatMap((fires, index) => (fires(trip) ? [index] : []));
}
