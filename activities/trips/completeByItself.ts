import type { TripKey } from '../../workflows/contracts/index.ts';
import type { ActivityDependencies } from '../connections/index.ts';

/**
 * Has a workflow of its own decide again what was decided without all that the rules ask: whoever asked for the decision is not kept
 * waiting for it. Safe to repeat: `askedBy`, the decision's occasion with its id, begins one. Throws while Temporal does not answer.
 */
export async function completeByItself(
  { trips }: Pick<ActivityDependencies, 'trips'>,
  { fleet, driverId, tripId }: TripKey,
  askedBy: string,
): Promise<void> {
  await trips.lookAgain({ fleet, driverId, tripId, runId: askedBy });
}
