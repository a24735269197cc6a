import { describe, expect, it } from 'vitest';
import { expressionProblems, expressionsIn } from '../../checks/regexes.ts';

const problemsOf = (text: string, exceptions: Parameters<typeof expressionProblems>[1] = []) =>
  expressionProblems(expressionsIn('rules/some.ts', text), exceptions);

describe('the check of regular expressions', () => {
  it.each([
    ['a quadratic one', String.raw`const trimmed = text.replace(/\s+$/, '');`, '2nd degree polynomial'],
    ['an exponential one', String.raw`export const NAME = /^(a|a)*$/;`, 'exponential'],
    ['one from a text', String.raw`const pattern = new RegExp('^(\\w+\\s?)*$', 'u');`, 'exponential'],
    [
      'the one that stopped the digest',
      String.raw`const LATER = /(?<=.)([;\t\r\n][^\S\r\n]*)(?=["\s]*[=+\-@])/gs;`,
      'polynomial',
    ],
  ])('finds %s', async (_what, text, complexity) => {
    const problems = await problemsOf(`\n${text}`);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain('rules/some.ts:2 ');
    expect(problems[0]).toContain(complexity);
  });

  it('asks for a reason for one that is put together', async () => {
    expect(await problemsOf('const pattern = RegExp(`${name}+$`);')).toEqual([
      'rules/some.ts:1 RegExp(`${name}+$`) is put together when the program runs: list it with the reason why it is safe',
    ]);
  });

  it('says nothing of one that takes linear time, nor of a comment or a text', async () => {
    const text = String.raw`
      // /(a|a)*$/ is bad
      const words = '/(a|a)*$/';
      const DATE = /^\d{4}-\d{2}-\d{2}$/;
      const ANY = new RegExp('^[a-z]+$');`;
    expect(expressionsIn('rules/some.ts', text)).toHaveLength(2);
    expect(await problemsOf(text)).toEqual([]);
  });

  it('takes an exception for its file and code only, and none that names no risk', async () => {
    const exception = { file: 'rules/some.ts', code: String.raw`/\s+$/`, reason: 'Short.' };
    expect(await problemsOf(String.raw`text.replace(/\s+$/, '')`, [exception])).toEqual([]);
    const [elsewhere, unused] = await problemsOf(String.raw`text.replace(/\s+$/, '')`, [
      { ...exception, file: 'rules/other.ts' },
    ]);
    expect(elsewhere).toContain('2nd degree polynomial');
    expect(unused).toBe(String.raw`rules/other.ts: the exception for /\s+$/ names no risk`);
  });
});
