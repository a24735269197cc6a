import { LIMITS, comparesWith, EVENT_TYPE_NAMES, EVENT_TYPE_PATTERN, FACTS } from '../vocabulary/index.ts';
import { HIGHEST_EVENT_CODE, OPERATORS, RATING_PATTERN, valueType } from '../vocabulary/index.ts';
import type { FactDefinition, FactType, Json, OperatorDefinition, ValueType } from '../vocabulary/index.ts';
import { DATE_PATTERN, INSTANT_PATTERN, durationUpTo } from '../time/index.ts';
import { suggesting, whereField } from './part.ts';
import type { Part } from './part.ts';

/** Names in conditions that differ from fleet to fleet. */
interface ConditionNames {
  readonly groups?: readonly string[] | undefined;
  /** Paths into `driver.attributes`, such as `$.depot`. */
  readonly attributePaths?: readonly string[] | undefined;
}

const LISTED = FACTS.filter((fact) => !fact.name.includes('*'));

/**
 * A duration as a parameter. For a parameter in whole days, the schema accepts durations in any unit, and lint checks that they
 * are whole days.
 */
const SPAN = { type: 'string', pattern: durationUpTo(LIMITS.windowSeconds).source };

function paramSchema(param: FactDefinition['params'][number], names: ConditionNames): Part {
  const help = { description: param.help, examples: param.examples };
  switch (param.kind) {
    case 'number':
      return { type: 'number', minimum: 0, ...help };
    case 'event_type': {
      const code = { minimum: 0, maximum: HIGHEST_EVENT_CODE };
      const written = { type: ['string', 'integer'], pattern: EVENT_TYPE_PATTERN.source, ...code };
      return suggesting(EVENT_TYPE_NAMES, { ...written, ...help });
    }
    case 'duration':
    case 'days':
      return { ...SPAN, ...help };
    case 'id': {
      const groups = param.name === 'group' ? names.groups : undefined;
      return suggesting(groups, { type: 'string', minLength: 1, maxLength: LIMITS.idLength, ...help });
    }
  }
}

/** Returns the schema of the params and the path that a fact accepts. */
function factUse(fact: FactDefinition, names: ConditionNames): Part {
  const properties = fact.params.map((param) => [param.name, paramSchema(param, names)] as const);
  const required = fact.params.filter((param) => param.required).map((param) => param.name);
  const params =
    fact.params.length === 0
      ? { maxProperties: 0 }
      : { properties: Object.fromEntries(properties), additionalProperties: false, required };
  return {
    properties: { params, ...(fact.type === 'object' ? {} : { path: false }) },
    ...(required.length > 0 && { required: ['params'] }),
  };
}

/** Returns the schema of one value of a type. */
function valueOf(type: ValueType, values: readonly string[] | undefined): Part {
  switch (type) {
    case 'number':
      return { type: 'number' };
    case 'time':
      return { type: 'string', pattern: INSTANT_PATTERN.source };
    case 'date':
      return { type: 'string', pattern: DATE_PATTERN.source };
    case 'any':
      return { type: ['string', 'number', 'boolean'] };
    default:
      return values === undefined ? { type: 'string' } : { enum: values };
  }
}

/** Returns the schema of the constant value that an operator accepts. */
function literal(shape: OperatorDefinition['shape'], type: ValueType, values?: readonly string[]): Part {
  const ordered = type === 'any' ? 'number' : type;
  switch (shape) {
    case 'one':
    case 'member':
      return valueOf(type, values);
    case 'number':
      return valueOf(ordered, values);
    case 'many': {
      const list = { type: 'array', minItems: 1, maxItems: LIMITS.listValues };
      if (type !== 'any') return { ...list, items: valueOf(type, values) };
      // All values in a list have the same type, because a string and a number are never equal.
      return { ...list, anyOf: ['string', 'number', 'boolean'].map((one) => ({ items: { type: one } })) };
    }
    case 'bounds':
      return { type: 'array', minItems: 2, maxItems: 2, items: valueOf(ordered, values) };
    case 'text':
      return { type: 'string', minLength: 1 };
    case 'flag':
      return { type: 'boolean' };
  }
}

const TYPES: readonly FactType[] = ['number', 'text', 'time', 'date', 'list', 'object'];

/** Returns the schema of the other facts with which an operator can compare values of a type. */
function otherFact(operator: OperatorDefinition, type: ValueType): Part {
  const fitting = TYPES.filter((other) => comparesWith(operator, type, other === 'object' ? 'any' : other));
  return {
    type: 'object',
    properties: { fact: { anyOf: fitting.map((other) => ({ $ref: `#/$defs/${factsOf(other)}` })) } },
  };
}

function factsOf(type: FactType): string {
  return `RuleFacts_${type}`;
}

