import { allOf, isPlainObject, pointerTo, sentence, shownWords } from '../../documents/index.ts';
import type { IssueList, Sentence, SharedConditions } from '../../documents/index.ts';
import {
  LIMITS,
  OPERATORS,
  OPERATOR_NAMES,
  findOperator,
  operatorMeantBy,
  quoted,
  valueType,
} from '../../vocabulary/index.ts';
import type { FactDefinition, JsonObject, OperatorDefinition } from '../../vocabulary/index.ts';
import { lintFact } from './fact.ts';
import type { CheckPosition } from './fact.ts';
import { addUse, isFull, lintReference, mayNest, useOf } from './reference.ts';
import type { ConditionPlace, FactUse } from './reference.ts';
import { lintValue, wanted } from './value.ts';

const KINDS = ['all', 'any', 'not', 'condition', 'fact'] as const;
const LABELS = ['name', 'priority'] as const;
const COMPARISON_FIELDS = ['fact', 'params', 'path', 'operator', 'value', ...LABELS] as const;

function refuseUnknownFields(
  node: Record<string, unknown>,
  fields: readonly string[],
  place: CheckPosition,
): void {
  for (const key of Object.keys(node)
    .filter((name) => !fields.includes(name))
    .slice(0, LIMITS.issues + 1))
    place.issues.error(
      pointerTo(place.pointer, key),
      sentence('unknownField', { name: quoted(key), hint: place.issues.hint(key, fields) }),
      fields,
    );
}

function checkLabels(node: Record<string, unknown>, { pointer, issues }: CheckPosition): void {
  const { name, priority } = node;
  const named = typeof name === 'string' && name !== '' && name.length <= LIMITS.nameLength;
  if (Object.hasOwn(node, 'name') && !named)
    issues.error(pointerTo(pointer, 'name'), sentence('nameLength', { most: LIMITS.nameLength }));
  const ordered = Number.isInteger(priority) && Number(priority) >= 1 && Number(priority) <= 1_000;
  if (Object.hasOwn(node, 'priority') && !ordered)
    issues.error(pointerTo(pointer, 'priority'), sentence('priority'));
}

function checkOperator(name: unknown, { pointer, issues }: CheckPosition): OperatorDefinition | undefined {
  const operator = typeof name === 'string' ? findOperator(name) : undefined;
  if (operator) return operator;
  const at = pointerTo(pointer, 'operator');
  if (name === undefined) issues.error(at, sentence('operatorMissing'), OPERATOR_NAMES);
  else if (typeof name !== 'string')
    issues.error(at, sentence('operatorName', { shown: shownWords(name) }), OPERATOR_NAMES);
  else if (name.includes(':'))
    issues.error(at, sentence('operatorDecorator', { name: quoted(name) }), OPERATOR_NAMES);
  else
    issues.error(
      at,
      sentence('noOperator', { name: quoted(name), hint: operatorHint(name, issues) }),
      OPERATOR_NAMES,
    );
  return undefined;
}

function operatorHint(name: string, issues: IssueList): string | Sentence {
  const meant = operatorMeantBy(name);
  return issues.hint(meant ?? name, OPERATOR_NAMES);
}

/** Descriptions of fact types for messages. */
const TYPE_NAMES = {
  number: sentence('is_number'),
  text: sentence('is_text'),
  time: sentence('is_time'),
  date: sentence('is_date'),
  list: sentence('is_list'),
  object: sentence('is_object'),
} as const;

function checkFit(
  operator: OperatorDefinition,
  fact: FactDefinition,
  place: CheckPosition & { path: unknown },
): boolean {
  const type = valueType(fact, place.path);
  if (type === 'any' || operator.types.includes(type)) return true;
  const fitting = OPERATORS.filter((candidate) => candidate.types.includes(type)).map(({ name }) => name);
  const hint = type === 'object' ? sentence('usePath') : '';
  const message = sentence('operatorUnfit', {
    operator: operator.name,
    fact: fact.name,
    type: TYPE_NAMES[type],
    hint,
  });
  place.issues.error(pointerTo(place.pointer, 'operator'), message, fitting);
  return false;
}

/** Returns the fields of a comparison that identify its fact. Fields of the wrong type are omitted. */
function written(node: Record<string, unknown>): Parameters<typeof useOf>[0] {
  const { fact, params, path, name } = node;
  return {
    fact: String(fact),
    ...(isPlainObject(params) && { params: params as JsonObject }),
    ...(typeof path === 'string' && { path }),
    ...(typeof name === 'string' && { name }),
  };
}

/**
 * Returns the message about a comparison without a value. It contains the value's purpose, and its type if fact and operator
 * determine it.
 */
function missingValue(
  operator: OperatorDefinition | undefined,
  fact: FactDefinition | undefined,
  path: unknown,
): Sentence {
  const name = fact?.name ?? sentence('theFact');
  const purpose = sentence('valueMissing', { fact: name });
  if (operator?.name === 'isKnown') return sentence('valueMissingFlag', { purpose });
  return fact && valueType(fact, path) !== 'object'
    ? sentence('valueMissingType', { purpose, wanted: wanted(valueType(fact, path)) })
    : purpose;
}

