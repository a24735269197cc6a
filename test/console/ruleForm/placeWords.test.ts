import { describe, expect, it } from 'vitest';
import { placeWordsIn } from '../../../console/views/rules/form/index.ts';
import type { JsonObject } from '../../../console/views/rules/form/index.ts';
import { sayInEnglish } from '../../support/browser/consoleSay.ts';

const RULE: JsonObject = {
  id: 'phone',
  conditions: {
    all: [
      { fact: 'trip.distance_km', operator: 'greaterThan', value: 1 },
      { any: [{ condition: 'at-night' }, { not: { fact: 'trip.score', operator: 'lessThan', value: 60 } }] },
    ],
  },
  actions: [{ type: 'email', to: ['lead@example.com'] }],
};

describe('the place of a problem in words', () => {
  const words = placeWordsIn(sayInEnglish, ({ fact }) => JSON.stringify(fact));

  it.each([
    ['', ''],
    ['/conditions', 'Conditions'],
    ['/conditions/all/0/value', 'Condition 1 of “all”: "trip.distance_km"'],
    ['/conditions/all/1', 'Condition 2 of “all”'],
    ['/conditions/all/1/any/0/condition', 'Condition 1 of “at least one”: Shared condition at-night'],
    ['/conditions/all/1/any/1/not/operator', 'Condition of “none”: "trip.score"'],
    ['/conditions/all/7/value', 'Conditions'],
    ['/actions', 'Actions'],
    ['/actions/0/to/1', 'Action 1, E-mail, recipients'],
    ['/scope/groups/0', 'Applies to: groups'],
    ['/a~1field', 'a/field'],
  ])('%s', (pointer, expected) => {
    expect(words(RULE, pointer)).toBe(expected);
  });
});
