import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FACTS, OPERATORS } from '../../../rules/vocabulary/index.ts';
import { factsPage } from '../../../rules/testing/index.ts';
import { conditionJsonSchema, ruleJsonSchema } from '../../../rules/documents/index.ts';
import type { FleetNames } from '../../../rules/documents/index.ts';
import { parseRule } from '../../../rules/lint/index.ts';
import { ruleAsking } from '../given.ts';

interface Branch {
  readonly if: { readonly properties: { readonly fact: { readonly const: string } } };
  readonly then: {
    readonly required?: readonly string[];
    readonly properties: {
      readonly operator: { readonly enum: readonly string[] };
      readonly params: { readonly properties?: Readonly<Record<string, object>> };
      readonly value: { readonly examples: readonly unknown[] };
    };
  };
}

function branchOf(fact: string, names?: FleetNames): Branch['then'] | undefined {
  const { $defs } = ruleJsonSchema(names) as unknown as { $defs: { RuleComparison: { allOf: Branch[] } } };
  return $defs.RuleComparison.allOf.find((branch) => branch.if.properties.fact.const === fact)?.then;
}

describe('the reference page', () => {
  it('is up to date; if not, run `npm run docs:reference`', () => {
    expect(readFileSync(new URL('../../../docs/facts.md', import.meta.url), 'utf8')).toBe(factsPage());
  });

  it('has every fact and operator', () => {
    const page = factsPage();
    for (const { name, help } of [...FACTS, ...OPERATORS]) {
      expect(page).toContain(`\`${name}\``);
      expect(page).toContain(help);
    }
  });
});

describe('the JSON Schema of a rule', () => {
  it('offers for each fact its operators and params, and asks for those it needs', () => {
    const phone = branchOf('driver.events.count');
    expect(Object.keys(phone?.properties.params.properties ?? {})).toEqual(['type', 'window']);
    expect(phone?.required).toEqual(['params']);
    expect(phone?.properties.params.properties).toMatchObject({
      type: { anyOf: [{ enum: expect.arrayContaining(['PHONE_USE', 'COLLISION']) as string[] }, {}] },
      window: { examples: ['7d', '24h', '30d'] },
    });
    expect(branchOf('trip.local_weekday')?.properties.value.examples).toEqual(
      expect.arrayContaining(['mon', 'sun']),
    );
    expect(branchOf('trip.session_id')?.properties.operator.enum).toContain('startsWith');
    expect(branchOf('trip.distance_km')?.properties.operator.enum).not.toContain('startsWith');
  });

  it('allows no less than the linter', () => {
    const value = { one: 1, number: 1, many: [1], bounds: [1, 2], text: 'a', member: 'a', flag: true };
    for (const fact of FACTS.filter(({ built, name }) => built && !name.includes('*')))
      for (const operator of OPERATORS) {
        const params = Object.fromEntries(fact.params.map((param) => [param.name, param.examples[0]!]));
        const path = fact.type === 'object' ? { path: '$.a' } : {};
        const base = { fact: fact.name, ...(fact.params.length > 0 && { params }), ...path };
        const one = fact.type === 'number' || fact.type === 'object' ? value : fact.examples[0]!.value;
        const right =
          one === value
            ? value[operator.shape]
            : ['many', 'bounds'].includes(operator.shape)
              ? [one, one].flat()
              : operator.shape === 'flag'
                ? true
                : [one].flat()[0]!;
        if (!parseRule(ruleAsking({ ...base, operator: operator.name, value: right })).ok) continue;
        expect(branchOf(fact.name)?.properties.operator.enum, fact.name).toContain(operator.name);
      }
  });

  it("completes the fleet's own groups and attributes, and allows others", () => {
    const names = { groups: ['north', 'south'], attributePaths: ['$.depot'] };
    const text = JSON.stringify(ruleJsonSchema(names));
    expect(JSON.stringify(ruleJsonSchema())).not.toContain('"south"');
    expect(text).toContain('"anyOf":[{"enum":["$.depot"]},{}]');
    expect(ruleJsonSchema(names)).toMatchObject({
      properties: {
        scope: { properties: { groups: { items: { anyOf: [{ enum: ['north', 'south'] }, {}] } } } },
      },
    });
    expect(branchOf('driver.groups', names)?.properties.value.examples).toEqual(['north', 'south']);
    expect(branchOf('group.score', names)?.properties.params.properties).toMatchObject({
      group: { anyOf: [{ enum: ['north', 'south'] }, {}] },
    });
    expect(JSON.stringify(conditionJsonSchema(names))).toContain('"south"');
  });
});
