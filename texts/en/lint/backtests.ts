/** Back-tests: the number that a sweep varies. */
export const backtests = {
  sweepNothing: 'names nothing in the rule: give a pointer such as /conditions/all/0/value',
  sweepOutside: 'must lie in /conditions: only the number of a comparison is swept',
  sweepShared:
    'lies in the shared condition "{name}", which other rules use too: sweep a number that stands in the rule itself',
  sweepNoValue: 'must end with the value of a comparison, such as /value',
  sweepOperator:
    'is a value of {operator}, which has no threshold: a sweep varies one number of equal, notEqual, lessThan, lessThanInclusive, greaterThan, greaterThanInclusive or between',
  sweepBounds: 'names both bounds of between: add /0 for the lower or /1 for the upper one',
  sweepFact: 'is another fact, not a number',
  sweepNoNumber: 'is not a number: only numbers are swept',
} as const;
