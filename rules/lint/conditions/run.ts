import { allOf, sentence } from '../../documents/index.ts';
import type { IssueList, Rule, Sentence } from '../../documents/index.ts';
import { quoted } from '../../vocabulary/index.ts';
import { isTogether } from './conjunction.ts';
import { childrenOf, comparisonsOf } from './traverse.ts';
import type { PlacedCondition } from './traverse.ts';

/**
 * Matches facts that describe more than one trip, such as scores and counts in a window. Their values can stay true from trip to
 * trip.
 */
const LASTING = /^(?:driver|group|fleet)\.(?:events\.|score|rule_alerts$|trip_count$|\w+_rating$)/;

/** The subject of a condition: a lasting fact (about more than one trip), only the trip itself, or undetermined. */
type Subject = 'lasting' | 'trip' | 'other';

/** Returns the parts of conditions that must all be true. An `all` inside an `all` is merged. */
function partsOf(placed: PlacedCondition, negated = false): readonly PlacedCondition[] {
  const { condition } = placed;
  if ('not' in condition) return childrenOf(placed).flatMap((child) => partsOf(child, !negated));
  if (!isTogether(condition, negated)) return [placed];
  return childrenOf(placed).flatMap((child) => partsOf(child, negated));
}

function subjectOf(part: PlacedCondition): Subject {
  const facts = comparisonsOf(part).map(({ comparison }) => comparison.fact);
  if (facts.some((fact) => LASTING.test(fact))) return 'lasting';
  return facts.length > 0 && facts.every((fact) => fact.startsWith('trip.')) ? 'trip' : 'other';
}

/**
 * Warns of conditions about the trip alone in a rule with the trigger `becomes_true`. A trip that does not meet such a condition
 * ends the run although the count or score is unchanged, so the next trip alerts again. A rule that is only about trips gets no
 * warning. Conditions inside a shared condition are not examined.
 */
export function lintRun(
  { trigger, conditions }: Pick<Rule, 'trigger' | 'conditions'>,
  issues: IssueList,
): void {
  if (trigger !== 'becomes_true') return;
  const parts = partsOf({ condition: conditions, pointer: '/conditions' });
  const lasting = parts.find((part) => subjectOf(part) === 'lasting');
  const [about] = lasting ? comparisonsOf(lasting) : [];
  if (about === undefined) return;
  for (const part of parts) {
    if (subjectOf(part) !== 'trip') continue;
    const names = [...new Set(comparisonsOf(part).map(({ comparison }) => quoted(comparison.fact)))];
    issues.warn(
      part.pointer,
      sentence('endsRun', {
        names: allOf(names),
        are: names.length === 1 ? sentence('isAbout') : sentence('areAbout'),
        trigger: 'becomes_true',
        trip: exampleOf(names[0]),
        fact: about.comparison.fact,
        other: 'each_trip',
      }),
    );
  }
}

function exampleOf(name: string | undefined): Sentence {
  return name === '"trip.distance_km"' || name === '"trip.duration_seconds"'
    ? sentence('aShortTrip')
    : sentence('aTrip');
}
