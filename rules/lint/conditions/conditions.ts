import { isPlainObject, pointerTo, shown } from '../../documents/index.ts';
import type { IssueList, SharedConditions } from '../../documents/index.ts';
import {
  LIMITS,
  OPERATORS,
  OPERATOR_NAMES,
  findOperator,
  operatorMeantBy,
  quoted,
} from '../../vocabulary/index.ts';
import type { FactDefinition, JsonObject, OperatorDefinition } from '../../vocabulary/index.ts';
import { lintFact } from './fact.ts';
import type { Place } from './fact.ts';
import { addUse, isFull, lintReference, mayNest, useOf } from './reference.ts';
import type { ConditionPlace, FactUse } from './reference.ts';
import { lintValue, valueType, wanted } from './value.ts';

const KINDS = ['all', 'any', 'not', 'condition', 'fact'] as const;
const LABELS = ['name', 'priority'] as const;
const COMPARISON_FIELDS = ['fact', 'params', 'path', 'operator', 'value', ...LABELS] as const;

function refuseUnknownFields(node: Record<string, unknown>, fields: readonly string[], place: Place): void {
  for (const key of Object.keys(node)
    .filter((name) => !fields.includes(name))
    .slice(0, LIMITS.issues + 1))
    place.issues.error(
      pointerTo(place.pointer, key),
      `unknown field ${quoted(key)}${place.issues.didYouMean(key, fields)}`,
      fields,
    );
}

function checkLabels(node: Record<string, unknown>, { pointer, issues }: Place): void {
  const { name, priority } = node;
  const named = typeof name === 'string' && name !== '' && name.length <= LIMITS.nameLength;
  if (Object.hasOwn(node, 'name') && !named)
    issues.error(pointerTo(pointer, 'name'), `must be a string of 1 to ${LIMITS.nameLength} characters`);
  const ordered = Number.isInteger(priority) && Number(priority) >= 1 && Number(priority) <= 1_000;
  if (Object.hasOwn(node, 'priority') && !ordered)
    issues.error(pointerTo(pointer, 'priority'), 'must be a whole number from 1 to 1000');
}

function checkOperator(name: unknown, { pointer, issues }: Place): OperatorDefinition | undefined {
  const operator = typeof name === 'string' ? findOperator(name) : undefined;
  if (operator) return operator;
  const at = pointerTo(pointer, 'operator');
  if (name === undefined)
    issues.error(at, 'is missing: how the fact is compared, such as greaterThan', OPERATOR_NAMES);
  else if (typeof name !== 'string')
    issues.error(at, `must be the name of an operator, not ${shown(name)}`, OPERATOR_NAMES);
  else if (name.includes(':'))
    issues.error(
      at,
      `operator decorators such as ${quoted(name)} are not allowed: write {"not": {…}}, or the plain operator`,
      OPERATOR_NAMES,
    );
  else issues.error(at, `there is no operator ${quoted(name)}${operatorHint(name, issues)}`, OPERATOR_NAMES);
  return undefined;
}

function operatorHint(name: string, issues: IssueList): string {
  const meant = operatorMeantBy(name);
  return issues.didYouMean(meant ?? name, OPERATOR_NAMES);
}

/** What a fact is, by its type, in a message. */
const TYPE_NAMES = {
  number: 'a number',
  text: 'a string',
  time: 'a time',
  date: 'a date',
  list: 'a list',
  object: 'an object',
} as const;

function checkFit(
  operator: OperatorDefinition,
  fact: FactDefinition,
  place: Place & { path: unknown },
): boolean {
  const type = valueType(fact, place.path);
  if (type === 'any' || operator.types.includes(type)) return true;
  const fitting = OPERATORS.filter((candidate) => candidate.types.includes(type)).map(({ name }) => name);
  const hint = type === 'object' ? '; name a part of it with "path", such as $.depot' : '';
  const message = `${operator.name} does not work on ${fact.name}, which is ${TYPE_NAMES[type]}${hint}`;
  place.issues.error(pointerTo(place.pointer, 'operator'), message, fitting);
  return false;
}

