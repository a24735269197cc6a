/** Back-tests: the number that a sweep varies, and notes on the figures. */
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
  noteRuns:
    'The rule alerts when it becomes true. The trips of the {days} days before the range were evaluated too: a driver for whom it was true then gets no alert until it has been false.',
  noteOften: 'The rule would have fired on {share} % of the {evaluated} trips that were evaluated: {remedy}.',
  noteNoTrips: 'No stored trip ended in this range: choose another one, or backfill the history first.',
  noteMode: 'The rule is "{mode}"; the figures are what it would send if it were live.',
  notePublishedMode:
    'The published version {version} is "{mode}": it sends nothing, so no trip has alerts of both.',
  noteUnknown:
    '{unknown} of {evaluated} trips could not be decided, because a fact was unknown; the rule might match some of them.',
  noteFailed: 'The evaluation failed for {failed} trips.',
  noteLeftOut: '{count} trips of the range are deleted or gone, and were excluded.',
  noteAgeAll: 'Trips stored by a backfill are treated as received when they ended (age 0)',
  noteAgeSome:
    '{backfilled} of {evaluated} trips were stored by a backfill and are treated as received when they ended (age 0)',
  noteAge:
    'trip.age_seconds is measured at the first notification of a trip; live it is measured at the decision, which is later for a trip whose data was not available at once. {kept}. A backfill with --alerts evaluates its trips when it fetches them, so live their age is larger.',
} as const;
