import { findFact } from './findFact.ts';
import type { ParamDefinition } from './findFact.ts';
import { formatDuration, isDuration, parseDuration } from '../time/index.ts';
import { chooseEventType } from './eventTypes.ts';
import type { Json, JsonObject } from './trip.ts';

/** One fact with its parameters: what a rule asks for. */
export interface FactRequest {
  readonly fact: string;
  readonly params: JsonObject;
}

/** What is known of a requested fact. */
export type FactValue =
  | {
      readonly known: true;
      readonly value: Json;
      readonly historySince?: string;
      readonly windowEnd?: string;
      /** The value is the least it can be: a count of which some part did not arrive. */
      readonly atLeast?: true;
      /** Of how many trips that part is. */
      readonly tripsWithoutEvents?: number;
      /** It is because the type of some events of the trip cannot be read. */
      readonly unreadEvents?: true;
      /** UTC date of a deletion of ours: the change is counted from the score after it. */
      readonly sinceDeletion?: string;
    }
  | { readonly known: false; readonly because: string };

/** Every requested fact by its key. */
export type FactTable = ReadonlyMap<string, FactValue>;

function canonical(param: ParamDefinition, value: Json): Json {
  if (param.kind === 'event_type') return chooseEventType(value)?.typeName ?? value;
  const span = param.kind === 'duration' || param.kind === 'days';
  if (span && typeof value === 'string' && isDuration(value)) return formatDuration(parseDuration(value));
  return value;
}

/** Parameters in one way of writing them, in the catalogue's order: type 2 is PHONE_USE, `168h` is `7d`. */
function canonicalParams(request: FactRequest): JsonObject {
  const params: Record<string, Json> = {};
  for (const param of findFact(request.fact)?.params ?? []) {
    const value = Object.hasOwn(request.params, param.name) ? request.params[param.name] : undefined;
    if (value !== undefined) params[param.name] = canonical(param, value);
  }
  return params;
}

/** The request in its canonical form. */
export function factRequest(fact: string, params: JsonObject = {}): FactRequest {
  return { fact, params: canonicalParams({ fact, params }) };
}

/** The key under which a fact table holds a request; two ways of writing one request have one key. */
export function factKey(request: FactRequest): string {
  const params = canonicalParams(request);
  return Object.keys(params).length === 0 ? request.fact : `${request.fact} ${JSON.stringify(params)}`;
}

/** A text parameter of a request; an empty text when it is missing, which a linted rule never has. */
export function textParam(request: FactRequest, name: string): string {
  const value = request.params[name];
  return typeof value === 'string' ? value : '';
}
