import { describe, expect, it } from 'vitest';
import { searched } from '../../console/language/say/index.ts';

describe('a search in the console', () => {
  it.each([
    ['Übermüdung', 'U\u0308BERMU\u0308DUNG'],
    ['Müller', 'muller'],
    ['Groß', 'GROSS'],
    ['ЩУКИНА', 'щукина'],
    ['ΣΟΦΟΣ', 'σοφος'],
    ['Łukasz', 'lukasz'],
    ['İbrahim', 'ibrahim'],
    ['Ａｎｎ', 'ann'],
  ])('takes %s for %s', (one, other) => {
    expect(searched(one)).toBe(searched(other));
  });
});
