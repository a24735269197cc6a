import { describe, expect, it } from 'vitest';
import { RunStarts } from '../../../rules/backtests/index.ts';
import { published } from '../given.ts';

const RULES = [published({ trigger: 'becomes_true' }), published({ id: 'each' })];

/** Returns the marks of trips, one a letter: m is matched, n not matched, u unknown. Letters before the bar precede the range. */
function marksOf(trips: string): readonly string[] {
  const runs = new RunStarts(RULES);
  runs.begin();
  const [before = '', range = ''] = trips.split('|');
  const verdictOf = (letter: string, tripId: string) => ({
    notMatched: letter === 'n' ? ('all' as const) : [],
    ...(letter === 'm' && { match: { driverId: 'd', tripId, at: 0, rules: [0, 1] } }),
  });
  [...before].forEach((letter, index) => runs.before(`b${index}`, verdictOf(letter, `b${index}`)));
  return [...range].map((letter, index) => {
    const { begins, continues } = runs.of(`r${index}`, verdictOf(letter, `r${index}`));
    return begins ? `begins ${begins.join()}` : continues ? `since ${continues[0]}` : '';
  });
}

describe('a run of matches', () => {
  it.each<[string, readonly string[]]>([
    ['|m', ['begins 0']],
    ['|mm', ['begins 0', '']],
    ['|mnm', ['begins 0', '', 'begins 0']],
    ['|mum', ['begins 0', '', '']],
    ['|umu', ['', 'begins 0', '']],
    ['n|m', ['begins 0']],
    ['u|m', ['begins 0']],
    ['m|mm', ['since b0', '']],
    ['nmmu|um', ['', 'since b1']],
    ['m|nm', ['', 'begins 0']],
  ])('%s', (trips, marks) => {
    expect(marksOf(trips)).toEqual(marks);
  });

  it('is of one driver', () => {
    const runs = new RunStarts(RULES);
    const match = { driverId: 'd', tripId: 't', at: 0, rules: [0] };
    runs.begin();
    runs.of('t', { notMatched: [], match });
    runs.begin();
    expect(runs.of('t', { notMatched: [], match })).toEqual({ begins: [0] });
  });
});
