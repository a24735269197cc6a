import { describe, expect, it } from 'vitest';
import type { Severity } from '../../../rules/evaluation/index.ts';
import { storedSuppression, suppressors } from '../../../rules/admission/index.ts';
import type { EarlierAlert, StoredAlert, Suppressible } from '../../../rules/admission/index.ts';

/**
 * Parses `crash:critical>brake,swerve`: a rule, its severity and the rules it suppresses. With a leading `~` it suppresses none.
 */
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

describe('of alerts that a trip has', () => {
  const alert = (rule: string, fields: Partial<StoredAlert> = {}): StoredAlert => ({
    rule,
    isSuppressed: false,
    reason: null,
    detail: null,
    suppresses: null,
    messages: 'going',
    lastMessage: null,
    ...fields,
  });
  const suppressed = (rule: string, detail: string): StoredAlert =>
    alert(rule, { isSuppressed: true, reason: 'suppressed', detail, messages: 'none' });
  const brake = suppressed('brake', 'crash');
  const of = (crash: Partial<StoredAlert>, notMatched: readonly string[] = []) =>
    storedSuppression([alert('crash', { suppresses: ['brake'], ...crash }), brake], new Set(notMatched));

  it.each<[string, Partial<StoredAlert>, string[]]>([
    ['one that is sent, or is to be', { messages: 'going' }, []],
    ['the same after its rule matched no more', { messages: 'going' }, ['crash']],
    ['one that is held', { messages: 'held', reason: 'batched' }, []],
    ['one that a throttle stopped', { messages: 'none', reason: 'throttled' }, []],
    ['one of a rule without actions', { messages: 'none' }, []],
    ['one whose version is no longer stored', { suppresses: null }, []],
  ])('%s suppresses', (_what, crash, notMatched) => {
    const { earlier, unsuppressed } = of(crash, notMatched);
    expect(earlier.map(({ rule }) => rule)).toEqual(['crash']);
    expect([...unsuppressed]).toEqual([]);
  });

  it.each<[string, Partial<StoredAlert>, string[], string]>([
    ['one that is held and matches no more', { messages: 'held' }, ['crash'], 'not_matched'],
    [
      'one that was throttled and matches no more',
      { messages: 'none', reason: 'throttled' },
      ['crash'],
      'not_matched',
    ],
    [
      'one that was silenced',
      { messages: 'ended', reason: 'silenced', lastMessage: 'silenced' },
      [],
      'silenced',
    ],
    ['one that failed', { messages: 'ended', lastMessage: 'failed' }, [], 'failed'],
    ['one that nobody knows of', { messages: 'ended', lastMessage: 'unconfirmed' }, [], 'unconfirmed'],
  ])('%s suppresses nothing', (_what, crash, notMatched, ended) => {
    const { earlier, unsuppressed } = of(crash, notMatched);
    expect(earlier).toEqual([]);
    expect([...unsuppressed]).toEqual([['brake', { by: 'crash', ended }]]);
  });

  it('moves on to another one that suppresses it', () => {
    const alerts = [
      alert('crash', { suppresses: ['brake'], messages: 'ended', lastMessage: 'failed' }),
      alert('turn', { suppresses: ['brake'] }),
      brake,
    ];
    const { unsuppressed, movedTo } = storedSuppression(alerts, new Set());
    expect([...unsuppressed]).toEqual([]);
    expect([...movedTo]).toEqual([['brake', 'turn']]);
  });
});
