import { findFact, textParam } from '../vocabulary/index.ts';
import type { FactRequest, FactValue, FleetReading, ReasonCode, Trip } from '../vocabulary/index.ts';
import type { FactSources, ScoreQuestion } from './factSources.ts';
import { readingDate, scoreChange, spanDays } from './scoreChange.ts';
import { known, sent, unknown, whyNoPlace } from './unknown.ts';

/** Facts about the score of a fleet or group. `change` is true if the fact compares two dates. */
const SCORES: ReadonlyMap<string, { readonly of: ScoreQuestion['of']; readonly change: boolean }> = new Map([
  ['fleet.score', { of: 'fleet', change: false }],
  ['fleet.score_change', { of: 'fleet', change: true }],
  ['group.score', { of: 'group', change: false }],
  ['group.score_change', { of: 'group', change: true }],
]);

/** Returns whether a fact needs the driver's groups. */
export function needsDriverGroups(request: FactRequest): boolean {
  if (request.fact === 'driver.groups') return true;
  return SCORES.get(request.fact)?.of === 'group' && textParam(request, 'group') === '';
}

/** Returns the scores from which a fact is computed. If the fact names no group, the score is that of the driver's only group. */
export function scoresOf(request: FactRequest, trip: Trip): readonly ScoreQuestion[] {
  const asked = SCORES.get(request.fact);
  if (!asked) return [];
  const group = textParam(request, 'group');
  const dates = [readingDate(trip), ...(asked.change ? [readingDate(trip, spanDays(request))] : [])];
  return dates.flatMap((endDate) =>
    endDate === undefined ? [] : [{ of: asked.of, ...(group !== '' && { group }), endDate }],
  );
}

/** Returns the key of a score in a trip's fact sources. */
export function scoreKey({ of, group, endDate }: ScoreQuestion): string {
  return group === undefined ? `${endDate} ${of}` : `${endDate} ${of} ${group}`;
}

/**
 * Returns the scores to request from the service, without duplicates and with each group's name. Called once the driver's groups
 * are known. Scores of the driver's only group are omitted if the driver is in no group or in several.
 */
export function namedScores(
  scores: readonly ScoreQuestion[],
  groups: readonly string[] | undefined,
): readonly ScoreQuestion[] {
  const only = groups?.length === 1 ? groups[0] : undefined;
  const named = scores.flatMap((score): ScoreQuestion[] => {
    if (score.of === 'fleet' || score.group !== undefined) return [score];
    return only === undefined ? [] : [{ ...score, group: only }];
  });
  return [...new Map(named.map((score) => [scoreKey(score), score])).values()];
}

/**
 * Returns the group that a fact is about: the group it names, or the driver's only group. Otherwise returns the reason why there
 * is no group.
 */
function groupOf(
  request: FactRequest,
  sources: FactSources,
): { readonly group?: string; readonly because?: ReasonCode } {
  const named = textParam(request, 'group');
  if (named !== '') return { group: named };
  const { groups } = sources;
  if (groups === undefined) return { because: 'noGroups' };
  const [first, second] = groups;
  if (first === undefined) return { because: 'noGroup' };
  return second === undefined ? { group: first } : { because: 'severalGroups' };
}

/** Resolves `driver.groups` or a fact about the score of the fleet or a group. Returns `undefined` for other facts. */
export function resolveFleetFact(request: FactRequest, sources: FactSources): FactValue | undefined {
  if (request.fact === 'driver.groups')
    return sources.groups === undefined ? unknown('noGroups') : known([...sources.groups]);
  const asked = SCORES.get(request.fact);
  if (!asked) return undefined;
  const { because, ...about } = asked.of === 'group' ? groupOf(request, sources) : {};
  if (because !== undefined) return unknown(because);
  const readingOf = (daysEarlier: number): FleetReading | FactValue => {
    const endDate = readingDate(sources.trip, daysEarlier);
    if (endDate === undefined) return unknown(whyNoPlace(sources.trip));
    const reading = sources.scores?.get(scoreKey({ of: asked.of, ...about, endDate }));
    return reading ?? unknown('noScores', { of: asked.of, date: endDate });
  };
  const field = findFact(request.fact)?.wire ?? 'service_score';
  const scoreAt = (daysEarlier: number): FactValue => {
    const reading = readingOf(daysEarlier);
    if ('known' in reading) return reading;
    return sent(reading.score, { problems: reading.problems, field });
  };
  return asked.change ? scoreChange(request, { trip: sources.trip, scoreAt }) : scoreAt(0);
}
