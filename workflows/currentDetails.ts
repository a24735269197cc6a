import type { IncidentMoment, IncidentProgress } from './contracts/index.ts';

/** Formats a time for operators: `10:04 UTC on 2026-11-27`. */
export function timeInWords(at: number | string): string {
  const text = new Date(at).toISOString();
  return `${text.slice(11, 16)} UTC on ${text.slice(0, 10)}`;
}

/**
 * Describes an incident's progress for Temporal's UI, such as `Step 2 of 3, paged 10:04 UTC on 2026-11-27`. Contains no names and
 * texts of people.
 */
export function incidentInWords(
  { state, page }: IncidentProgress,
  timeline: readonly IncidentMoment[],
): string {
  const last = (kind: string): string | undefined => {
    const at = timeline.findLast((each) => each.kind === kind)?.at;
    return at && timeInWords(at);
  };
  if (state !== 'open') {
    const since = last(state);
    return `${state === 'resolved' ? 'Resolved' : 'Acknowledged'}${since ? ` ${since}` : ''}`;
  }
  const paged = last('paged') ?? last('unanswered');
  if (!page || !paged) return 'Open, not paged yet';
  const round = page.rounds > 1 ? `Round ${page.round} of ${page.rounds}, step` : 'Step';
  return page.step === undefined
    ? `Not acknowledged after all ${page.steps} steps, last paged ${paged}`
    : `${round} ${page.step} of ${page.steps}, paged ${paged}`;
}
