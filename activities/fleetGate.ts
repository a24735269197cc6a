import type { Info } from '@temporalio/activity';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { WORKFLOWS } from '../workflows/contract.ts';
import { retryLater } from './failure.ts';
import type { Asked, FleetShares } from './fleetShares.ts';

/** The places of a worker: local activities have their own. */
export interface GatedPlaces {
  readonly regular: FleetShares;
  readonly local: FleetShares;
}

/**
 * What a fleet may have very much of, while somebody else's service or receiver does not answer. All of it is tried for as
 * long as it takes, or falls back to something that is.
 */
const SHARED: ReadonlyMap<string, { readonly reads: boolean }> = new Map([
  ['assessTrip', { reads: true }],
  ['completeTrip', { reads: true }],
  ['sendSlack', { reads: false }],
  ['sendEmail', { reads: false }],
  ['sendWebhook', { reads: false }],
]);

/**
 * Keeps one fleet from taking all of a worker's places: whoever would is given back to Temporal at once, and comes again
 * later. Pages of incidents are never turned away.
 */
export function fleetGate(places: GatedPlaces): ActivityInterceptorsFactory {
  return ({ info, cancellationSignal }) => ({
    inbound: {
      async execute(input, next) {
        const asked = askedBy(info, input.args[0]);
        const place = await (info.isLocal ? places.local : places.regular).enter({
          ...asked,
          signal: cancellationSignal,
        });
        if ('busyMs' in place)
          return retryLater(
            'fleet_share',
            'This fleet has as much under way as one worker does for it.',
            place.busyMs,
          );
        try {
          return await next(input);
        } finally {
          place.leave();
        }
      },
    },
  });
}

function askedBy({ activityType, workflowType }: Info, input: unknown): Omit<Asked, 'signal'> {
  const { fleet } = (input ?? {}) as { readonly fleet?: unknown };
  const shared = SHARED.get(activityType);
  const always = shared === undefined || workflowType === WORKFLOWS.incident;
  return {
    ...{ fleet: typeof fleet === 'string' ? fleet : '', kind: activityType, always },
    // Whoever is never sent away waits for nobody either.
    reads: !always && shared.reads,
  };
}
