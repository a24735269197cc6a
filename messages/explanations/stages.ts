/** Stages that may keep an alert from its recipient, in the order in which a trip passes them. */
export const STAGES = [
  ...(['no_trip_received', 'not_evaluated', 'out_of_scope', 'unknown_fact', 'not_matched'] as const),
  ...(['still_true', 'shadow', 'silenced', 'suppressed', 'throttled', 'over_budget'] as const),
  ...(['held', 'batched', 'grouped', 'recipient', 'delivery'] as const),
] as const;

export type Stage = (typeof STAGES)[number];

/** State of a trip at a stage. `unknown`: the outcome is not known, or not yet. */
export type StageState = 'passed' | 'stopped' | 'not_reached' | 'unknown';

/** Result of a trip at one stage. */
export interface StageAnswer {
  readonly stage: Stage;
  readonly state: StageState;
  /** Absent for a stage that was not reached. */
  readonly detail?: string;
}

/** The stage that a trip did not pass. */
export interface Stop {
  readonly stage: Stage;
  readonly state: 'stopped' | 'unknown';
  readonly detail: string;
}

/**
 * Returns every stage: passed before a stop, and not reached behind it.
 * @param passed returns the sentence for a passed stage
 */
export function stagesUntil(stop: Stop | undefined, passed: (stage: Stage) => string): StageAnswer[] {
  const end = stop === undefined ? STAGES.length : STAGES.indexOf(stop.stage);
  return STAGES.map((stage, at) => {
    if (stop && at === end) return stop;
    return at < end ? { stage, state: 'passed', detail: passed(stage) } : { stage, state: 'not_reached' };
  });
}
