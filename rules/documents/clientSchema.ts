import * as z from 'zod';
import type { Json, JsonObject } from '../vocabulary/index.ts';
import { digestSchema } from './digest.ts';
import { escalationPolicySchema } from './escalationPolicy.ts';
import { rotationSchema } from './rotation.ts';
import { routeSchema } from './route.ts';
import { ruleSchema } from './rule.ts';
import { settingsSchema } from './settings.ts';
import { sharedConditionSchema } from './sharedCondition.ts';

type Part = Readonly<Record<string, Json>>;

/** Prefix of references to a JSON Schema's named parts. */
const DEFS = '#/$defs/';

/** The schemas of all documents, by their names in the API description. */
const DOCUMENTS: Readonly<Record<string, z.ZodType>> = {
  Rule: ruleSchema,
  Condition: sharedConditionSchema,
  EscalationPolicy: escalationPolicySchema,
  Rotation: rotationSchema,
  Route: routeSchema,
  Digest: digestSchema,
  Settings: settingsSchema,
};

/**
 * Returns the schemas of all documents and of their named parts, for generators of API clients. Schemas refer to each other by
 * name. Operators, params and values by fact are omitted, because only editors need them; they are in `/rule.schema.json` and the
 * other schema files.
 * @param at prefix of the names, such as `#/components/schemas/`
 */
export function clientSchemas(at: string): Readonly<Record<string, JsonObject>> {
  const named = new Map<string, string>();
  for (const [name, schema] of Object.entries(DOCUMENTS)) {
    const { $schema: _dialect, $defs, ...document } = jsonSchema(schema);
    const parts = ($defs ?? {}) as Part;
    for (const [each, part] of Object.entries({ ...parts, [name]: document })) {
      const text = JSON.stringify(simpler(part, { at, parts }));
      if ((named.get(each) ?? text) !== text) throw new Error(`Two schemas are called ${each}.`);
      named.set(each, text);
    }
  }
  return Object.fromEntries([...named].map(([name, text]) => [name, JSON.parse(text) as JsonObject]));
}

/** The prefix of names in references, and the named parts of the document. */
interface Names {
  readonly at: string;
  readonly parts: Part;
}

function jsonSchema(schema: z.ZodType): Part {
  const plain = z.toJSONSchema(schema, { io: 'input', target: 'draft-2020-12' });
  return JSON.parse(JSON.stringify(plain)) as Part;
}

function simpler(schema: Json, names: Names): Json {
  if (schema === null || typeof schema !== 'object') return schema;
  if (isList(schema)) return schema.map((each) => simpler(each, names));
  const part = chosen(schema);
  const entries = Object.entries(part).flatMap(([key, value]): [string, Json][] => {
    if (key === '$ref') return [[key, moved(value as string, names)]];
    // `propertyNames` is omitted, because keys of records are always texts.
    if (key === 'propertyNames') return [];
    if (key === 'properties') return [[key, simplerProperties(value as Part, names)]];
    if (key === 'oneOf')
      return [
        [key, simpler(value, names)],
        ['discriminator', byType(value, names)],
      ];
    return [[key, key === 'examples' || key === 'default' ? value : simpler(value, names)]];
  });
  return Object.fromEntries(entries);
}

function moved(reference: string, { at }: Names): string {
  return reference.replace(DEFS, at);
}

function isList(json: Json | undefined): json is readonly Json[] {
  return Array.isArray(json);
}

/** Omits fields that are forbidden, because a client that does not know a field cannot send it. */
function simplerProperties(properties: Part, names: Names): Part {
  const possible = Object.entries(properties).filter(([, value]) => !Object.hasOwn(value as Part, 'not'));
  return Object.fromEntries(possible.map(([name, value]) => [name, simpler(value, names)]));
}

/** An object type whose field `type` has a constant value. */
interface Choice {
  readonly properties: { readonly type: { readonly const: string } };
}

/** Returns the OpenAPI discriminator of some named schemas, which is the field `type`. */
function byType(choices: Json, names: Names): Part {
  const mapping = (choices as readonly { readonly $ref: string }[]).map(({ $ref }) => {
    const { properties } = names.parts[$ref.replace(DEFS, '')] as unknown as Choice;
    return [properties.type.const, moved($ref, names)] as const;
  });
  return { propertyName: 'type', mapping: Object.fromEntries(mapping) };
}

/**
 * Rewrites JSON Schema that can be expressed in several ways to the form that client generators understand.
 *
 * - A choice of texts becomes an enumeration, or any text if other texts are possible, such as fact names of a later version.
 * - A constant becomes an enumeration with one value.
 * - Several types become a choice, added to the other choices. Items of several types may be anything.
 */
function chosen(part: Part): Part {
  const { const: constant, anyOf, type, items, ...rest } = part;
  const choices = ((anyOf ?? []) as readonly Part[]).flatMap((each) => typesOf(each) ?? [each]);
  const texts = choices.filter((each) => each['type'] === 'string');
  if (texts.length > 0 && texts.length === choices.length) {
    const constants = texts.flatMap((each) => each['const'] ?? []);
    return { ...rest, type: 'string', ...(constants.length === texts.length && { enum: constants }) };
  }
  return {
    ...rest,
    ...(type !== undefined && { type }),
    ...(choices.length > 0 && { anyOf: choices }),
    ...(items !== undefined && { items: typesOf(items as Part) ? {} : items }),
    ...(constant !== undefined && { enum: [constant] }),
  };
}

/** Returns one schema per type if a schema lists several types; otherwise `undefined`. */
function typesOf({ type }: Part): readonly Part[] | undefined {
  return isList(type) ? type.map((each) => ({ type: each })) : undefined;
}
