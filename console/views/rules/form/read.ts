import { isObject } from './json.ts';
import type { Json, JsonObject } from './json.ts';
import { BLOCK, SHARED } from './tree.ts';
import type { Combinator, ConditionGroup, ConditionLeaf, ConditionNode } from './tree.ts';

/** Keys that define the kind of a condition: a condition that the form can express has exactly one of them. */
const KINDS = ['all', 'any', 'not', 'condition', 'fact'] as const;

/** Returns a rule's conditions as the root group of the form. */
export function rootOf(conditions: Json | undefined): ConditionGroup {
  if (conditions === undefined) return { combinator: 'all', rules: [], bare: true };
  const node = nodeOf(conditions);
  return 'rules' in node ? node : { combinator: 'all', rules: [node], bare: true };
}

function nodeOf(condition: Json): ConditionNode {
  if (!isObject(condition)) return block(condition);
  const kinds = KINDS.filter((kind) => Object.hasOwn(condition, kind));
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1 || !isAbsentOr('string', condition, 'name'))
    return block(condition);
  if (kind === 'fact') return comparison(condition);
  if (kind === 'condition') return shared(condition);
  return group(kind, condition);
}

function group(combinator: Combinator, source: JsonObject): ConditionNode {
  const inner = source[combinator]!;
  if (combinator === 'not')
    return { combinator, rules: noneOf(inner)?.map(nodeOf) ?? [nodeOf(inner)], source };
  return Array.isArray(inner) ? { combinator, rules: inner.map(nodeOf), source } : block(source);
}

/**
 * Returns the conditions of a `not` that contains several, none of which may be true. The form writes them as
 * one `any` without other keys.
 */
function noneOf(inner: Json): readonly Json[] | undefined {
  if (!isObject(inner) || Object.keys(inner).length !== 1) return undefined;
  const several = inner['any'];
  return Array.isArray(several) && several.length !== 1 ? several : undefined;
}

function shared(source: JsonObject): ConditionLeaf {
  const value = source['condition']!;
  return typeof value === 'string' ? { field: SHARED, operator: '', value, source } : block(source);
}

function comparison(source: JsonObject): ConditionLeaf {
  const { fact, operator, value, params, path, name } = source;
  const known = typeof fact === 'string' && fact !== SHARED && fact !== BLOCK && typeof operator === 'string';
  const fits = isAbsentOr('string', source, 'path') && (params === undefined || isObject(params));
  // A value that is an object names another fact, for which the form has no field.
  if (!known || !fits || value === undefined || isObject(value)) return block(source);
  return {
    field: fact,
    operator,
    value,
    source,
    ...(params !== undefined && { params }),
    ...(typeof path === 'string' && { factPath: path }),
    ...(typeof name === 'string' && { label: name }),
  };
}

function block(value: Json): ConditionLeaf {
  return { field: BLOCK, operator: '', value, disabled: true };
}

function isAbsentOr(type: 'string', source: JsonObject, key: string): boolean {
  return !Object.hasOwn(source, key) || typeof source[key] === type;
}
