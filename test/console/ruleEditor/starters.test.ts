import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { STARTERS, idOf } from '../../../console/views/rules/form/index.ts';
import type { JsonObject } from '../../../console/views/rules/form/index.ts';
import { parseRule } from '../../../rules/lint/index.ts';
import { EXAMPLES } from '../ruleForm/documents.ts';

/** The example rule that each starter begins like. */
const LIKE: Readonly<Record<string, string>> = {
  collision: 'collision',
  phone: 'repeated-phone-use',
  score: 'score-drop',
  speeding: 'heavy-speeding',
  night: 'night-driving',
};

describe('a rule to begin with', () => {
  it.each(STARTERS.filter(({ id }) => id !== 'empty'))(
    '$id is valid, and decides as its example does',
    ({ id, document }) => {
      const read = parseRule({ id: 'new', name: 'New', ...document }, { conditions: new Map() });
      expect(read).toMatchObject({ ok: true });
      const example = JSON.parse(readFileSync(`${EXAMPLES}${LIKE[id]!}.json`, 'utf8')) as JsonObject;
      const { conditions, severity, trigger } = example;
      expect(document['conditions']).toEqual(conditions);
      expect(document['severity']).toBe(severity);
      expect(document['trigger']).toBe(trigger);
    },
  );

  it.each([
    ['Score dropped ten points', 'score-dropped-ten-points'],
    ['  Müde?  Fahrer! ', 'muede-fahrer'],
    ['Café – nachts', 'cafe-nachts'],
    ['x'.repeat(80), 'x'.repeat(63)],
    ['---', ''],
  ])('gets its id from its name: %s', (name, id) => {
    expect(idOf(name)).toBe(id);
  });
});
