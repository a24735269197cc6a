import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import type { ScheduleClient, WorkflowClient } from '@temporalio/client';
import type { Payload } from '@temporalio/common';
import type { Logger } from 'pino';
import type { AnalyticsClient } from '../../analytics/index.ts';
import type { Channel } from '../../rules/channels/index.ts';
import type { Db } from '../../store/db/index.ts';
import type { Ledger } from '../../store/deliveries/index.ts';
import {
  WORKFLOWS,
  backfilledTripWorkflowId,
  reevaluateWorkflowId,
  tripWorkflowId,
} from '../../workflows/contracts/index.ts';
import type {
  BackfilledTripInput,
  ReevaluateInput,
  TripHash,
  TripInput,
} from '../../workflows/contracts/index.ts';
import type { FleetAlarms } from './alarms.ts';
import type { Breakers } from './breaker.ts';
import type { DeliveryChannel, DeliveryInput, DigestToSend, ToDeliver } from './delivery.ts';
import type { Maps } from './maps.ts';
import type { ServiceEvidence } from './serviceHealth.ts';
import type { SlackSender } from './slack.ts';

/** A fleet with its connections to external services. */
export interface FleetConnections {
  readonly id: string;
  readonly name: string;
  readonly timezone: string;
  /** Client of the analytics service; absent when none is configured for this fleet. */
  readonly analytics?: AnalyticsClient;
  /** Sender of Slack messages; absent when this fleet has no Slack app, so that its messages go to the outbox. */
  readonly slack?: SlackSender;
  /** Days after which data is deleted. If a number is absent, its data is kept forever. */
  readonly retention?: { readonly positionsDays?: number; readonly tripsDays?: number };
}

/** A sender of messages over one channel. */
export interface ChannelSender {
  /** Returns whether the channel is configured for a fleet. If not, `deliver` stores messages in the outbox. */
  isConfigured(deps: ActivityDependencies, fleet: string): boolean;
  /**
   * Waits for the delivery's slot under the receiver's rate limit; absent when the channel has no rate limit.
   * @throws ApplicationFailure (worth a retry) when the slot is too far in the future
   */
  acquireSlot?(
    deps: ActivityDependencies,
    input: DeliveryInput,
    attempt: { readonly isProbe: boolean },
  ): Promise<void>;
  /** Returns the functions that send one delivery and, if the channel allows it, look it up. */
  deliver(deps: ActivityDependencies, it: ToDeliver): Promise<DeliveryChannel>;
  /** Returns the functions that send one digest; absent when the channel sends no digests. */
  deliverDigest?(deps: ActivityDependencies, digest: DigestToSend): Promise<DeliveryChannel>;
}

/** Sender of each channel, by the channel's name. */
export type ChannelSenders = Readonly<Record<Channel, ChannelSender>>;

/** Dependencies of all activities. The worker assembles them, and tests may replace parts. */
export interface ActivityDependencies {
  readonly fleets: ReadonlyMap<string, FleetConnections>;
  readonly db: Db;
  readonly ledger: Ledger;
  readonly channels: ChannelSenders;
  readonly alarms: FleetAlarms;
  readonly pulse: ServiceEvidence;
  /** Circuit breakers, which prevent attempts at unavailable receivers. */
  readonly breakers: Breakers;
  /** Milliseconds for which a receiver must be unavailable before an alarm is raised; two minutes by default. */
  readonly alarmAfterMs?: number;
  /** Geocoder and map tiles. If absent, messages show no street addresses and no map. */
  readonly maps?: Maps;
  /** Temporal's schedules. */
  readonly schedules: Pick<ScheduleClient, 'create' | 'getHandle'>;
  /**
   * Returns whether payloads are encrypted in the same way as new ones would be. Used for data that stays in Temporal forever.
   */
  readonly isSealedAsNew: (payloads: readonly Payload[]) => boolean;
  /** Starter of workflows for trips that no notification started. */
  readonly trips: TripStarter;
  /** Milliseconds from the first refusal of a backfilled trip until it may be given up; five minutes by default. */
  readonly backfillGiveUpMs?: number;
  /** Milliseconds between two reconciliation runs. If absent, there are none. */
  readonly reconcileEveryMs?: number;
  /** Public address of the web server, without a trailing slash. */
  readonly publicUrl: string;
  readonly tripReadableWaitMs: number;
  /** Milliseconds until a message with an unknown outcome is repeated, if the receiver has no lookup. */
  readonly repeatAfterMs: number;
  readonly log: Logger;
  readonly now: () => Date;
}

