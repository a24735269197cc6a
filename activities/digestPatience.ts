import { ApplicationFailure } from '@temporalio/common';
import type { DigestRunFacts } from '../store/digestRuns.ts';
import { UnknownFleetError } from './dependencies.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { isGoneEverywhere } from './goneFleet.ts';

/**
 * How long after a run began the service is waited for. Then the digest goes without what could not be read, and says so:
 * on a Monday morning a digest with a gap is better than none, and for somebody who looks at a preview seconds count.
 */
const PATIENCE_MS: Readonly<Record<DigestRunFacts['origin'], number>> = {
  scheduled: 2 * 3_600_000,
  rescheduled: 2 * 3_600_000,
  on_demand: 10 * 60_000,
  preview: 20_000,
};

/** Whether a run still waits for a service that does not answer. */
export function isPatient(run: Pick<DigestRunFacts, 'origin' | 'createdAt'>, now: Date): boolean {
  return now.getTime() < run.createdAt.getTime() + PATIENCE_MS[run.origin];
}

/**
 * Ends what makes a run whose fleet is not configured any more, once it was waited for: without its fleet nobody can be told,
 * and what is about last week is of no use whenever that is back.
 * @throws ApplicationFailure (for good)
 */
export function unlessGone(
  { fleets, now }: Pick<ActivityDependencies, 'fleets' | 'now'>,
  run: Pick<DigestRunFacts, 'fleetId' | 'origin' | 'createdAt'>,
): void {
  if (fleets.has(run.fleetId) || isPatient(run, now()) || !isGoneEverywhere(now())) return;
  throw ApplicationFailure.nonRetryable(new UnknownFleetError(run.fleetId).message, 'fleet_gone');
}
