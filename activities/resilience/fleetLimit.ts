import type { Info } from '@temporalio/activity';
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { CHANNEL_NAMES } from '../../rules/channels/index.ts';
import { WORKFLOWS, sendActivity } from '../../workflows/contracts/index.ts';
import type { ShareRequest, FleetShares } from './fairShares.ts';

/** Places of a worker. Local activities have separate places. */
export interface GatedPlaces {
  readonly regular: FleetShares;
  readonly local: FleetShares;
}

const SENDS = CHANNEL_NAMES.map((name) => sendActivity(name));

/**
 * Activities that may accumulate for a fleet while its service or a receiver does not answer. Each of them is retried until it
 * succeeds, or is followed by an activity that is retried.
 */
const SHARED: ReadonlyMap<string, { readonly reads: boolean }> = new Map<string, { readonly reads: boolean }>(
  [
    ['assessTrip', { reads: true }],
    ['completeTrip', { reads: true }],
    ['reevaluateTrip', { reads: true }],
    ...SENDS.map((name) => [name, { reads: false }] as const),
  ],
);

/** Activities with which an incident notifies people. */
const PAGES: ReadonlySet<string> = new Set([...SENDS, 'refreshIncidentMessages']);

/**
 * Prevents one fleet from occupying all of a worker's places. Activities beyond its share fail at once, and Temporal retries them
 * later. Pages of incidents fail only beyond a third of the places, and are retried within two seconds.
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
        if ('busyMs' in place) throw givenBack(place.busyMs);
        try {
          const answer = await next(input);
          place.wentWell();
          return answer;
        } catch (error) {
          throw asked.always || asked.page || !isUnavailable(error)
            ? error
            : atItsSlot(error, place.failed(), info);
        } finally {
          place.leave();
        }
      },
    },
  });
}

/** Returns a failure of the category `BENIGN`, because nothing is wrong and the log needs no entry. */
function givenBack(busyMs: number): ApplicationFailure {
  return ApplicationFailure.create({
    type: 'fleet_share',
    message: 'This fleet has reached its limit of concurrent work on this worker.',
    nonRetryable: false,
    nextRetryDelay: busyMs,
    category: ApplicationFailureCategory.BENIGN,
  });
}

/** Failure types of a service or receiver that does not answer, or refuses. All waiting work would then fail in the same way. */
const UNAVAILABLE = /^analytics_|_not_sent$|_unclear$/;

function isUnavailable(error: unknown): error is ApplicationFailure {
  return error instanceof ApplicationFailure && !error.nonRetryable && UNAVAILABLE.test(error.type ?? '');
}

/** First and longest pause of the retry policies (workflows/profiles.ts). */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 300_000;

/** Delays the retry of a failed activity, so that many failed activities are retried one after another. */
function atItsSlot(
  error: ApplicationFailure,
  slotMs: number,
  { attempt, isLocal }: Info,
): ApplicationFailure {
  const usualMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempt - 1, 20));
  const askedMs: unknown = error.nextRetryDelay;
  const ownMs = askedMs ?? usualMs;
  if (isLocal || typeof ownMs !== 'number' || slotMs <= ownMs) return error;
  const { type, message, details, cause } = error;
  return ApplicationFailure.create({
    message,
    nonRetryable: false,
    nextRetryDelay: slotMs,
    ...(type != null && { type }),
    ...(details != null && { details }),
    ...(cause !== undefined && { cause }),
  });
}

function askedBy({ activityType, workflowType }: Info, input: unknown): Omit<ShareRequest, 'signal'> {
  const { fleet } = (input ?? {}) as { readonly fleet?: unknown };
  const shared = SHARED.get(activityType);
  const isIncident = workflowType === WORKFLOWS.incident;
  const page = isIncident && PAGES.has(activityType);
  const always = !page && (isIncident || shared === undefined);
  return {
    fleet: typeof fleet === 'string' ? fleet : '',
    kind: activityType,
    always,
    page,
    // Work that is never refused, or only for a moment, does not wait for other reads either.
    reads: !always && !page && shared?.reads === true,
  };
}
