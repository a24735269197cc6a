import * as z from 'zod';
import {
  digestSchema,
  escalationPolicySchema,
  rotationSchema,
  routeSchema,
  ruleSchema,
  settingsSchema,
  sharedConditionSchema,
} from '../documents/index.ts';
import { ruleTestsSchema } from '../testing/index.ts';
import type { Json, JsonObject } from '../vocabulary/index.ts';
import { sayComparisons } from './comparison.ts';
import { suggesting } from './part.ts';
import type { Part } from './part.ts';
import {
  BATCH_RELATIONS,
  DIGEST_RELATIONS,
  POLICY_RELATIONS,
  ROTATION_RELATIONS,
  ROUTE_RELATIONS,
  RULE_RELATIONS,
} from './relations.ts';

/** Names that differ from fleet to fleet, which an editor suggests. Other names stay valid. */
export interface FleetNames {
  readonly groups?: readonly string[] | undefined;
  /** Paths into `driver.attributes`, such as `$.depot`. */
  readonly attributePaths?: readonly string[] | undefined;
  /** Ids of escalation policies. */
  readonly policies?: readonly string[] | undefined;
}

type Properties = Record<string, Part>;

/** A schema under construction. */
interface Draft {
  readonly [field: string]: Json;
  properties: Properties;
  $defs: Record<string, Part>;
}

interface DocumentSchema {
  /** The kind of document in words, such as `a rule`. */
  readonly of: string;
  readonly title: string;
  /** The schema's file in the starter set. */
  readonly example: string;
  readonly schema: z.ZodType;
  /** Checks between several fields, which lint makes, too. */
  readonly relations?: Part;
  /** Adds the fleet's names, and the rules that depend on values. */
  readonly complete?: (draft: Draft, names: FleetNames) => void;
}

/** The kinds of documents by the name of their schema. `rule` stands for `/rule.schema.json` and `urn:tripline:schema:rule`. */
const SCHEMAS = {
  rule: {
    of: 'a rule',
    title: 'Tripline rule',
    example: 'rules/rule',
    schema: ruleSchema,
    relations: RULE_RELATIONS,
    complete(draft, names) {
      sayComparisons(draft.$defs, names);
      Object.assign(draft.$defs['RuleBatch']!, BATCH_RELATIONS);
      eachOnce(draft.$defs['EmailAction']!);
      suggestItems(draft.properties['scope']!['properties'] as Properties, 'groups', names.groups);
      suggest(draft.$defs['EscalateAction']!['properties'] as Properties, 'policy', names.policies);
    },
  },
  'rule-test': {
    of: 'the tests of a rule',
    title: 'Tripline rule tests',
    example: 'rules/rule-test',
    schema: ruleTestsSchema,
  },
  condition: {
    of: 'a shared condition',
    title: 'Tripline shared condition',
    example: 'conditions/condition',
    schema: sharedConditionSchema,
    complete: (draft, names) => {
      sayComparisons(draft.$defs, names);
    },
  },
  'escalation-policy': {
    of: 'an escalation policy',
    title: 'Tripline escalation policy',
    schema: escalationPolicySchema,
    example: 'escalation-policies/escalation-policy',
    relations: POLICY_RELATIONS,
    complete({ $defs }) {
      eachOnce($defs['EmailPage']!);
    },
  },
  rotation: {
    of: 'a rotation',
    title: 'Tripline rotation',
    example: 'rotations/rotation',
    schema: rotationSchema,
    relations: ROTATION_RELATIONS,
  },
  route: {
    of: 'a recipient route',
    title: 'Tripline recipient route',
    example: 'routes/route',
    schema: routeSchema,
    relations: ROUTE_RELATIONS,
    complete({ properties, $defs }, { groups = [], attributePaths }) {
      eachOnce($defs['RouteEntry']!);
      suggest(properties, 'attribute', attributePaths);
      const entries = properties['entries']!;
      const named = groups.map((group) => [group, entries['additionalProperties']!] as const);
      if (named.length > 0) entries['properties'] = Object.fromEntries(named);
    },
  },
  digest: {
    of: 'a digest',
    title: 'Tripline digest',
    example: 'digests/digest',
    schema: digestSchema,
    relations: DIGEST_RELATIONS,
    complete({ properties }, names) {
      suggestItems(properties, 'groups', names.groups);
      suggest(properties, 'driver_name', names.attributePaths);
    },
  },
  settings: {
    of: 'settings',
    title: 'Tripline settings',
    example: 'settings',
    schema: settingsSchema,
    complete({ properties }, { attributePaths }) {
      const fields = properties['driver_fields']!['properties'] as Properties;
      for (const name of Object.keys(fields)) suggest(fields, name, attributePaths);
    },
  },
} as const satisfies Record<string, DocumentSchema>;

/** The name of a document's schema. */
export type DocumentSchemaName = keyof typeof SCHEMAS;

/** All schemas: their names, the kinds of documents in words, and the files in the starter set. */
export const DOCUMENT_SCHEMAS = (Object.keys(SCHEMAS) as DocumentSchemaName[]).map((name) => ({
  name,
  of: SCHEMAS[name].of,
  example: `${SCHEMAS[name].example}.schema.json`,
}));

/**
 * Returns the JSON Schema (2020-12) of a kind of document, for editors. A fleet's names only add suggestions; the valid documents
 * and the schema's id stay the same.
 */
export function documentJsonSchema(name: DocumentSchemaName, names: FleetNames = {}): JsonObject {
  const { schema, title, relations, complete }: DocumentSchema = SCHEMAS[name];
  const plain = z.toJSONSchema(schema, { io: 'input', target: 'draft-2020-12' });
  const draft = JSON.parse(JSON.stringify(plain)) as Draft;
  complete?.(draft, names);
  const { $schema, ...rest } = draft;
  const head = { $schema: $schema!, $id: `urn:tripline:schema:${name}`, title };
  // The relations are added in `allOf`, so that they do not replace keywords of the schema itself.
  return { ...head, ...rest, ...(relations && { allOf: [relations] }) };
}

function suggest(properties: Properties, field: string, names: readonly string[] | undefined): void {
  properties[field] = suggesting(names, properties[field]!);
}

/** Forbids duplicate items in the lists of an object, as lint does. */
function eachOnce(object: Part): void {
  for (const field of Object.values(object['properties'] as Properties))
    if (field['type'] === 'array') field['uniqueItems'] = true;
}

function suggestItems(properties: Properties, field: string, names: readonly string[] | undefined): void {
  const list = properties[field]!;
  list['items'] = suggesting(names, list['items'] as Part);
}
