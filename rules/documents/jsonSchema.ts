import * as z from 'zod';
import { EVENT_TYPE_NAMES, FACTS, OPERATORS } from '../vocabulary/index.ts';
import type { FactDefinition, Json, JsonObject } from '../vocabulary/index.ts';
import { digestSchema } from './digest.ts';
import { escalationPolicySchema } from './escalationPolicy.ts';
import { rotationSchema } from './rotation.ts';
import { routeSchema } from './route.ts';
import { ruleSchema } from './rule.ts';
import { settingsSchema } from './settings.ts';
import { sharedConditionSchema } from './sharedCondition.ts';

/** Names that only a fleet knows, for an editor to complete; others stay allowed. */
export interface FleetNames {
  readonly groups?: readonly string[] | undefined;
  /** Paths into `driver.attributes`, such as `$.depot`. */
  readonly attributePaths?: readonly string[] | undefined;
  /** Ids of escalation policies. */
  readonly policies?: readonly string[] | undefined;
}

type Part = Record<string, Json>;

/** A schema that an editor completes with names and that takes others as well. */
function suggesting(names: readonly string[] | undefined, schema: Part): Part {
  return names === undefined || names.length === 0 ? schema : { ...schema, anyOf: [{ enum: names }, {}] };
}

function paramSchema(param: FactDefinition['params'][number], names: FleetNames): Part {
  const help = { description: param.help, examples: param.examples };
  if (param.kind === 'number') return { type: 'number', minimum: 0, ...help };
  if (param.kind === 'event_type')
    return suggesting(EVENT_TYPE_NAMES, { type: ['string', 'integer'], ...help });
  const isGroup = param.kind === 'id' && param.name === 'group';
  return suggesting(isGroup ? names.groups : undefined, { type: 'string', ...help });
}

function paramsSchema(fact: FactDefinition, names: FleetNames): Part {
  const properties = fact.params.map((param) => [param.name, paramSchema(param, names)] as const);
  const required = fact.params.filter((param) => param.required).map((param) => param.name);
  return { properties: Object.fromEntries(properties), additionalProperties: false, required };
}

function valueExamples(fact: FactDefinition, { groups = [] }: FleetNames): Json {
  if (fact.name === 'driver.groups' && groups.length > 0) return groups;
  return [...(fact.values ?? []), ...fact.examples.map((example) => example.value)];
}

/** What an editor offers once it knows the fact: its operators, its params, and values that fit. */
function whereFact(fact: FactDefinition, names: FleetNames): Part {
  const operators = OPERATORS.filter(({ types }) => fact.type === 'object' || types.includes(fact.type));
  const takesParams = fact.params.length > 0;
  const needsParams = fact.params.some((param) => param.required);
  return {
    if: { properties: { fact: { const: fact.name } }, required: ['fact'] },
    then: {
      properties: {
        operator: { enum: operators.map(({ name }) => name) },
        params: takesParams ? paramsSchema(fact, names) : { maxProperties: 0 },
        value: { examples: valueExamples(fact, names) },
      },
      ...(needsParams && { required: ['params'] }),
    },
  };
}

/** Whole conditions to start from, one a fact. */
function examplesOf(facts: readonly FactDefinition[]): Json {
  return facts.flatMap(({ name, examples }) => examples.slice(0, 1).map((each) => ({ fact: name, ...each })));
}

/** Policies of the fleet, where an action of a rule escalates. */
function suggestPolicies(
  { $defs }: { readonly $defs: Record<string, Part> },
  { policies }: FleetNames,
): void {
  const properties = $defs['EscalateAction']?.['properties'] as Part | undefined;
  if (properties) properties['policy'] = suggesting(policies, properties['policy'] as Part);
}

function forEditors(schema: z.ZodType, title: string, names: FleetNames): JsonObject {
  const plain = z.toJSONSchema(schema, { io: 'input', target: 'draft-2020-12' });
  const document = JSON.parse(JSON.stringify({ ...plain, title })) as Part & { $defs: Record<string, Part> };
  suggestPolicies(document, names);
  const facts = FACTS.filter((fact) => !fact.name.includes('*'));
  const comparison = document.$defs['RuleComparison']!;
  const properties = comparison['properties'] as Record<string, Part>;
  properties['path'] = suggesting(names.attributePaths, properties['path']!);
  comparison['allOf'] = facts.map((fact) => whereFact(fact, names));
  comparison['examples'] = examplesOf(facts.filter((fact) => fact.built));
  const scope = (document['properties'] as Record<string, Part>)['scope'] as
    { readonly properties: { readonly groups: Part } } | undefined;
  if (scope)
    scope.properties.groups['items'] = suggesting(names.groups, scope.properties.groups['items'] as Part);
  return document;
}

/** The JSON Schema of a rule document, for editors: fields, facts and operators with help and examples. */
export function ruleJsonSchema(names: FleetNames = {}): JsonObject {
  return forEditors(ruleSchema, 'Tripline rule', names);
}

/** The JSON Schema of a shared condition's document, for editors. */
export function conditionJsonSchema(names: FleetNames = {}): JsonObject {
  return forEditors(sharedConditionSchema, 'Tripline shared condition', names);
}

function plainSchema(schema: z.ZodType, title: string): JsonObject {
  const plain = z.toJSONSchema(schema, { io: 'input', target: 'draft-2020-12' });
  return JSON.parse(JSON.stringify({ ...plain, title })) as JsonObject;
}

/** The JSON Schema of an escalation policy's document, for editors. */
export function escalationPolicyJsonSchema(): JsonObject {
  return plainSchema(escalationPolicySchema, 'Tripline escalation policy');
}

/** The JSON Schema of a rotation's document, for editors. */
export function rotationJsonSchema(): JsonObject {
  return plainSchema(rotationSchema, 'Tripline rotation');
}

/** The JSON Schema of a recipient route's document, for editors. */
export function routeJsonSchema(names: FleetNames = {}): JsonObject {
  const document = plainSchema(routeSchema, 'Tripline recipient route');
  const { attribute, entries } = document['properties'] as Record<string, Part>;
  const named = names.groups === undefined || names.groups.length === 0 ? [] : names.groups;
  const properties = Object.fromEntries(named.map((group) => [group, entries!['additionalProperties']!]));
  return Object.assign(document, {
    properties: {
      ...(document['properties'] as Part),
      attribute: suggesting(names.attributePaths, attribute!),
      entries: { ...entries, ...(named.length > 0 && { properties }) },
    },
  });
}

/** The JSON Schema of a digest's document, for editors. */
export function digestJsonSchema(names: FleetNames = {}): JsonObject {
  const document = plainSchema(digestSchema, 'Tripline digest');
  const { groups, driver_name: name } = document['properties'] as Record<string, Part>;
  if (groups) groups['items'] = suggesting(names.groups, groups['items'] as Part);
  const parts = suggesting(names.attributePaths, {});
  return Object.assign(document, {
    properties: { ...(document['properties'] as Part), driver_name: { ...name, ...parts } },
  });
}

/** The JSON Schema of a fleet's settings, for editors. */
export function settingsJsonSchema(names: FleetNames = {}): JsonObject {
  const document = plainSchema(settingsSchema, 'Tripline settings');
  const { driver_fields: mapping } = document['properties'] as Record<string, Part>;
  const fields = (mapping?.['properties'] ?? {}) as Record<string, Part>;
  for (const [name, field] of Object.entries(fields)) fields[name] = suggesting(names.attributePaths, field);
  return document;
}
