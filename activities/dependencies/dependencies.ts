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
  /** Absent: no analytics service is configured for this fleet. */
  readonly analytics?: AnalyticsClient;
  /** Absent: this fleet's Slack messages go to the outbox. */
  readonly slack?: SlackSender;
  /** How long what is kept stays; what is absent stays for ever. */
  readonly retention?: { readonly positionsDays?: number; readonly tripsDays?: number };
}

/** How messages are sent over one channel. */
export interface ChannelSender {
  /** Whether a fleet has it; where not, `deliver` puts messages into the outbox. */
  isConfigured(deps: ActivityDependencies, fleet: string): boolean;
  /**
   * Waits for the delivery's slot at its receiver; absent: there is no rate limit.
   * @throws ApplicationFailure (worth a retry) when the slot is too far in the future
   */
  acquireSlot?(
    deps: ActivityDependencies,
    input: DeliveryInput,
    attempt: { readonly isProbe: boolean },
  ): Promise<void>;
  /** How one delivery is sent and, where that can be, looked up. */
  deliver(deps: ActivityDependencies, it: ToDeliver): Promise<DeliveryChannel>;
  /** The same of a digest; absent: no digest is sent over it. */
  deliverDigest?(deps: ActivityDependencies, digest: DigestToSend): Promise<DeliveryChannel>;
}

/** The senders by channel. */
export type ChannelSenders = Readonly<Record<Channel, ChannelSender>>;

/** Everything the activities need; the worker puts it together, a test may put in a part of its own. */
export interface ActivityDependencies {
  readonly fleets: ReadonlyMap<string, FleetConnections>;
  readonly db: Db;
  readonly ledger: Ledger;
  readonly channels: ChannelSenders;
  readonly alarms: FleetAlarms;
  readonly pulse: ServiceEvidence;
  /** Keep attempts from receivers that are unavailable. */
  readonly breakers: Breakers;
  /** How long a receiver is unavailable before an alarm says so, in milliseconds; two minutes when absent. */
  readonly alarmAfterMs?: number;
  /** The geocoder and the map tiles; absent: messages go without addresses and streets. */
  readonly maps?: Maps;
  /** Temporal's schedules. */
  readonly schedules: Pick<ScheduleClient, 'create' | 'getHandle'>;
  /** Whether payloads are encrypted as new ones would be; for what stays in Temporal for ever. */
  readonly isSealedAsNew: (payloads: readonly Payload[]) => boolean;
  /** Starts trips without a notification. */
  readonly trips: TripStarter;
  /** A trip that a backfill was refused is given up no sooner after the first time, in milliseconds; five minutes when absent. */
  readonly backfillGiveUpMs?: number;
  /** How often what the service lists is compared; absent: never. */
  readonly reconcileEveryMs?: number;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  readonly tripReadableWaitMs: number;
  /** What may have reached a receiver that cannot be asked is sent once more after so long. */
  readonly repeatAfterMs: number;
  readonly log: Logger;
  readonly now: () => Date;
}

/**
 * Thrown when a workflow names a fleet that the configuration no longer has. Its work waits until the fleet is back, or ends
 * where it would be of no use then (`isGoneEverywhere`).
 */
export class UnknownFleetError extends Error {
  constructor(fleet: string) {
    super(`Fleet "${fleet}" is not configured on this worker: add it again, or cancel its workflows.`);
    this.name = 'UnknownFleetError';
  }
}

/** The fleet's connections. @throws UnknownFleetError when the configuration has no such fleet */
export function connectionsOf(deps: ActivityDependencies, fleet: string): FleetConnections {
  const found = deps.fleets.get(fleet);
  if (!found) throw new UnknownFleetError(fleet);
  return found;
}

/** Thrown when a fleet has no analytics service. */
export class NoAnalyticsError extends Error {
  constructor(fleet: string) {
    super(
      `Fleet "${fleet}" has no analytics service: set ANALYTICS_BASE_URL and ANALYTICS_API_KEY, or "analytics" in FLEETS_FILE.`,
    );
    this.name = 'NoAnalyticsError';
  }
}

/** The fleet's analytics client. @throws UnknownFleetError, NoAnalyticsError */
export function analyticsOf(deps: ActivityDependencies, fleet: string): AnalyticsClient {
  const { analytics } = connectionsOf(deps, fleet);
  if (!analytics) throw new NoAnalyticsError(fleet);
  return analytics;
}

/** Begins the way of a trip, as the web server does for a notification. */
interface TripStarter {
  /** Starts a trip's workflow once. Throws while Temporal does not answer. */
  startTrip(input: TripInput): Promise<'started' | 'duplicate'>;
  /** Re-evaluates a parked trip, once a reconciliation run. Throws while Temporal does not answer. */
  reevaluate(input: ReevaluateInput): Promise<'started' | 'duplicate'>;
  /** Carries out what was decided about a trip that a backfill found, once. Throws while Temporal does not answer. */
  startBackfilled(input: BackfilledTripInput): Promise<'started' | 'duplicate'>;
}

/**
 * Starts on the task queue of the worker that polls.
 * @param options.tripHash how workflow ids name trips
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
        ...{ taskQueue, workflowId, args: [input] },
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
