import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { textsOf, worded } from '../../../messages/language/index.ts';
import { Problem, STATUS_CODES, asProblem, problemBody } from '../../../server/http/index.ts';
import { TemporalUnavailableError } from '../../../temporal/index.ts';

describe('a problem', () => {
  it('has the code of its text, whatever the language, and a type made of it', () => {
    const problem = new Problem(409, worded('problems.copyNotPublished', { id: 'collision' }));
    for (const language of ['en', 'de'] as const)
      expect(problemBody(problem, language)).toMatchObject({
        type: 'urn:tripline:problem:copy_not_published',
        code: 'copy_not_published',
        status: 409,
        detail: textsOf(language)('problems.copyNotPublished', { id: 'collision' }),
      });
  });

  it('has the code that it is given, before that of its text', () => {
    const more = { code: 'too_late', more: { state: 'resolved' } };
    expect(problemBody(new Problem(409, () => 'Too late.', more), 'en')).toEqual({
      type: 'urn:tripline:problem:too_late',
      code: 'too_late',
      title: 'Conflict',
      status: 409,
      detail: 'Too late.',
      state: 'resolved',
    });
  });

  it('of an error that was not foreseen has a code as well', () => {
    expect(asProblem(new Error('x')).code).toBe('internal');
    expect(asProblem(new TemporalUnavailableError('x')).code).toBe('no_temporal');
  });

  it('in words of a protocol alone has the code of its status', () => {
    expect(new Problem(400, 'This is not a Slack interaction.').code).toBe('bad_request');
    expect(new Problem(418, 'A status that nothing else has.').code).toBe('error');
  });
});

/** The server's code as one text; the codec server has no part in the API. */
const code = execFileSync('git', ['ls-files', 'server'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file.endsWith('.ts') && !file.startsWith('server/codec/'))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

/** Texts that are a part of a problem's words. */
const PARTS = [
  'changed_nothing',
  'deletion_depends',
  'rule_deletes',
  'rule_empty',
  'rule_no_draft',
  'rule_no_version',
  'title_other',
  // A mistake that a schema of zod adds.
  'custom',
];

describe('the page about the API', () => {
  const page = readFileSync('docs/api.md', 'utf8');
  const listed = [...page.matchAll(/^\| \d{3} \| (.*) \|$/gm)].flatMap(([, codes = '']) =>
    [...codes.matchAll(/`(\w+)`/g)].map((match) => match[1]!),
  );
  const answered = [
    ...[
      ...code.matchAll(/(?<!message: worded\(\s*)'problems\.(\w+)'/g),
      // Limits name the end of their text's name.
      ...code.matchAll(/\bkey: '(too\w+)'/g),
    ].map(([, key = '']) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
    ...[...code.matchAll(/\bcode: '(\w+)'/g)].map((match) => match[1]!),
    ...Object.values(STATUS_CODES),
  ].filter((each) => !PARTS.includes(each));

  it('lists the code of every problem that a route answers, and no other', () => {
    expect(answered.length).toBeGreaterThan(100);
    expect([...listed].sort()).toEqual([...new Set(answered)].sort());
  });
});
