import * as z from 'zod';
import { FACTS, LIMITS, OPERATORS, RATING_PATTERN } from '../vocabulary/index.ts';
import type { FactDefinition, Json, JsonObject } from '../vocabulary/index.ts';

/** A fact with its parameters, and the path to a part of its value. */
export type FactReference = {
  fact: string;
  params?: Record<string, string | number>;
  path?: string;
};

/** The right side of a comparison: a value, a list of values, or another fact. */
export type ComparisonValue = string | number | boolean | (string | number | boolean)[] | FactReference;

/** One comparison of a fact with a value. */
export type Comparison = FactReference & {
  operator: string;
  value: ComparisonValue;
  /** The comparison's name, shown in templates and traces. */
  name?: string;
  priority?: number;
};

type Group = { name?: string; priority?: number };

/** The conditions of a rule, in the format of json-rules-engine. */
export type Conditions =
  | (Group & { all: Condition[] })
  | (Group & { any: Condition[] })
  | (Group & { not: Condition })
  | (Group & { condition: string });

/** A condition inside a group: a comparison or another group. */
export type Condition = Conditions | Comparison;

/** Syntax of a path, such as `$.a.b`. A path reads own properties only. */
export const PATH_PATTERN = /^\$(\.[^.[\]\s"'*?()@$]{1,64}){1,8}$/u;

function factHelp(fact: FactDefinition): string {
  const unit = fact.unit === undefined ? '' : ` Unit: ${fact.unit}.`;
  const params = fact.params.map((param) => param.name).join(', ');
  return `${fact.help}${unit}${params && ` Params: ${params}.`}`;
}

const listedFacts = FACTS.filter((fact) => !fact.name.includes('*')).map((fact) =>
  z.literal(fact.name).describe(factHelp(fact)),
);

const factName = z
  .union([
    ...listedFacts,
    z.string().regex(new RegExp(RATING_PATTERN)).describe('A rating the catalogue does not list.'),
  ])
  .meta({ id: 'RuleFact', description: 'The fact that is compared.' });

const operatorName = z
  .union(OPERATORS.map((operator) => z.literal(operator.name).describe(operator.help)))
  .meta({ id: 'RuleOperator', description: 'How the fact is compared.' });

const params = z
  .record(z.string().max(LIMITS.keyLength), z.union([z.string().max(LIMITS.idLength), z.number()]))
  .describe('Parameters of the fact, such as type and window.')
  .meta({
    examples: [{ type: 'PHONE_USE', window: '7d' }, { type: 'COLLISION' }, { over: '7d' }, { over_kmph: 20 }],
  });

const path = z
  .string()
  .regex(PATH_PATTERN)
  .describe('Path to a part of driver.attributes, own properties only.')
  .meta({ examples: ['$.depot', '$.vehicle.tonnes'] });

const reference = { fact: factName, params: z.exactOptional(params), path: z.exactOptional(path) };

const scalar = z.union([z.string(), z.number(), z.boolean()]);

const labels = {
  name: z.exactOptional(
    z.string().min(1).max(LIMITS.nameLength).describe("Your own name for it: templates use facts['name']."),
  ),
  priority: z.exactOptional(
    z.int().min(1).max(1_000).describe('Order of evaluation, highest first; it changes no result.'),
  ),
};

const comparison: z.ZodType<Comparison> = z
  .strictObject({
    ...reference,
    operator: operatorName,
    value: z
      .union([
        scalar,
        z.array(scalar).min(1).max(LIMITS.listValues),
        z
          .strictObject(reference)
          .meta({ id: 'RuleFactReference', description: 'Another fact to compare with.' }),
      ])
      .describe('What the fact is compared with: a value, a list of values, or another fact.'),
    ...labels,
  })
  .meta({ id: 'RuleComparison', description: 'A comparison of a fact with a value or with another fact.' });

const group = z.lazy(() => z.array(conditionSchema).min(1).max(LIMITS.conditions));
const single = z.lazy(() => conditionSchema);

/** The schema of a rule's conditions. The root must be a group; a single comparison is not allowed. */
export const conditionsSchema: z.ZodType<Conditions> = z
  .union([
    z
      .strictObject({ all: group.describe('True when every condition is true.'), ...labels })
      .meta({ id: 'RuleAll' }),
    z
      .strictObject({ any: group.describe('True when at least one condition is true.'), ...labels })
      .meta({ id: 'RuleAny' }),
    z
      .strictObject({
        not: single.describe('True when the condition is false; unknown stays unknown.'),
        ...labels,
      })
      .meta({ id: 'RuleNot' }),
    z
      .strictObject({
        condition: z
          .string()
          .max(LIMITS.idLength)
          .describe('Id of a shared condition: a document of its own, with id, name and conditions.'),
        ...labels,
      })
      .meta({ id: 'RuleShared' }),
  ])
  .meta({ id: 'RuleConditions', description: 'all, any or not, nested as needed.' });

const conditionSchema: z.ZodType<Condition> = z
  .union([comparison, conditionsSchema])
  .meta({ id: 'RuleCondition', description: 'A comparison, or a group of conditions.' });

/** Maximum number of paths that are suggested. */
const MOST = 200;

/**
 * Returns the paths into `driver.attributes` that a rule may use, sorted. There is one path for each value in these drivers'
 * attributes that is not an object. Names that a path cannot contain are skipped.
 */
export function attributePaths(attributes: readonly JsonObject[]): string[] {
  const paths = new Set<string>();
  for (const each of attributes) addPaths(each, '$', paths);
  return [...paths].sort().slice(0, MOST);
}

function addPaths(object: JsonObject, at: string, paths: Set<string>): void {
  for (const [name, value] of Object.entries(object)) {
    const path = `${at}.${name}`;
    if (!PATH_PATTERN.test(path)) continue;
    if (isObject(value)) addPaths(value, path, paths);
    else paths.add(path);
  }
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