/** Returns the schema of a comparison's value by operator, for facts with values of a type. */
function byOperator(type: ValueType, values?: readonly string[]): Part {
  const fitting = OPERATORS.filter(({ types }) => type === 'any' || types.includes(type));
  const shapes = [...new Set(fitting.map(({ shape }) => shape))];
  const cases = shapes.map((shape) => {
    const operators = fitting.filter((operator) => operator.shape === shape);
    const plain = literal(shape, type, values);
    const [first] = operators;
    const value = first?.takesFact ? { anyOf: [plain, otherFact(first, type)] } : plain;
    return whereField('operator', { enum: operators.map(({ name }) => name) }, { properties: { value } });
  });
  return { properties: { operator: { enum: fitting.map(({ name }) => name) } }, allOf: cases };
}

function comparisonOf(type: ValueType): string {
  return `RuleComparison_${type}`;
}

function valueExamples(fact: FactDefinition, { groups = [] }: ConditionNames): Json {
  if (fact.name === 'driver.groups' && groups.length > 0) return groups;
  return [...(fact.values ?? []), ...fact.examples.map((example) => example.value)];
}

/** Describes the possible values of a fact for editors. Other values are valid, and lint warns of them. */
function reachWords({ name, minimum, maximum }: FactDefinition): string | undefined {
  if (minimum === undefined && maximum === undefined) return undefined;
  if (maximum === undefined) return `${name} is at least ${minimum}.`;
  return minimum === undefined
    ? `${name} is at most ${maximum}.`
    : `${name} is at least ${minimum} and at most ${maximum}.`;
}

/** Returns the schema of a comparison with a certain fact: its operators, params and values. */
function whereFact(fact: FactDefinition, names: ConditionNames): Part {
  const use = factUse(fact, names);
  const reach = reachWords(fact);
  const value = { ...(reach !== undefined && { description: reach }), examples: valueExamples(fact, names) };
  const operators = OPERATORS.filter(({ types }) => fact.type === 'object' || types.includes(fact.type));
  return whereField(
    'fact',
    { const: fact.name },
    {
      ...use,
      properties: {
        ...(use['properties'] as Part),
        operator: { enum: operators.map(({ name }) => name) },
        value,
      },
      ...comparisonRules(fact),
    },
  );
}

/** Returns the part of a comparison's schema that depends on the fact's type. An object can be compared only at a path. */
function comparisonRules(fact: FactDefinition): Part {
  if (fact.values) return { allOf: [byOperator(fact.type, fact.values)] };
  const of = (type: ValueType): Part => ({ $ref: `#/$defs/${comparisonOf(type)}` });
  if (fact.type !== 'object') return { allOf: [of(fact.type)] };
  return { allOf: [{ if: { required: ['path'] }, then: of(valueType(fact, '$')), else: of('object') }] };
}

/** Returns example conditions, one for each fact. */
function examplesOf(facts: readonly FactDefinition[]): Json {
  return facts.flatMap(({ name, examples }) => examples.slice(0, 1).map((each) => ({ fact: name, ...each })));
}

/** Adds the rules for comparisons, which depend on the compared fact, to the named parts of a schema. */
export function sayComparisons($defs: Record<string, Part>, names: ConditionNames): void {
  const comparison = $defs['RuleComparison']!;
  const properties = comparison['properties'] as Record<string, Part>;
  properties['path'] = suggesting(names.attributePaths, properties['path']!);
  const otherRatings = whereField(
    'fact',
    { pattern: RATING_PATTERN },
    {
      properties: { params: { maxProperties: 0 }, path: false },
      allOf: [{ $ref: `#/$defs/${comparisonOf('number')}` }],
    },
  );
  comparison['allOf'] = [...LISTED.map((fact) => whereFact(fact, names)), otherRatings];
  comparison['examples'] = examplesOf(LISTED);
  for (const type of [...TYPES, 'any'] as const) $defs[comparisonOf(type)] = byOperator(type);
  for (const type of TYPES) {
    const listed = { enum: LISTED.filter((fact) => fact.type === type).map(({ name }) => name) };
    $defs[factsOf(type)] = type === 'number' ? { anyOf: [listed, { pattern: RATING_PATTERN }] } : listed;
  }
  sayReference($defs['RuleFactReference']!, names);
}

/** Adds the rules for the params and the path of a fact that is used as a comparison's value. */
function sayReference(reference: Part, names: ConditionNames): void {
  const withoutParams = LISTED.filter(({ params, type }) => params.length === 0 && type !== 'object');
  const others = LISTED.filter((fact) => !withoutParams.includes(fact));
  const bare = { anyOf: [{ enum: withoutParams.map(({ name }) => name) }, { pattern: RATING_PATTERN }] };
  reference['allOf'] = [
    whereField('fact', bare, { properties: { params: { maxProperties: 0 }, path: false } }),
    ...others.map((fact) => {
      const use = factUse(fact, names);
      // An object can be compared only at a path.
      const then = fact.type === 'object' ? { ...use, required: ['path'] } : use;
      return whereField('fact', { const: fact.name }, then);
    }),
  ];
}
