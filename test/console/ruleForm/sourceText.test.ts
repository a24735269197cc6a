import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { edited, parsedText } from '../../../console/views/rules/form/index.ts';
import { anyDocument } from './documents.ts';

const TEXT = `// Why: see the minutes of May.
{
  "id": "phone", // never changes
  "conditions": {
    "all": [
      // agreed with the works council
      { "fact": "driver.events.count", "operator": "greaterThan", "value": 3 },
      { "fact": "trip.distance_m",   "operator": "lessThan", "value": 9 } /* metres */
    ]
  }
}
`;
const [PHONE, FAR] = [
  { fact: 'driver.events.count', operator: 'greaterThan', value: 3 },
  { fact: 'trip.distance_m', operator: 'lessThan', value: 9 },
];

describe('an edit of a text with comments', () => {
  it('reads back as the edited document, whatever was there before', () => {
    fc.assert(
      fc.property(anyDocument, anyDocument, fc.boolean(), (before, after, remarks) => {
        const lines = JSON.stringify(before, null, 2);
        const text = remarks ? `// why\n${lines.replaceAll(',\n', ', // because\n')}\n` : lines;
        expect(JSON.parse(JSON.stringify(parsedText(edited(text, after))))).toEqual(
          JSON.parse(JSON.stringify(after)),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('changes the number alone', () => {
    const conditions = { all: [{ ...PHONE, value: 5 }, FAR] };
    expect(edited(TEXT, { id: 'phone', conditions })).toBe(TEXT.replace('"value": 3', '"value": 5'));
  });

  it('leaves the text as it is when nothing changed', () => {
    expect(edited(TEXT, { conditions: { all: [PHONE, FAR] }, id: 'phone' })).toBe(TEXT);
  });

  it('keeps a comment at the end of its line when a field is put below it', () => {
    const text = '{\n  "a": 1, // one\n  // of c\n  "c": [3] // three\n}\n';
    expect(edited(text, { a: 1, b: { d: 2 }, c: [3], e: 5 })).toBe(
      '{\n  "a": 1, // one\n  "b": {\n    "d": 2\n  },\n  // of c\n  "c": [3], // three\n  "e": 5\n}\n',
    );
    expect(parsedText(edited('{ "a": 1 }', { a: 1, b: 2 }))).toEqual({ a: 1, b: 2 });
    expect(edited('{\n  "a": 1, // one\n}', { a: 1, b: 2 })).toBe('{\n  "a": 1, // one\n  "b": 2,\n}');
  });

  it('keeps every comment when a condition is added', () => {
    const text = edited(TEXT, { id: 'phone', conditions: { all: [PHONE, FAR, { ...FAR, value: 7 }] } });
    for (const remark of ['// Why: see', '// never changes', '// agreed', '/* metres */'])
      expect(text).toContain(remark);
    expect(text).toContain('"value": 7');
  });

  it('keeps the comments of what stays when a condition is taken out', () => {
    const text = edited(TEXT, { id: 'phone', conditions: { all: [PHONE] } });
    expect(parsedText(text)).toMatchObject({ conditions: { all: [PHONE] } });
    for (const remark of ['// Why: see', '// never changes', '// agreed']) expect(text).toContain(remark);
  });

  it('writes a text with a key twice anew, because nobody could say which one is meant', () => {
    expect(parsedText(edited('{"id": "a", "id": "b"}', { id: 'c' }))).toEqual({ id: 'c' });
  });

  it('cannot read a broken text, and writes it anew', () => {
    expect(parsedText('{"id": ')).toBeUndefined();
    expect(edited('{"id": ', { id: 'c' })).toBe('{\n  "id": "c"\n}\n');
  });
});
