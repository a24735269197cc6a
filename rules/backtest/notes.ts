import type { AdmissionContext } from './admissionReplay.ts';
import type { BacktestPart } from './found.ts';
import type { BacktestPlan } from './plan.ts';
import type { BacktestQuestion } from './question.ts';

/** Everything an answer is made from. */
export interface Findings {
  readonly question: BacktestQuestion;
  readonly plan: BacktestPlan;
  readonly parts: readonly BacktestPart[];
  /** Stored trips of the range that are deleted or gone. */
  readonly leftOut: number;
  /** Stored trips of the range that a backfill kept and nobody decided about. */
  readonly backfilled: number;
  readonly context: AdmissionContext;
}

/** What a reader should know before trusting the figures, in sentences; nothing when all is as usual. */
export function notesOf({ question, plan, leftOut, backfilled }: Findings, found: BacktestPart): string[] {
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
    notes.push(ageNote(backfilled, evaluated));
  return notes;
}

/** What the age of a trip means here depends on how the trip came to be stored. */
function ageNote(backfilled: number, evaluated: number): string {
  const announced =
    'trip.age_seconds goes by the time at which a trip was first announced; live it goes by the decision, which is later for a trip that could not be read at once.';
  const kept =
    backfilled === 0
      ? 'A trip that a backfill keeps counts as announced when it ended'
      : `${backfilled} of ${evaluated} trips were kept by a backfill and count as announced when they ended, with an age of 0`;
  return `${announced} ${kept}; a backfill with --alerts announces its trips when it comes to them, so that they are old.`;
}
