import type { components } from '../../api/index.ts';

/** A trip with everything that is known about it. */
export type WholeTrip = components['schemas']['ExplainedTrip'];
/** The decision of one rule on a trip. */
export type RuleDecision = components['schemas']['RuleDecision'];
