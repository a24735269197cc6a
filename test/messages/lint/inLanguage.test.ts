import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { inLanguage } from '../../../messages/lint/index.ts';
import { textsOf } from '../../../messages/language/index.ts';
import { TEXTS } from '../../../texts/index.ts';
import { parseDigest, parseRoute } from '../../../rules/lint/index.ts';
import { errorsOf, ruleAsking } from '../../rules/given.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** Every `sentence('key')` of the rules and the server: its English text, with `<name>` for each value. */
function allSentences(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && ts.isCallExpression(node.tag)) {
      const [key] = node.tag.arguments;
      if (node.tag.expression.getText() === 'sentence' && key && ts.isStringLiteral(key))
        found.set(key.text, (found.get(key.text) ?? new Set()).add(textOf(node.template)));
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

function textOf(template: ts.TemplateLiteral): string {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text;
  return template.templateSpans.reduce(
    (text, { expression, literal }) => `${text}<${nameIn(expression)}>${literal.text}`,
    template.head.text,
  );
}

function nameIn(expression: ts.Expression): string {
  if (!ts.isObjectLiteralExpression(expression)) throw new Error(expression.getText());
  return expression.properties.map(({ name }) => name?.getText() ?? '').join(' ');
}

describe('lint in a language', () => {
  it('the catalogue has each sentence of the rules and the server, in the same words, and no other', () => {
    const sentences = allSentences();
    const written = [...sentences].map(([key, texts]) => [key, [...texts]] as const);
    const listed = [...sentences].map(([key, [text = '']]) => {
      const values: Record<string, string> = {};
      for (const [whole, name = ''] of text.matchAll(/<(\w+)>/g)) values[name] = whole;
      return [key, [textsOf('en').known(`lint.${key}`, values)]] as const;
    });
    expect(listed).toEqual(written);
    expect([...sentences.keys()].sort()).toEqual(Object.keys(TEXTS.en.lint).sort());
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
