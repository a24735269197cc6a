import { describe, expect, it } from 'vitest';
import { beyondAllowances, sentenceProblems } from '../../checks/sentences.ts';

const foundIn = (text: string): string[] =>
  sentenceProblems({ file: 'store/made.ts', text }).map(({ line, found }) => `${line} ${found}`);

describe('the sentence check', () => {
  it.each([
    ['What', '/** What a claim answers. */'],
    ['Whose', '/**\n * Whose place is free.\n */'],
    ['How long', '/** How long a claim is kept. */'],
    ['Of', '/** Of the newest reading. */'],
    ['It', '/** It may be out. */'],
    ['So many', '/** So many at once. */'],
  ])('refuses a doc comment that begins with %s', (opener, comment) => {
    expect(foundIn(`const a = 1;\n${comment}\nconst b = 2;`)).toEqual([`2 ${opener}`]);
  });

  it('accepts a verb, a noun, and an opener inside of a sentence or of a plain comment', () => {
    const text = [
      '/** Claims a delivery. It is kept for `leaseMs`. */',
      '/** Seconds between two polls. */',
      '/** Offers a lookup; Italian is one of the languages. */',
      '// What follows is compared as text.',
      '/** @returns what was found */',
    ];
    expect(foundIn(text.join('\n'))).toEqual([]);
  });

  it('refuses words that hide the subject, in comments alone, at the line where they are', () => {
    const text = [
      '/**',
      ' * Sends it once. Nobody is told twice,',
      ' * and whoever asks is refused.',
      ' */',
      "const nobody = 'nobody asks'; // The newest counts, and counts are numbers.",
      '// Here the date that counts stands for the trip; it stands above.',
    ];
    expect(foundIn(text.join('\n'))).toEqual([
      '2 Nobody',
      '3 whoever',
      '2 is told',
      '3 asks',
      '6 that counts',
      '6 stands',
    ]);
  });

  it('reports each problem of a file that has more than it is allowed', () => {
    const problems = sentenceProblems({ file: 'a.ts', text: '/** What a is. */\n/** Who asks. */' });
    expect(beyondAllowances(problems, { 'a.ts': 3 })).toEqual([]);
    expect(beyondAllowances(problems, { 'a.ts': 2 })).toHaveLength(3);
    expect(beyondAllowances(problems, {})[0]).toBe(
      'a.ts:1 "What": begin with a verb in the third person, or with the noun it describes',
    );
  });

  it('reports an allowance that is greater than what is left, so that it only shrinks', () => {
    expect(beyondAllowances([], { 'a.ts': 2 })).toEqual([
      'a.ts: 0 comments are left of 2; lower its number in checks/sentenceAllowances.json',
    ]);
  });
});
