import { evaluateRules } from '../../rules/evaluation/index.ts';
import type { CompiledRules, RuleDecision } from '../../rules/evaluation/index.ts';
import { planFacts, resolveFacts } from '../../rules/facts/index.ts';
import type { Trip } from '../../rules/vocabulary/index.ts';
import type { Db } from '../../store/db/index.ts';
import { countHistory } from '../facts/index.ts';
import type { ServiceFacts } from '../facts/index.ts';

/** Everything one evaluation needs; the same for a live trip, a replay and a simulation. */
export interface EvaluationInput {
  readonly fleet: string;
  readonly trip: Trip;
  readonly compiled: CompiledRules;
  readonly readings: ServiceFacts;
  /** Until when the trip's age is counted. */
  readonly decidedAt: Date;
  /**
   * Since when the trip adds to windows what it adds: what was kept before it and ended later makes it a late trip. On the
   * store's clock; undefined: it is not stored so, and all that is stored was before it.
   */
  readonly windowSince: Date | undefined;
}

/** Counts the stored history, this trip's own events included, and evaluates. Nothing is written. */
export async function evaluateTrip(db: Db, input: EvaluationInput): Promise<RuleDecision[]> {
  const { compiled, trip, readings } = input;
  const counted = await countHistory(db, input, planFacts(compiled.requests, trip));
  const facts = resolveFacts(compiled.requests, {
    trip,
    decidedAt: input.decidedAt.toISOString(),
    readings: readings.readings,
    readAt: readings.readAt,
    scoreBreaks: readings.scoreBreaks,
    groups: readings.groups,
    scores: readings.scores,
    ...counted,
  });
  return evaluateRules(compiled, facts, {
    driverId: trip.driverId,
    tripId: trip.tripId,
    groups: readings.groups,
  });
}
