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

/** One fleet with its connections to the outside. */
export interface FleetConnections {
  readonly id: string;
  readonly name: string;
  readonly timezone: string;
  /** The analytics client; absent when no analytics service is configured for this fleet. */
  readonly analytics?: AnalyticsClient;
  /** The Slack sender; absent when this fleet's Slack messages go to the outbox. */
  readonly slack?: SlackSender;
  /** Days for which data is kept; absent ones mean for ever. */
  readonly retention?: { readonly positionsDays?: number; readonly tripsDays?: number };
}

/** A sender of messages over one channel. */
export interface ChannelSender {
  /** Returns whether a fleet has the channel. If not, `deliver` puts messages into the outbox. */
  isConfigured(deps: ActivityDependencies, fleet: string): boolean;
  /**
   * Waits for the delivery's slot at its receiver; absent when there is no rate limit.
   * @throws ApplicationFailure (worth a retry) when the slot is too far in the future
   */
  acquireSlot?(
    deps: ActivityDependencies,
    input: DeliveryInput,
    attempt: { readonly isProbe: boolean },
  ): Promise<void>;
  /** Returns the functions that send one delivery and, where possible, look it up. */
  deliver(deps: ActivityDependencies, it: ToDeliver): Promise<DeliveryChannel>;
  /** Returns the same for a digest; absent when the channel sends no digests. */
  deliverDigest?(deps: ActivityDependencies, digest: DigestToSend): Promise<DeliveryChannel>;
}

/** The senders by channel. */
export type ChannelSenders = Readonly<Record<Channel, ChannelSender>>;

/** All dependencies of the activities. The worker assembles them, and a test may replace parts. */
export interface ActivityDependencies {
  readonly fleets: ReadonlyMap<string, FleetConnections>;
  readonly db: Db;
  readonly ledger: Ledger;
  readonly channels: ChannelSenders;
  readonly alarms: FleetAlarms;
  readonly pulse: ServiceEvidence;
  /** Circuit breakers, which keep attempts from unavailable receivers. */
  readonly breakers: Breakers;
  /** Milliseconds for which a receiver is unavailable before an alarm says so; two minutes when absent. */
  readonly alarmAfterMs?: number;
  /** The geocoder and the map tiles; when absent, messages have no addresses and streets. */
  readonly maps?: Maps;
  /** Temporal's schedules. */
  readonly schedules: Pick<ScheduleClient, 'create' | 'getHandle'>;
  /** Returns whether payloads are encrypted as new ones would be; for data that stays in Temporal for ever. */
  readonly isSealedAsNew: (payloads: readonly Payload[]) => boolean;
  /** Starter of trips without a notification. */
  readonly trips: TripStarter;
  /** Milliseconds from a backfilled trip's first refusal to the earliest time to give it up; five minutes when absent. */
  readonly backfillGiveUpMs?: number;
  /** Milliseconds between two reconciliation runs; absent: never. */
  readonly reconcileEveryMs?: number;
  /** Address of the web server, without a trailing slash. */
  readonly publicUrl: string;
  readonly tripReadableWaitMs: number;
  /** Milliseconds until a message that may have arrived is repeated at a receiver without a lookup. */
  readonly repeatAfterMs: number;
  readonly log: Logger;
  readonly now: () => Date;
}

/**
 * Error when a workflow names a fleet that the configuration no longer has. Its work waits until the fleet is back, or ends
 * where it would be of no use then (`isGoneEverywhere`).
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

/** Starter of workflows for trips, as the web server has one for notifications. */
interface TripStarter {
  /** Starts a trip's workflow once. Throws while Temporal does not answer. */
  startTrip(input: TripInput): Promise<'started' | 'duplicate'>;
  /** Re-evaluates a parked trip, once a reconciliation run. Throws while Temporal does not answer. */
  reevaluate(input: ReevaluateInput): Promise<'started' | 'duplicate'>;
  /** Carries out the decision about a trip that a backfill found, once. Throws while Temporal does not answer. */
  startBackfilled(input: BackfilledTripInput): Promise<'started' | 'duplicate'>;
}

/**
 * Creates a starter on the task queue of the worker that polls.
 * @param options.tripHash the hash that names trips in workflow ids
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
