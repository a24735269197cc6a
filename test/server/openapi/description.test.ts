import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { apiDescription } from '../../../server/description.ts';

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly type?: string;
  readonly maximum?: number;
  readonly oneOf?: readonly { readonly $ref: string }[];
  readonly discriminator?: {
    readonly propertyName: string;
    readonly mapping: Readonly<Record<string, string>>;
  };
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
}

interface Description {
  readonly info: { readonly version: string; readonly license: { readonly name: string } };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const description = apiDescription('http://127.0.0.1:3000') as Description;
const { schemas } = description.components;
const operations = Object.values(description.paths).flatMap((methods) => Object.values(methods));

interface Node {
  readonly at: string;
  readonly node: Readonly<Record<string, unknown>>;
}

/** Returns every object in the document except its examples, with the keys that lead to it. */
function nodesOf(value: unknown, at = ''): Node[] {
  if (value === null || typeof value !== 'object') return [];
  const inner = Object.entries(value)
    .filter(([key]) => !/^examples?$/.test(key))
    .flatMap(([key, each]) => nodesOf(each, `${at}/${key}`));
  return Array.isArray(value) ? inner : [{ at, node: value as Node['node'] }, ...inner];
}

/** Returns the places in the document where a condition is true. */
const wherever = (isTrue: (node: Node['node']) => boolean): string[] =>
  nodesOf(description).flatMap(({ at, node }) => (isTrue(node) ? [at] : []));

describe('the description, as generators of clients read it', () => {
  it('has every schema that is referred to directly below components', () => {
    expect(
      wherever(({ $ref }) => typeof $ref === 'string' && !/^#\/components\/schemas\/\w+$/.test($ref)),
    ).toEqual([]);
    expect(wherever((node) => '$defs' in node)).toEqual([]);
  });

  it('has no condition within a schema', () => {
    expect(wherever((node) => typeof node['if'] === 'object')).toEqual([]);
  });

  it('has a name for each action of a rule and each page of a policy, chosen by their type', () => {
    const chosen = Object.entries(schemas).flatMap(([name, { properties }]) =>
      Object.values(properties ?? {}).flatMap(({ items }) => (items?.oneOf ? [{ name, items }] : [])),
    );
    expect(chosen.map(({ name }) => name)).toEqual(expect.arrayContaining(['Rule', 'EscalationPolicy']));
    for (const { items } of chosen) {
      expect(items.discriminator?.propertyName).toBe('type');
      const mapping = Object.entries(items.discriminator!.mapping);
      expect(mapping.map(([, $ref]) => ({ $ref }))).toEqual(items.oneOf);
      for (const [type, $ref] of mapping)
        expect(schemas[$ref.split('/').at(-1)!]?.properties?.['type']?.enum).toEqual([type]);
    }
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining(['SlackAction', 'EmailAction', 'WebhookAction', 'EscalateAction', 'SlackPage']),
    );
  });

  it('has texts for names of facts, so that a later fact breaks no client', () => {
    expect(schemas['RuleFact']).toMatchObject({ type: 'string' });
    expect(schemas['RuleFact']).not.toHaveProperty('enum');
    expect(schemas['RuleOperator']?.enum).toContain('greaterThan');
  });
});

describe('the description', () => {
  it('declares every tag that an operation has, with a description, and no other', () => {
    const declared = description.tags.map(({ name }) => name);
    expect(declared.sort()).toEqual([...new Set(operations.flatMap(({ tags }) => tags))].sort());
    for (const { name, description: what } of description.tags) expect(what, name).toMatch(/^[A-Z].*\.$/);
  });

  it('has the version of Tripline, and a licence', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(description.info).toMatchObject({ version, license: { name: expect.any(String) as string } });
  });

  it('says how many items a page has at most', () => {
    const limits = operations.flatMap(({ parameters = [] }) =>
      parameters.flatMap((each) => (each.in === 'query' && each.name === 'limit' ? [each.schema] : [])),
    );
    expect(limits.length).toBeGreaterThan(15);
    for (const limit of limits) expect(limit).toMatchObject({ type: 'integer', minimum: 1, maximum: 200 });
  });
});
