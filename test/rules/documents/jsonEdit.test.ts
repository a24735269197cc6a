import { expect, it } from 'vitest';
import { withTextField } from '../../../rules/documents/index.ts';

it('sets a field of a text and leaves comments where they are', () => {
  expect(withTextField('{ "a": 1, "mode": "live" /* since May */ }', 'mode', 'off')).toBe(
    '{ "a": 1, "mode": "off" /* since May */ }',
  );
  expect(withTextField('{\n  "a": 1 // one\n}\n', 'mode', 'off')).toBe(
    '{\n  "mode": "off",\n  "a": 1 // one\n}\n',
  );
});

it('edits no text that it cannot read, or that has the field twice', () => {
  expect(withTextField('{ "mode": ', 'mode', 'off')).toBeUndefined();
  expect(withTextField('{}', 'mode', 'off')).toBeUndefined();
  expect(withTextField('["mode"]', 'mode', 'off')).toBeUndefined();
  expect(withTextField('{ "mode": "live", "mode": "shadow" }', 'mode', 'off')).toBeUndefined();
});
