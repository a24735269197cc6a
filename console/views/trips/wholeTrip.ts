import type { components } from '../../api/index.ts';

/** A trip with everything that is known of it. */
export type WholeTrip = components['schemas']['ExplainedTrip'];
/** What became of one rule. */
export type RuleDecision = components['schemas']['RuleDecision'];
