import { describe, expect, it } from 'vitest';
import { leafWithFact, leafWithOperator, readCatalogue } from '../../../console/views/rules/form/index.ts';
import { TEMPLATE_NAMES } from '../../../rules/templates/index.ts';
import { CONSOLE } from '../../../texts/en/console/index.ts';
import { EVENT_TYPE_NAMES, FACTS, FACT_NAMES, OPERATORS } from '../../../rules/vocabulary/index.ts';

const catalogue = readCatalogue({
  items: FACTS.map(({ name, ...fact }) => ({
    ...fact,
    fact: name,
    takes_path: fact.type === 'object',
    operators: OPERATORS.filter(({ types }) => types.includes(fact.type)).map((each) => each.name),
  })),
  operators: OPERATORS.map(({ name, shape, ...each }) => ({ ...each, operator: name, value: shape })),
  event_types: EVENT_TYPE_NAMES,
  template_names: [],
} as never);
const fact = (name: string) => catalogue.facts.get(name)!;

it('every fact and every name of templates is explained in the console’s own words', () => {
  expect(Object.keys(CONSOLE.factHelp).sort()).toEqual(
    [...new Set([...FACT_NAMES, ...TEMPLATE_NAMES])].sort(),
  );
});

describe('another fact in a comparison', () => {
  const leaf = {
    field: 'driver.events.count',
    operator: 'greaterThan',
    value: 7,
    params: { type: 'COLLISION', window: '30d' },
  };

  it('keeps the parameters, the operator and the value that it takes as well', () => {
    expect(leafWithFact(leaf, fact('trip.events.count'), catalogue)).toEqual({
      field: 'trip.events.count',
      operator: 'greaterThan',
      value: 7,
      params: { type: 'COLLISION' },
    });
  });

  it('takes what is missing from its example', () => {
    expect(leafWithFact({ ...leaf, label: 'mine' }, fact('driver.score_change'), catalogue)).toEqual({
      field: 'driver.score_change',
      operator: 'greaterThan',
      value: 7,
      params: { over: '7d' },
    });
    expect(leafWithFact(leaf, fact('trip.local_weekday'), catalogue)).toEqual({
      field: 'trip.local_weekday',
      operator: 'in',
      value: ['sat', 'sun'],
    });
    expect(leafWithFact(leaf, fact('driver.attributes'), catalogue)).toMatchObject({ factPath: '$.depot' });
  });
});

describe('another operator in a comparison', () => {
  const leaf = { field: 'trip.score', operator: 'lessThan', value: 60 };

  it.each([
    ['between', [60, 60]],
    ['isKnown', true],
    ['in', [60]],
    ['greaterThan', 60],
  ])('keeps the value as far as it can: %s', (operator, value) => {
    expect(leafWithOperator(leaf, operator, catalogue)).toEqual({ ...leaf, operator, value });
  });

  it('takes one value of several, and a number after a flag', () => {
    expect(leafWithOperator({ ...leaf, value: [5, 9] }, 'lessThan', catalogue).value).toBe(5);
    expect(leafWithOperator({ ...leaf, value: true }, 'lessThan', catalogue).value).toBe(0);
  });
});