/**
 * Error when a workflow names a fleet that is no longer configured. The work waits until the fleet is configured again, or ends
 * if it would then be useless (`isGoneEverywhere`).
 */
export class UnknownFleetError extends Error {
  constructor(fleet: string) {
    super(`Fleet "${fleet}" is not configured on this worker: add it again, or cancel its workflows.`);
    this.name = 'UnknownFleetError';
  }
}

/** Returns the fleet's connections. @throws UnknownFleetError when the configuration has no such fleet */
export function connectionsOf(deps: ActivityDependencies, fleet: string): FleetConnections {
  const found = deps.fleets.get(fleet);
  if (!found) throw new UnknownFleetError(fleet);
  return found;
}

/** Error when a fleet has no analytics service. */
export class NoAnalyticsError extends Error {
  constructor(fleet: string) {
    super(
      `Fleet "${fleet}" has no analytics service: set ANALYTICS_BASE_URL and ANALYTICS_API_KEY, or "analytics" in FLEETS_FILE.`,
    );
    this.name = 'NoAnalyticsError';
  }
}

/** Returns the fleet's analytics client. @throws UnknownFleetError, NoAnalyticsError */
export function analyticsOf(deps: ActivityDependencies, fleet: string): AnalyticsClient {
  const { analytics } = connectionsOf(deps, fleet);
  if (!analytics) throw new NoAnalyticsError(fleet);
  return analytics;
}

/** Starter of workflows for trips. The web server has a similar starter for notifications. */
interface TripStarter {
  /** Starts a trip's workflow, unless it was already started (`duplicate`). Throws while Temporal does not answer. */
  startTrip(input: TripInput): Promise<'started' | 'duplicate'>;
  /** Starts the re-evaluation of a parked trip, at most once per reconciliation run. Throws while Temporal does not answer. */
  reevaluate(input: ReevaluateInput): Promise<'started' | 'duplicate'>;
  /**
   * Starts the workflow that carries out the decision about a backfilled trip, at most once. Throws while Temporal does not
   * answer.
   */
  startBackfilled(input: BackfilledTripInput): Promise<'started' | 'duplicate'>;
}

/**
 * Creates a starter that uses the worker's own task queue.
 * @param options.tripHash the hash that replaces driver and trip ids in workflow ids
 */
export function createTripStarter(
  client: WorkflowClient,
  { taskQueue, tripHash }: { readonly taskQueue: string; readonly tripHash: TripHash },
): TripStarter {
  async function start(
    workflow: string,
    workflowId: string,
    input: object,
  ): Promise<'started' | 'duplicate'> {
    try {
      await client.start(workflow, {
        taskQueue,
        workflowId,
        args: [input],
        workflowIdReusePolicy: 'REJECT_DUPLICATE',
        workflowIdConflictPolicy: 'FAIL',
      });
      return 'started';
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return 'duplicate';
      throw error;
    }
  }
  return {
    startTrip: (input) => start(WORKFLOWS.trip, tripWorkflowId(input, tripHash), input),
    reevaluate: (input) => start(WORKFLOWS.reevaluate, reevaluateWorkflowId(input, tripHash), input),
    startBackfilled: (input) =>
      start(WORKFLOWS.backfilledTrip, backfilledTripWorkflowId(input, tripHash), input),
  };
}
