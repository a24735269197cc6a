import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { inLanguage } from '../../../messages/lint/index.ts';
import { TEXTS } from '../../../texts/index.ts';
import { parseDigest, parseRoute } from '../../../rules/lint/index.ts';
import { errorsOf, ruleAsking } from '../../rules/given.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** Lists every call of `sentence` in the rules and the server: its key, and the names of its values. */
function allSentences(): readonly (readonly [key: string, values: readonly string[]])[] {
  const found: (readonly [string, readonly string[]])[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText() === 'sentence') {
      const [key, values] = node.arguments;
      for (const each of keysIn(key)) found.push([each, namesIn(values)]);
    }
    ts.forEachChild(node, visit);
  };
  const files = ['rules', 'server'].flatMap((layer) =>
    readdirSync(join(ROOT, layer), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(ROOT, layer, file),
    ),
  );
  for (const file of files.filter((name) => name.endsWith('.ts')))
    visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true));
  return found;
}

/** Returns the keys that an expression may be. For a template, these are all keys with its beginning. */
function keysIn(key: ts.Expression | undefined): readonly string[] {
  if (key && ts.isStringLiteral(key)) return [key.text];
  if (!key || !ts.isTemplateExpression(key)) return [];
  return Object.keys(TEXTS.en.lint).filter((each) => each.startsWith(key.head.text));
}

function namesIn(values: ts.Expression | undefined): readonly string[] {
  if (!values) return [];
  if (!ts.isObjectLiteralExpression(values)) throw new Error(values.getText());
  return values.properties.map(({ name }) => name?.getText() ?? '').sort();
}

/** Returns the names of a text's placeholders. */
function argumentsOf(text: string): readonly string[] {
  const names = [...text.replaceAll(/'\{|\}'/g, '').matchAll(/(?<!(?:one|other) )\{(\w+)[,}]/g)].map(
    ([, name = '']) => name,
  );
  return [...new Set(names)].sort();
}

describe('lint in a language', () => {
  it('the catalogue has each sentence of the rules and the server with its values, and no other', () => {
    const sentences = allSentences();
    const texts: Readonly<Record<string, string>> = TEXTS.en.lint;
    expect(sentences).toEqual(sentences.map(([key]) => [key, argumentsOf(texts[key] ?? '')]));
    expect([...new Set(sentences.map(([key]) => key))].sort()).toEqual(Object.keys(texts).sort());
  });

  it('says a mistake in German, what is put into it included', () => {
    const [missing] = errorsOf(ruleAsking({ fact: 'trip.distance', operator: 'greaterThan', value: 1 }));
    expect(inLanguage(missing!, 'de')).toEqual({
      pointer: '/conditions/all/0/fact',
      message: 'es gibt keine Angabe "trip.distance" (meinten Sie „trip.distance_km“?)',
    });
    const [wrong] = errorsOf(ruleAsking({ fact: 'trip.distance_km', operator: 'greaterThan', value: [] }));
    expect(inLanguage(wrong!, 'de').message).toBe(
      'muss für trip.distance_km eine Zahl sein, nicht eine Liste',
    );
    expect(inLanguage(wrong!, 'en').message).toBe(wrong!.message);
  });

  it('says what is missing, of the wrong type or too small in German, without what exists in English alone', () => {
    const route = parseRoute({ by: 'group', name: 7, entries: [] });
    const said = route.ok ? [] : route.errors.map((issue) => inLanguage(issue, 'de'));
    expect(said).toContainEqual({ pointer: '/name', message: 'muss ein Text sein, nicht 7' });
    expect(said).toContainEqual({ pointer: '/entries', message: 'muss ein Objekt sein, nicht eine Liste' });
    const digest = parseDigest({});
    const missing = digest.ok ? [] : digest.errors.map((issue) => inLanguage(issue, 'de').message);
    expect(missing.length).toBeGreaterThan(0);
    expect(missing.filter((message) => !message.startsWith('fehlt'))).toEqual([]);
    expect(missing.filter((message) => message.includes('missing'))).toEqual([]);
  });

  it('keeps what is allowed, and leaves a message that is no data in English', () => {
    const [unfit] = errorsOf(ruleAsking({ fact: 'trip.distance_km', operator: 'above', value: 1 }));
    expect(inLanguage(unfit!, 'de').allowed).toContain('greaterThan');
    const plain = { pointer: '/to', message: 'is not told apart yet' };
    expect(inLanguage(plain, 'de')).toBe(plain);
  });
});
