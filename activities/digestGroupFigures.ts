import type { ComparedFigure, DigestScores } from '../messages/digest/content.ts';
import { digestGroupTotals } from '../store/digestGroups.ts';
import type { DigestGroupTotals } from '../store/digestGroups.ts';
import type { DigestRange } from '../store/digestRuns.ts';
import { callSource, compared, NOT_KNOWN, querySource, UNAVAILABLE } from './digestFigures.ts';
import type { Value } from './digestFigures.ts';
import { sumOf } from './digestWork.ts';
import type { DigestWork } from './digestWork.ts';

/**
 * Scores of groups, with drivers, distance and time counted from the groups' own lists of drivers. The service computes a
 * score by a group's data, but does not promise that for what it says beside it, and a group's digest tells of no other's
 * drivers. What could not be listed is left out; the digest says that the list could not be read.
 * @param scores as the service told them; all of groups that the digest names
 */
export async function countedByGroup(
  work: DigestWork,
  scores: readonly DigestScores[],
): Promise<readonly DigestScores[]> {
  const totals = await digestGroupTotals(work.deps.db, work.scope);
  return scores.map((each) => (each.group === null ? each : counted(work, each, totals)));
}

function counted(
  { run, totals: read }: DigestWork,
  scores: DigestScores,
  totals: readonly DigestGroupTotals[],
): DigestScores {
  const group = scores.group!;
  const call = (range: DigestRange): string =>
    callSource('/v3/drivers', { dates: run[range], fields: ['info', 'driving_behavior'], group });
  const source = querySource('digestGroupTotals', `${call('now')} and ${call('before')}`);
  const both = (value: (of: DigestGroupTotals) => Value): ComparedFigure => {
    const of = (range: DigestRange): Value => {
      if (!read[range]) return UNAVAILABLE;
      if (run.gathered[range]?.unknownGroups?.includes(group)) return NOT_KNOWN;
      const found = totals.find((each) => each.group === group && each.range === range);
      return found ? value(found) : { value: 0 };
    };
    return compared(of('now'), of('before'), source);
  };
  return {
    ...scores,
    drivers: both(({ active }) => ({ value: active })),
    distanceKm: both((of) => sumOf(of.distanceKm, of.distanceUnknown)),
    durationSeconds: both((of) => sumOf(of.durationSeconds, of.durationUnknown)),
  };
}
