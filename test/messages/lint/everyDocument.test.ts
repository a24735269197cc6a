import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inLanguage } from '../../../messages/lint/index.ts';
import { readDirectoryCsv, readDirectoryJson } from '../../../rules/drivers/index.ts';
import {
  parseDigest,
  parseEscalationPolicy,
  parseRotation,
  parseRoute,
  parseRule,
  parseSettings,
  parseSharedCondition,
} from '../../../rules/lint/index.ts';
import type { DocumentIssue, ParsedDocument } from '../../../rules/lint/index.ts';
import { parseRuleTests } from '../../../rules/testing/index.ts';

/** Omits every field of every kind of document, and gives it wrong values. Checks that every message is translated. */
const EXAMPLES = join(import.meta.dirname, '../../../rules/examples');

type Parse = (json: unknown) => ParsedDocument<unknown>;
const KINDS: readonly (readonly [folder: string, parse: Parse])[] = [
  ['rules', (json) => parseRule(json)],
  ['digests', (json) => parseDigest(json)],
  ['escalation-policies', (json) => parseEscalationPolicy(json)],
  ['rotations', (json) => parseRotation(json)],
  ['routes', (json) => parseRoute(json)],
];

/** Values that replace each value. `undefined` omits the field. */
const WRONG: readonly unknown[] = [
  undefined,
  null,
  true,
  -1,
  0.5,
  1e9,
  '',
  'x',
  'a\nb',
  '{{ driver.id',
  '{{ 1 | upcas }}',
  '{{ driver }}',
  '25:99',
  '$.',
  'rotation:',
  'x'.repeat(9_000),
  [],
  ['x'],
  [7, 'x'],
  {},
  { nonsense: 1 },
];

type Step = string | number;

/** Lists the paths of all values of a document, including the document itself. */
function pathsIn(value: unknown, at: readonly Step[] = []): readonly (readonly Step[])[] {
  if (typeof value !== 'object' || value === null) return [at];
  const steps = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return [at, ...steps.flatMap((step) => pathsIn((value as Record<Step, unknown>)[step], [...at, step]))];
}

/** Returns the document with another value at a path. */
function withAt(document: unknown, [step, ...rest]: readonly Step[], wrong: unknown): unknown {
  if (step === undefined) return wrong;
  const copy = structuredClone(document) as Record<Step, unknown>;
  const inside = withAt(copy[step], rest, wrong);
  if (inside === undefined) delete copy[step];
  else copy[step] = inside;
  return copy;
}

/** English words that a German message may contain only in quotations. */
const ENGLISH = /\b(must|missing|such as|the|without|which|allowed|entries|characters|is not)\b/;

/** Issues whose German message is their English one, or contains English. */
function untranslated(issues: readonly DocumentIssue[]): readonly string[] {
  return issues.flatMap((issue) => {
    const { message } = inLanguage(issue, 'de');
    const own = message.replaceAll(/"(?:[^"\\]|\\.)*"|„[^“]*“/g, '');
    return message === issue.message || ENGLISH.test(own) ? [`${issue.pointer}: ${message}`] : [];
  });
}

function issuesOf(parsed: ParsedDocument<unknown>): readonly DocumentIssue[] {
  return [...(parsed.ok ? [] : parsed.errors), ...parsed.warnings];
}

/** Returns the issues of every wrong form of a document, each message once. */
function mistakesOf(document: unknown, parse: Parse): ReadonlySet<DocumentIssue> {
  const found = new Map<string, DocumentIssue>();
  for (const path of pathsIn(document))
    for (const wrong of WRONG)
      for (const issue of issuesOf(parse(withAt(document, path, wrong)))) found.set(issue.message, issue);
  return new Set(found.values());
}

function examplesOf(folder: string): readonly (readonly [string, unknown])[] {
  return readdirSync(join(EXAMPLES, folder))
    .filter((name) => name.endsWith('.json') && !/schema|\.test\./.test(name))
    .map((name) => [name, JSON.parse(readFileSync(join(EXAMPLES, folder, name), 'utf8'))] as const);
}

describe.each(KINDS)('every mistake in %s', (folder, parse) => {
  it.each(examplesOf(folder))('of %s has words in German', (_name, document) => {
    const mistakes = [...mistakesOf(document, parse)];
    expect(mistakes.length).toBeGreaterThan(10);
    expect(untranslated(mistakes)).toEqual([]);
  });
});

describe('every mistake', () => {
  it('in a shared condition has words in German', () => {
    const all = [
      {
        fact: 'driver.events.count',
        params: { type: 'PHONE_USE', window: '7d' },
        operator: 'in',
        value: [1],
      },
    ];
    const condition = { id: 'phones', name: 'Phones', description: 'Often', conditions: { all } };
    expect(untranslated([...mistakesOf(condition, (json) => parseSharedCondition(json))])).toEqual([]);
  });

  it('in settings has words in German', () => {
    const settings = JSON.parse(readFileSync(join(EXAMPLES, 'settings.json'), 'utf8')) as object;
    const whole = {
      ...settings,
      brand: { name: 'North', logo: 'https://a.example/b.png', accent: '#12395f' },
    };
    expect(untranslated([...mistakesOf(whole, (json) => parseSettings(json))])).toEqual([]);
  });

  it('in the tests of a rule has words in German', () => {
    const trip = { trip_id: 't-1' };
    const test = {
      name: 'three',
      driver_id: 'd-1',
      decided_at: '2026-03-01T08:00:00Z',
      trip,
      history: [trip],
      groups: ['north'],
      rule_alerts: [{ rule: 'a', trip_ended_at: '2026-03-01T08:00:00Z' }],
      expect: 'matched',
    };
    expect(untranslated([...mistakesOf({ tests: [test] }, parseRuleTests)])).toEqual([]);
  });

  it('in a directory of drivers has words in German', () => {
    const texts = [
      '',
      'name\nAnn',
      'driver_id,\nd-1,x',
      'driver_id,nmae\nd-1,x',
      'driver_id,name,name\nd-1,x,y',
      'driver_id,name\nd-1',
      'driver_id,name\n,Ann',
      'driver_id,name\nd-1,a\nd-1,b',
      'driver_id\n"d-1',
      'driver_id,email\nd-1,x',
      'driver_id,phone\nd-1,x',
      'driver_id,language\nd-1,German',
      'driver_id,manager_email\nd-1,x',
      `driver_id,name\nd-1,${'x'.repeat(999)}`,
      'driver_id\n"d" 1',
      'driver_id\na"b',
      `driver_id,name\nd-1,"a\nb"`,
    ];
    const read = [
      ...texts.map((text) => readDirectoryCsv(new TextEncoder().encode(text))),
      readDirectoryCsv(new Uint8Array([0xff, 0xfe, 0xff])),
      ...[{}, { drivers: 1 }, { drivers: [1] }, { drivers: [{ driver_id: [] }] }].map(readDirectoryJson),
    ];
    const mistakes = read.map((each) => (each.ok ? [] : each.errors));
    expect(mistakes.filter((each) => each.length === 0)).toEqual([]);
    expect(untranslated(mistakes.flat())).toEqual([]);
  });
});