function lintComparison(node: Record<string, unknown>, place: ConditionPlace): void {
  refuseUnknownFields(node, COMPARISON_FIELDS, place);
  checkLabels(node, place);
  const fact = lintFact(node, place);
  const operator = checkOperator(node['operator'], place);
  const at = pointerTo(place.pointer, 'value');
  if (!Object.hasOwn(node, 'value')) place.issues.error(at, missingValue(operator, fact, node['path']));
  else if (fact && operator && checkFit(operator, fact, { ...place, path: node['path'] }))
    lintValue(operator, node['value'], { ...place, pointer: at, fact, type: valueType(fact, node['path']) });
  if (fact) addUse(useOf(written(node), place.pointer), place);
}

function lintList(kind: 'all' | 'any', list: unknown, place: ConditionPlace): void {
  const pointer = pointerTo(place.pointer, kind);
  if (!Array.isArray(list))
    place.issues.error(pointer, sentence('listOfConditions', { shown: shownWords(list) }));
  else if (list.length === 0) place.issues.error(pointer, sentence('emptyGroup', { kind }));
  else
    list.forEach((child: unknown, index) => {
      lintNode(child, { ...place, pointer: pointerTo(pointer, index), depth: place.depth + 1 });
    });
}

function lintGroup(kind: 'all' | 'any' | 'not', node: Record<string, unknown>, place: ConditionPlace): void {
  if (!mayNest(place)) return;
  refuseUnknownFields(node, [kind, ...LABELS], place);
  checkLabels(node, place);
  if (kind !== 'not') return lintList(kind, node[kind], place);
  const pointer = pointerTo(place.pointer, 'not');
  if (Array.isArray(node['not'])) place.issues.error(pointer, sentence('notTakesOne'));
  else lintNode(node['not'], { ...place, pointer, depth: place.depth + 1 });
}

function lintNode(node: unknown, place: ConditionPlace): void {
  if (isFull(place)) return;
  if (!isPlainObject(node)) {
    place.issues.error(place.pointer, sentence('conditionIsObject', { shown: shownWords(node) }));
    return;
  }
  const kinds = KINDS.filter((kind) => Object.hasOwn(node, kind));
  const [kind] = kinds;
  if (kind === undefined) {
    const [key] = Object.keys(node);
    const hint = key === undefined ? '' : place.issues.hint(key, KINDS);
    place.issues.error(place.pointer, sentence('conditionNeeds', { kinds: KINDS.join(', '), hint }), KINDS);
  } else if (kinds.length > 1) {
    place.issues.error(
      place.pointer,
      sentence('conditionKinds', { all: KINDS.join(', '), kinds: allOf(kinds) }),
    );
  } else if (kind === 'fact') lintComparison(node, place);
  else if (kind !== 'condition') lintGroup(kind, node, place);
  else {
    refuseUnknownFields(node, ['condition', ...LABELS], place);
    checkLabels(node, place);
    lintReference(node['condition'], place);
  }
}

/** Refuses two comparisons that a template could not distinguish, because they have the same name but different params. */
function refuseAmbiguousNames(uses: readonly FactUse[], { issues }: CheckPosition): void {
  const first = new Map<string, FactUse>();
  for (const use of uses) {
    const called = use.name ?? use.fact;
    const earlier = first.get(called);
    if (!earlier) first.set(called, use);
    else if (earlier.key !== use.key && use.name === undefined)
      issues.error(use.pointer, sentence('factTwice', { fact: use.fact }));
    else if (earlier.key !== use.key)
      issues.error(pointerTo(use.pointer, 'name'), sentence('nameTaken', { name: quoted(called) }));
  }
}

/** Context of a check: the shared conditions that a document may name, and the document's own id. */
export interface Surroundings {
  /** Absent: the shared conditions are not known here, so any name is accepted. */
  readonly shared?: SharedConditions | undefined;
  /** Id of the shared condition that is checked, so that it cannot contain itself. */
  readonly id?: string | undefined;
}

/**
 * Checks conditions and adds their issues to the position's list. The document must be within the size limits (`withinBounds`).
 * @returns every fact that is compared, including facts in known shared conditions, for checking templates
 */
export function lintConditions(
  conditions: unknown,
  place: CheckPosition,
  { shared, id }: Surroundings = {},
): readonly FactUse[] {
  const uses: FactUse[] = [];
  const within = id === undefined ? [] : [id];
  if (isPlainObject(conditions) && Object.hasOwn(conditions, 'fact') && !Object.hasOwn(conditions, 'all'))
    place.issues.error(place.pointer, sentence('conditionsStart'), ['all', 'any', 'not']);
  else lintNode(conditions, { ...place, depth: 0, uses, shared, within });
  refuseAmbiguousNames(uses, place);
  return uses;
}
