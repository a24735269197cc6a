import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BLOCK,
  breakageOf,
  documentOf,
  formOf,
  grouped,
  nodeAt,
  placeOf,
  pointerAt,
  replacedAt,
  withIds,
} from '../../../console/views/rules/form/index.ts';
import type {
  ConditionGroup,
  ConditionNode,
  Json,
  JsonObject,
} from '../../../console/views/rules/form/index.ts';
import { anyDocument } from './documents.ts';

/** Lists every path in a tree. */
function paths(node: ConditionNode, at: readonly number[] = []): readonly (readonly number[])[] {
  return [at, ...('rules' in node ? node.rules.flatMap((rule, index) => paths(rule, [...at, index])) : [])];
}

/** Returns the value that a JSON pointer names. */
function at(document: Json, pointer: string): Json | undefined {
  return pointer
    .split('/')
    .slice(1)
    .reduce<Json | undefined>((value, step) => (value as JsonObject | undefined)?.[step], document);
}

const leaf = { fact: 'trip.score', operator: 'lessThan', value: 5 };
const tree = (conditions: Json): ConditionGroup => formOf({ id: 'r', conditions }).conditions;

describe('paths in the form of a rule', () => {
  it('name the place in the document, for every condition of every document', () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        const { conditions } = formOf(document);
        for (const path of paths(conditions)) {
          const node = nodeAt(conditions, path)!;
          const found = at(document, pointerAt(conditions, path));
          if ('source' in node && path.length > 0) expect(found).toEqual(node.source);
          if ('field' in node && node.field === BLOCK) expect(found).toEqual(node.value);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('replace one node and leave the rest; ids stay with their places', () => {
    const root = withIds(tree({ all: [leaf, { any: [leaf, { not: leaf }] }] }));
    const other = replacedAt(root, [1, 1, 0], { field: 'trip.distance_km', operator: 'equal', value: 1 });
    expect(documentOf({ document: { id: 'r' }, conditions: other })['conditions']).toEqual({
      all: [leaf, { any: [leaf, { not: { fact: 'trip.distance_km', operator: 'equal', value: 1 } }] }],
    });
    expect(nodeAt(withIds(other), [0])?.id).toBe(nodeAt(root, [0])?.id);
    const without = replacedAt(root, [1], undefined);
    expect(documentOf({ document: { id: 'r' }, conditions: without })['conditions']).toEqual({ all: [leaf] });
    expect(nodeAt(root, [4, 4])).toBeUndefined();
  });

  it('put a first comparison into a group, since a rule holds none by itself', () => {
    const root = formOf({ id: 'r' }).conditions;
    const added = grouped({ ...root, rules: [{ field: 'trip.score', operator: 'lessThan', value: 5 }] });
    expect(documentOf({ document: { id: 'r' }, conditions: added })['conditions']).toEqual({ all: [leaf] });
    const shared = tree({ condition: 'at-night' });
    expect(grouped(shared)).toBe(shared);
  });
});

describe('places in a text', () => {
  const text = '{\n  // why\n  "conditions": { "all": [ { "fact": "x", "value": 19 } ] },\n  "a/b": 1\n}\n';
  const marked = (pointer: string): string => {
    const { from, to } = placeOf(text, pointer);
    return text.slice(from, to);
  };

  it('are those of the value, or of what is around it', () => {
    expect(marked('/conditions/all/0/value')).toBe('19');
    expect(marked('/a~1b')).toBe('1');
    expect(marked('/conditions/all/0/operator')).toBe('{');
    expect(placeOf(text, '/conditions/all/0/operator').from).toBe(text.indexOf('{ "fact"'));
    expect(marked('')).toBe('{');
    expect(placeOf('', '/x')).toEqual({ from: 0, to: 0 });
  });

  it('say where a text breaks', () => {
    expect(breakageOf(text)).toBeUndefined();
    expect(breakageOf('{\n  "a": 1\n  "b": 2 }')).toMatchObject({ line: 3, column: 3 });
    expect(breakageOf('')).toMatchObject({ line: 1, column: 1 });
  });
});
