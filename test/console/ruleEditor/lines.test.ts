import fc from 'fast-check';
import { expect, it } from 'vitest';
import { differences } from '../../../console/views/rules/form/index.ts';

it('shows what was removed and added, and gives both texts back', () => {
  expect(differences('a\nb\nc', 'a\nx\nc').map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'same a',
    'removed b',
    'added x',
    'same c',
  ]);
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 8 })
    .map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = differences(before, after);
      const of = (kind: string): string =>
        lines
          .filter((line) => line.kind !== kind)
          .map((line) => line.text)
          .join('\n');
      expect([of('added'), of('removed')]).toEqual([before, after]);
    }),
  );
});
