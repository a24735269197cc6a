import fc from 'fast-check';
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BLOCK, documentOf, formOf, SHARED } from '../../../console/views/rules/form/index.ts';
import type { ConditionNode, JsonObject } from '../../../console/views/rules/form/index.ts';
import { anyDocument, EXAMPLES } from './documents.ts';

/** Returns JSON as its reader sees it, including the order of keys. */
const shown = (value: unknown): string => JSON.stringify(value);

/** Lists the fields of all conditions of a form. */
function fields(node: ConditionNode): string[] {
  return 'rules' in node ? node.rules.flatMap(fields) : [node.field];
}

const conditions = (root: JsonObject): ReturnType<typeof formOf> => formOf({ id: 'r', conditions: root });
const fact = { fact: 'trip.distance_m', operator: 'greaterThan', value: 5 };

describe('the form of a rule', () => {
  it('gives every generated document back as it was, order of keys included', () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        expect(shown(documentOf(formOf(document)))).toBe(shown(document));
      }),
      { numRuns: 500 },
    );
  });

  it.each(readdirSync(EXAMPLES).filter((file) => /^[a-z-]+\.json$/.test(file)))(
    'gives %s back as it was',
    (file) => {
      const document = JSON.parse(readFileSync(EXAMPLES + file, 'utf8')) as JsonObject;
      const form = formOf(document);
      expect(shown(documentOf(form))).toBe(shown(document));
      expect(fields(form.conditions)).not.toContain(BLOCK);
    },
  );

  it('keeps what it cannot express as a block that nobody edits', () => {
    const other = { ...fact, value: { fact: 'trip.duration_s' } };
    const odd = { all: [fact], any: [fact] };
    const form = conditions({ all: [fact, other, odd] });
    expect(fields(form.conditions)).toEqual(['trip.distance_m', BLOCK, BLOCK]);
    expect(form.conditions.rules[1]).toMatchObject({ value: other, disabled: true });
  });

  it('keeps a shared condition at the root without a group', () => {
    const form = conditions({ condition: 'at-night' });
    expect(fields(form.conditions)).toEqual([SHARED]);
    expect(documentOf(form)['conditions']).toEqual({ condition: 'at-night' });
  });

  it('writes another combinator where the old one stood, and keeps what it does not know', () => {
    const form = conditions({ all: [fact], name: 'far', extra: 1 });
    const any = documentOf({ ...form, conditions: { ...form.conditions, combinator: 'any' } });
    expect(shown(any['conditions'])).toBe(shown({ any: [fact], name: 'far', extra: 1 }));
  });

  it('writes a second condition under "not" as none of them', () => {
    const form = conditions({ not: fact });
    const rules = [...form.conditions.rules, { field: 'trip.duration_s', operator: 'lessThan', value: 9 }];
    const none = documentOf({ ...form, conditions: { ...form.conditions, rules } });
    const added = { fact: 'trip.duration_s', operator: 'lessThan', value: 9 };
    expect(none['conditions']).toEqual({ not: { any: [fact, added] } });
    const again = formOf(none);
    expect(again.conditions).toMatchObject({ combinator: 'not', rules: [{ value: 5 }, { value: 9 }] });
    expect(shown(documentOf(again))).toBe(shown(none));
    // A single condition would be written without its group, so the group stays.
    const one = { id: 'r', conditions: { not: { any: [fact] } } };
    expect(shown(documentOf(formOf(one)))).toBe(shown(one));
  });
});