/** What a comparison says about its fact, as far as it is of the right type. */
function written(node: Record<string, unknown>): Parameters<typeof useOf>[0] {
  const { fact, params, path, name } = node;
  return {
    fact: String(fact),
    ...(isPlainObject(params) && { params: params as JsonObject }),
    ...(typeof path === 'string' && { path }),
    ...(typeof name === 'string' && { name }),
  };
}

/** What the missing value of a comparison is for, and what it takes as far as fact and operator say. */
function missingValue(
  operator: OperatorDefinition | undefined,
  fact: FactDefinition | undefined,
  path: unknown,
): string {
  const purpose = `is missing: what ${fact?.name ?? 'the fact'} is compared with`;
  if (operator?.name === 'isKnown') return `${purpose} (true or false)`;
  return fact && valueType(fact, path) !== 'object'
    ? `${purpose} (${wanted(valueType(fact, path))})`
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
  if (!Array.isArray(list)) place.issues.error(pointer, `must be a list of conditions, not ${shown(list)}`);
  else if (list.length === 0) place.issues.error(pointer, `"${kind}" needs at least one condition`);
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
  if (Array.isArray(node['not'])) place.issues.error(pointer, '"not" takes one condition, not a list');
  else lintNode(node['not'], { ...place, pointer, depth: place.depth + 1 });
}

function lintNode(node: unknown, place: ConditionPlace): void {
  if (isFull(place)) return;
  if (!isPlainObject(node)) {
    place.issues.error(place.pointer, `a condition is an object, not ${shown(node)}`);
    return;
  }
  const kinds = KINDS.filter((kind) => Object.hasOwn(node, kind));
  const [kind] = kinds;
  if (kind === undefined) {
    const [key] = Object.keys(node);
    const hint = key === undefined ? '' : place.issues.didYouMean(key, KINDS);
    place.issues.error(place.pointer, `a condition needs one of ${KINDS.join(', ')}${hint}`, KINDS);
  } else if (kinds.length > 1) {
    place.issues.error(
      place.pointer,
      `a condition has one of ${KINDS.join(', ')}, not ${kinds.join(' and ')} together`,
    );
  } else if (kind === 'fact') lintComparison(node, place);
  else if (kind !== 'condition') lintGroup(kind, node, place);
  else {
    refuseUnknownFields(node, ['condition', ...LABELS], place);
    checkLabels(node, place);
    lintReference(node['condition'], place);
  }
}

/** Two uses that templates could not distinguish: one name, different params. */
function refuseAmbiguousNames(uses: readonly FactUse[], { issues }: Place): void {
  const first = new Map<string, FactUse>();
  for (const use of uses) {
    const called = use.name ?? use.fact;
    const earlier = first.get(called);
    if (!earlier) first.set(called, use);
    else if (earlier.key !== use.key && use.name === undefined)
      issues.error(
        use.pointer,
        `${use.fact} is used twice with different params: give each such condition a "name", so that templates and people can tell them apart`,
      );
    else if (earlier.key !== use.key)
      issues.error(pointerTo(use.pointer, 'name'), `another condition is called ${quoted(called)} already`);
  }
}

/** What conditions may name, and what names them. */
export interface Surroundings {
  /** Absent: which shared conditions there are is not known here, so a name is taken as it is. */
  readonly shared?: SharedConditions | undefined;
  /** The shared condition that is being checked, so that it cannot end up inside itself. */
  readonly id?: string | undefined;
}

/**
 * Checks conditions and adds what is wrong to the place's issues. The document must be within bounds (`withinBounds`).
 * @returns every fact that is compared, those of known shared conditions included, for checking templates.
 */
export function lintConditions(
  conditions: unknown,
  place: Place,
  { shared, id }: Surroundings = {},
): readonly FactUse[] {
  const uses: FactUse[] = [];
  const within = id === undefined ? [] : [id];
  if (isPlainObject(conditions) && Object.hasOwn(conditions, 'fact') && !Object.hasOwn(conditions, 'all'))
    place.issues.error(place.pointer, 'conditions start with all, any or not: write {"all": [{"fact": …}]}', [
      'all',
      'any',
      'not',
    ]);
  else lintNode(conditions, { ...place, depth: 0, uses, shared, within });
  refuseAmbiguousNames(uses, place);
  return uses;
}
