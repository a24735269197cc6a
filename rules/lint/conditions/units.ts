import { pointerTo, sentence } from '../../documents/index.ts';
import type { Comparison, IssueList, Sentence } from '../../documents/index.ts';
import { comparisonsOf } from './traverse.ts';
import type { PlacedCondition } from './traverse.ts';
import { showNumber } from '../../vocabulary/index.ts';

/** A check for improbable values of a fact, with a hint at the unit that was probably meant. */
interface Suspicion {
  readonly isSuspicious: (value: number, operator: string) => boolean;
  readonly hint: (value: number) => Sentence;
}

const isAbove = (operator: string): boolean => operator.startsWith('greaterThan') || operator === 'between';

const metresFrom = (least: number): Suspicion => ({
  isSuspicious: (value) => value >= least,
  hint: (value) => sentence('unit_metres', { value: showNumber(value), is: showNumber(value / 1_000) }),
});
const millisecondsFrom = (least: number): Suspicion => ({
  isSuspicious: (value) => value >= least,
  hint: (value) => sentence('unit_milliseconds', { value: showNumber(value), is: showNumber(value / 1_000) }),
});
const METRES = metresFrom(2_000);
const MILLISECONDS = millisecondsFrom(200_000);
/** Seconds in a leap year. */
const YEAR = 366 * 86_400;
const HOURS: Suspicion = {
  isSuspicious: (value, operator) => isAbove(operator) && value > 0 && value <= 300,
  hint: (value) => sentence('unit_hours', { value: showNumber(value), is: showNumber(value * 3_600) }),
};
const SECONDS_FOR_DAYS: Suspicion = {
  isSuspicious: (value) => value >= 40_000,
  hint: (value) => {
    const days = showNumber(value / 86_400);
    return sentence('unit_days', {
      value: showNumber(value),
      is: days === '1' ? sentence('unit_oneDay') : sentence('unit_someDays', { days }),
    });
  },
};
const MINUTES: Suspicion = {
  isSuspicious: (value, operator) => isAbove(operator) && value > 0 && value < 30,
  hint: (value) => sentence('unit_minutes', { value: showNumber(value), is: showNumber(value * 60) }),
};
/** Multiples of 5 and walking speeds get no warning, because rules use them to require a real trip. */
const METRES_A_SECOND: Suspicion = {
  isSuspicious: (value, operator) => isAbove(operator) && value >= 13 && value <= 45 && value % 5 !== 0,
  hint: (value) => sentence('unit_speed', { value: showNumber(value), is: showNumber(value * 3.6) }),
};
const SHARE: Suspicion = {
  isSuspicious: (value) => value !== 0 && Math.abs(value) < 1,
  hint: (value) => sentence('unit_share', { value: showNumber(value), is: showNumber(value * 100) }),
};
const SUSPICIONS: ReadonlyMap<string, readonly Suspicion[]> = new Map([
  ['trip.distance_km', [METRES]],
  ['trip.duration_seconds', [MINUTES, MILLISECONDS]],
  ['trip.age_seconds', [millisecondsFrom(YEAR)]],
  ['driver.distance_km', [metresFrom(200_000)]],
  ['driver.duration_seconds', [HOURS, millisecondsFrom(YEAR)]],
  ['driver.tenure_days', [SECONDS_FOR_DAYS]],
  ['trip.events.duration_seconds', [MILLISECONDS]],
  ['trip.speeding_seconds', [MILLISECONDS]],
  ['trip.max_speed_kmph', [METRES_A_SECOND]],
  ['trip.score', [SHARE]],
  ['driver.score', [SHARE]],
  ['driver.score_change', [SHARE]],
  ['fleet.score', [SHARE]],
  ['fleet.score_change', [SHARE]],
  ['group.score', [SHARE]],
  ['group.score_change', [SHARE]],
]);

function numbersOf(value: Comparison['value'], pointer: string): readonly (readonly [number, string])[] {
  if (typeof value === 'number') return [[value, pointer]];
  if (!Array.isArray(value)) return [];
  return value.flatMap((item, index) =>
    typeof item === 'number' ? [[item, pointerTo(pointer, index)] as const] : [],
  );
}

/**
 * Warns of values that probably have the wrong unit, such as metres in place of kilometres, or a share in place of a percentage.
 */
export function lintUnits(placed: PlacedCondition, issues: IssueList): void {
  for (const { comparison, pointer } of comparisonsOf(placed)) {
    const { fact, operator, value } = comparison;
    for (const [number, at] of numbersOf(value, pointerTo(pointer, 'value')))
      for (const { isSuspicious, hint } of SUSPICIONS.get(fact) ?? [])
        if (isSuspicious(number, operator))
          issues.warn(at, sentence('unusual', { value: showNumber(number), fact, hint: hint(number) }));
  }
}
