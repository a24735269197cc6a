import { findFact } from './findFact.ts';
import type { ParamDefinition } from './findFact.ts';
import { formatDuration, isDuration, parseDuration } from '../time/index.ts';
import { chooseEventType } from './trips/index.ts';
import type { Reason } from './reason.ts';
import type { Json, JsonObject } from './trips/index.ts';

/** A fact with its parameters, as requested by a rule. */
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
      /** True if the value is only a lower bound, because some data is missing. */
      readonly atLeast?: true;
      /** Number of trips whose events are missing. */
      readonly tripsWithoutEvents?: number;
      /** True if the value is a lower bound because the trip itself has events of an unreadable type. */
      readonly unreadEvents?: true;
      /** UTC date on which Tripline deleted a trip. The score change is measured from the first score after the deletion. */
      readonly sinceDeletion?: string;
    }
  | { readonly known: false; readonly because: Reason };

/** The values of all requested facts, by key. */
export type FactTable = ReadonlyMap<string, FactValue>;

function canonical(param: ParamDefinition, value: Json): Json {
  if (param.kind === 'event_type') return chooseEventType(value)?.typeName ?? value;
  const span = param.kind === 'duration' || param.kind === 'days';
  if (span && typeof value === 'string' && isDuration(value)) return formatDuration(parseDuration(value));
  return value;
}

/**
 * Returns parameters in canonical form and in the catalogue's order. For example, type 2 becomes PHONE_USE, and `168h` becomes
 * `7d`.
 */
function canonicalParams(request: FactRequest): JsonObject {
  const params: Record<string, Json> = {};
  for (const param of findFact(request.fact)?.params ?? []) {
    const value = Object.hasOwn(request.params, param.name) ? request.params[param.name] : undefined;
    if (value !== undefined) params[param.name] = canonical(param, value);
  }
  return params;
}

/** Returns a request for a fact, with its parameters in canonical form. */
export function factRequest(fact: string, params: JsonObject = {}): FactRequest {
  return { fact, params: canonicalParams({ fact, params }) };
}

/** Returns the key of a request in a fact table. Requests that are only spelled differently have the same key. */
export function factKey(request: FactRequest): string {
  const params = canonicalParams(request);
  return Object.keys(params).length === 0 ? request.fact : `${request.fact} ${JSON.stringify(params)}`;
}

/** Returns a text parameter of a request. Returns an empty text if it is missing, which never happens in a linted rule. */
export function textParam(request: FactRequest, name: string): string {
  const value = request.params[name];
  return typeof value === 'string' ? value : '';
}
