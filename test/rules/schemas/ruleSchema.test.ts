import { describe, expect, it } from 'vitest';
import { documentJsonSchema } from '../../../rules/schemas/index.ts';
import type { FleetNames } from '../../../rules/schemas/index.ts';

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
  const { $defs } = documentJsonSchema('rule', names) as unknown as {
    $defs: { RuleComparison: { allOf: Branch[] } };
  };
  return $defs.RuleComparison.allOf.find((branch) => branch.if.properties.fact.const === fact)?.then;
}

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

  it("completes the fleet's own groups and attributes, and allows others", () => {
    const names = { groups: ['north', 'south'], attributePaths: ['$.depot'] };
    const text = JSON.stringify(documentJsonSchema('rule', names));
    expect(JSON.stringify(documentJsonSchema('rule'))).not.toContain('"south"');
    expect(text).toContain('"anyOf":[{"enum":["$.depot"]},{}]');
    expect(documentJsonSchema('rule', names)).toMatchObject({
      properties: {
        scope: { properties: { groups: { items: { anyOf: [{ enum: ['north', 'south'] }, {}] } } } },
      },
    });
    expect(branchOf('driver.groups', names)?.properties.value.examples).toEqual(['north', 'south']);
    expect(branchOf('group.score', names)?.properties.params.properties).toMatchObject({
      group: { anyOf: [{ enum: ['north', 'south'] }, {}] },
    });
    expect(JSON.stringify(documentJsonSchema('condition', names))).toContain('"south"');
  });
});
