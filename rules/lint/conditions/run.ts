import { allOf, sentence } from '../../documents/index.ts';
import type { IssueList, Rule, Sentence } from '../../documents/index.ts';
import { quoted } from '../../vocabulary/index.ts';
import { isTogether } from './conjunction.ts';
import { childrenOf, comparisonsOf } from './traverse.ts';
import type { PlacedCondition } from './traverse.ts';

/** Facts that last from trip to trip, such as counts in a window and scores, so that a run is about them. */
const LASTING = /^(?:driver|group|fleet)\.(?:events\.|score|rule_alerts$|trip_count$|\w+_rating$)/;

/** The subject of a condition: a lasting fact, the trip alone, or neither for sure. */
type Subject = 'lasting' | 'trip' | 'other';

/** Returns the parts that must hold together, including those of an `all` inside an `all`. */
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
 * Warns of a condition on the trip alone in a rule with `becomes_true`. A trip that does not meet it ends the run although the
 * count or score is unchanged, so the next trip alerts again. A rule about trips only has runs of trips and gets no warning;
 * the contents of a shared condition are not examined.
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
