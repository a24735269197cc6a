import { describe, expect, it } from 'vitest';
import type { Severity } from '../../../rules/evaluation/index.ts';
import { suppressors } from '../../../rules/admission/index.ts';
import type { EarlierAlert, Suppressible } from '../../../rules/admission/index.ts';

/** `crash:critical>brake,swerve`: a rule, its severity, what it suppresses; a `~` before it: it does not count. */
function matchOf(text: string): Suppressible {
  const [, quiet, rule = '', severity, list] = /^(~?)(\w+):(\w+)(?:>(.*))?$/.exec(text) ?? [];
  return {
    rule,
    severity: severity as Severity,
    suppresses: list?.split(',') ?? [],
    counts: quiet !== '~',
  };
}

describe('suppression', () => {
  it.each<[string, string[], EarlierAlert[], (string | undefined)[]]>([
    ['nobody', ['crash:critical', 'brake:warning'], [], [undefined, undefined]],
    ['its own hard brake', ['brake:warning', 'crash:critical>brake'], [], ['crash', undefined]],
    ['a higher one too, when it says so', ['brake:info>crash', 'crash:critical'], [], [undefined, 'brake']],
    [
      'nothing when suppressed itself',
      ['a:critical>b', 'b:warning>c', 'c:info'],
      [],
      [undefined, 'a', undefined],
    ],
    ['in a circle by severity', ['a:info>b', 'b:warning>a'], [], ['b', undefined]],
    ['in a circle of equals by order', ['a:info>b', 'b:info>a'], [], [undefined, 'a']],
    ['never itself', ['a:info>a'], [], [undefined]],
    [
      'nothing when it does not count',
      ['~crash:critical>brake', 'brake:warning'],
      [],
      [undefined, undefined],
    ],
    ['what cannot suppress is sent', ['crash:critical>brake', '~brake:warning'], [], [undefined, 'crash']],
    ['from an earlier revision', ['brake:warning'], [{ rule: 'crash', suppresses: ['brake'] }], ['crash']],
    [
      'nothing when an earlier one suppresses it',
      ['b:warning>c', 'c:info'],
      [{ rule: 'a', suppresses: ['b'] }],
      ['a', undefined],
    ],
  ])('%s', (_, matches, earlier, expected) => {
    expect(suppressors(matches.map(matchOf), earlier)).toEqual(expected);
  });
});
