import { findFact } from './findFact.ts';
import type { ParamDefinition } from './findFact.ts';
import { formatDuration, isDuration, parseDuration } from '../time/index.ts';
import { chooseEventType } from './trips/index.ts';
import type { Reason } from './reason.ts';
import type { Json, JsonObject } from './trips/index.ts';

/** One fact with its parameters, as a rule requests it. */
export interface FactRequest {
  readonly fact: string;
  readonly params: JsonObject;
}

/** The value of a requested fact, or the reason why it is unknown. */
export type FactValue =
  | {
      readonly known: true;
      readonly value: Json;
      readonly historySince?: string;
      readonly windowEnd?: string;
      /** True when the value is a lower bound: a count of which some part did not arrive. */
      readonly atLeast?: true;
      /** The number of trips whose events are missing. */
      readonly tripsWithoutEvents?: number;
      /** True when the bound is due to events of the trip itself with an unreadable type. */
      readonly unreadEvents?: true;
      /** UTC date on which Tripline deleted a trip: the change is measured from the score after it. */
      readonly sinceDeletion?: string;
    }
  | { readonly known: false; readonly because: Reason };

/** Every requested fact by its key. */
export type FactTable = ReadonlyMap<string, FactValue>;

function canonical(param: ParamDefinition, value: Json): Json {
  if (param.kind === 'event_type') return chooseEventType(value)?.typeName ?? value;
  const span = param.kind === 'duration' || param.kind === 'days';
  if (span && typeof value === 'string' && isDuration(value)) return formatDuration(parseDuration(value));
  return value;
}

/** Returns parameters in their canonical form and the catalogue's order: type 2 is PHONE_USE, `168h` is `7d`. */
function canonicalParams(request: FactRequest): JsonObject {
  const params: Record<string, Json> = {};
  for (const param of findFact(request.fact)?.params ?? []) {
    const value = Object.hasOwn(request.params, param.name) ? request.params[param.name] : undefined;
    if (value !== undefined) params[param.name] = canonical(param, value);
  }
  return params;
}

/** Returns the request in its canonical form. */
export function factRequest(fact: string, params: JsonObject = {}): FactRequest {
  return { fact, params: canonicalParams({ fact, params }) };
}

/** Returns the key of a request in a fact table; all spellings of one request have the same key. */
export function factKey(request: FactRequest): string {
  const params = canonicalParams(request);
  return Object.keys(params).length === 0 ? request.fact : `${request.fact} ${JSON.stringify(params)}`;
}

/** Returns a text parameter of a request; an empty text when it is missing, which never happens in a linted rule. */
export function textParam(request: FactRequest, name: string): string {
  const value = request.params[name];
  return typeof value === 'string' ? value : '';
}
