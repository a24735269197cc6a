/** What may keep an alert from its recipient, in the order in which a trip meets it. */
export const STAGES = [
  ...(['no_trip_received', 'not_evaluated', 'out_of_scope', 'unknown_fact', 'not_matched'] as const),
  ...(['still_true', 'shadow', 'silenced', 'suppressed', 'throttled', 'over_budget'] as const),
  ...(['held', 'batched', 'grouped', 'recipient', 'delivery'] as const),
] as const;

/** One of them. */
export type Stage = (typeof STAGES)[number];

/** `unknown`: how it ends is not known, or not yet. */
export type StageState = 'passed' | 'stopped' | 'not_reached' | 'unknown';

/** What became of a trip at one stage. */
export interface StageAnswer {
  readonly stage: Stage;
  readonly state: StageState;
  /** Absent for one that was not reached. */
  readonly detail?: string;
}

/** Where a trip did not go on. */
export interface Stop {
  readonly stage: Stage;
  readonly state: 'stopped' | 'unknown';
  readonly detail: string;
}

/** Every stage: passed before a stop, and not reached behind it. @param passed the sentence for one that was passed */
export function stagesUntil(stop: Stop | undefined, passed: (stage: Stage) => string): StageAnswer[] {
  const end = stop === undefined ? STAGES.length : STAGES.indexOf(stop.stage);
  return STAGES.map((stage, at) => {
    if (stop && at === end) return stop;
    return at < end ? { stage, state: 'passed', detail: passed(stage) } : { stage, state: 'not_reached' };
  });
}
