import { describeDuration, isDuration, parseDuration } from '../time/index.ts';
import { chooseEventType, findFact, showNumber } from '../vocabulary/index.ts';
import type { FactDefinition, Json, JsonObject, ParamDefinition } from '../vocabulary/index.ts';

function plainText(value: Json): string {
  if (typeof value === 'number') return showNumber(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns a parameter's value as a label shows it: `7 days`, `phone events`. */
export function showParam(param: ParamDefinition | undefined, value: Json): string {
  if (param?.kind === 'event_type') return chooseEventType(value)?.label ?? plainText(value);
  const span = param?.kind === 'duration' || param?.kind === 'days';
  if (span && typeof value === 'string' && isDuration(value)) return describeDuration(parseDuration(value));
  return plainText(value);
}

type Labelled = { readonly fact: string; readonly params?: JsonObject; readonly path?: string };

/**
 * Returns a fact's label with its parameters. A part in brackets is kept only with its parameter: `score of the group[
 * {group}]`.
 */
export function fillLabel(definition: FactDefinition, params: JsonObject): string {
  const label = definition.label.replaceAll(
    /\[([^\]]*\{(\w+)\}[^\]]*)\]/g,
    (_whole, part: string, name: string) => (Object.hasOwn(params, name) ? part : ''),
  );
  return label.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    const param = definition.params.find((candidate) => candidate.name === name);
    return value === undefined ? whole : showParam(param, value);
  });
}

/** Cached labels by their params, because all traces of a compiled rule share one params object. */
const filled = new WeakMap<JsonObject, { readonly fact: string; readonly label: string }>();

/** Returns the name of a fact in a sentence: `phone events in 7 days`. */
export function labelOf({ fact, params, path }: Labelled): string {
  const definition = findFact(fact);
  if (!definition) return fact;
  if (params === undefined) {
    const label = definition.label.includes('[') ? fillLabel(definition, {}) : definition.label;
    return path === undefined ? label : `${label} ${path.slice(2)}`;
  }
  const earlier = filled.get(params);
  if (earlier?.fact === fact) return earlier.label;
  const label = fillLabel(definition, params);
  filled.set(params, { fact, label });
  return label;
}
