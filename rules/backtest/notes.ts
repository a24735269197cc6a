import type { Findings } from './answer.ts';
import type { BacktestPart } from './found.ts';

/** What a reader should know before trusting the figures, in sentences; nothing when all is as usual. */
export function notesOf({ question, plan, leftOut }: Findings, found: BacktestPart): string[] {
  const { tested, published } = question;
  const { matched, notMatched, unknown, failed } = found.outcomes;
  const evaluated = matched + notMatched + unknown + failed;
  const notes: string[] = [];
  if (evaluated === 0)
    notes.push('No stored trip ended in this range: choose another one, or backfill the history first.');
  if (tested.rule.mode !== 'live')
    notes.push(`The rule is "${tested.rule.mode}"; the figures are what it would send if it were live.`);
  if (published && published.rule.mode !== 'live')
    notes.push(
      `The published version ${published.version} is "${published.rule.mode}": it tells nobody, so nothing is in common.`,
    );
  if (unknown > 0)
    notes.push(
      `${unknown} of ${evaluated} trips could not be decided, because a fact was unknown: with it the rule may match more.`,
    );
  if (failed > 0) notes.push(`The evaluation failed for ${failed} trips.`);
  if (leftOut > 0) notes.push(`${leftOut} trips of the range are deleted or gone, and were left out.`);
  if (plan.compiled.requests.some(({ fact }) => fact === 'trip.age_seconds'))
    notes.push(
      'trip.age_seconds goes by the time a trip was first announced; for trips of a backfill that is the time of the backfill.',
    );
  return notes;
}
