import { describe, expect, it } from 'vitest';
import { DOCUMENT_KINDS, formatDocument } from '../../../cli/files/index.ts';
import { differences } from '../../../cli/documents/index.ts';

describe('differences', () => {
  it.each([
    ['equal', { a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, []],
    ['a field', { a: { b: 1 } }, { a: { b: 2 } }, [{ pointer: '/a/b', old: 1, new: 2 }]],
    [
      'fields that come and go',
      { a: 1 },
      { 'b/c~': 2 },
      [
        { pointer: '/b~1c~0', new: 2 },
        { pointer: '/a', old: 1 },
      ],
    ],
    [
      'an item before others: the others did not change',
      [{ x: 1 }, { x: 2 }],
      [{ x: 0 }, { x: 1 }, { x: 2 }],
      [{ pointer: '/0', new: { x: 0 } }],
    ],
    ['an item taken out', [1, 2, 3], [1, 3], [{ pointer: '/1', old: 2 }]],
    [
      'an item changed between equal ones',
      [1, { x: 1 }, 3],
      [1, { x: 2 }, 3],
      [{ pointer: '/1/x', old: 1, new: 2 }],
    ],
    ['another type', { a: [1] }, { a: { b: 1 } }, [{ pointer: '/a', old: [1], new: { b: 1 } }]],
  ])('%s', (_, before, after, expected) => {
    expect(differences(before, after)).toEqual(expected);
  });
});

it('formats the same document the same way, whatever the order of its fields', () => {
  const kind = DOCUMENT_KINDS.find((each) => each.kind === 'rule')!;
  const long = 'x'.repeat(90);
  const one = formatDocument(kind, { id: 'a', name: long, conditions: { all: [] }, extra: { a: [1, {}] } });
  const other = formatDocument(kind, { extra: { a: [1, {}] }, conditions: { all: [] }, name: long, id: 'a' });
  expect(one).toBe(other);
  expect(one.split('\n')).toEqual([
    '{',
    '  "$schema": "./rule.schema.json",',
    '  "id": "a",',
    `  "name": "${long}",`,
    '  "conditions": { "all": [] },',
    '  "extra": { "a": [1, {}] }',
    '}',
    '',
  ]);
});
