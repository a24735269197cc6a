import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ScheduleClient, WorkflowClient } from '@temporalio/client';
import { NativeConnection, Runtime, Worker } from '@temporalio/worker';
import type { WorkerOptions } from '@temporalio/worker';
import type { Logger } from 'pino';
import { createChannels } from './activities/channels/index.ts';
import type { ChannelParts } from './activities/channels/index.ts';
import { createSlackSender } from './activities/channels/slack/index.ts';
import {
  createBreakers,
  createFleetAlarms,
  createServiceEvidence,
  createTripStarter,
} from './activities/dependencies/index.ts';
import type { ActivityDependencies, Breakers, FleetConnections } from './activities/dependencies/index.ts';
import { createActivities } from './activities/index.ts';
import { createFleetShares, failureWatch, fleetGate } from './activities/resilience/index.ts';
import { createMaps } from './activities/maps/index.ts';
import type { FleetShares } from './activities/resilience/index.ts';
import { createAnalyticsClient } from './analytics/index.ts';
import type { Config, FleetConfig } from './config.ts';
import type { Database } from './store/db/index.ts';
import { createLedger } from './store/deliveries/index.ts';
import type { Ledger } from './store/deliveries/index.ts';
import {
  createDataConverter,
  createStartDetails,
  createTripHash,
  lastAskedForWork,
  logUnreadable,
  sealedAsNew,
  temporalSettings,
} from './temporal/index.ts';

/** The dependencies of a worker. */
export interface WorkerParts {
  readonly config: Config;
  readonly database: Database;
  readonly log: Logger;
  /** Whether this process started Temporal. The TLS and API key in the environment are then for another server. */
  readonly isTemporalEmbedded?: boolean;
  /**
   * Path of the bundle that `npm run build` made, with the name that `workflowBundleName` returns. Without a
   * bundle, the workflows are bundled at the start, which takes seconds.
   */
  readonly workflowBundlePath?: string;
  /** Another ledger, with which tests show the errors that the real ledger prevents. */
  readonly ledger?: Ledger;
  /** Time in milliseconds without a fault after which its alarm is resolved. Shorter in tests. */
  readonly alarmQuietMs?: number;
  /** Time in milliseconds for which a receiver is unavailable before an alarm opens. Shorter in tests. */
  readonly alarmAfterMs?: number;
  /** Rate limits of messages to one receiver, by channel, where they differ from the channel's own limit. */
  readonly rateLimits?: ChannelParts['rateLimits'];
  /** Milliseconds after the first refusal of a backfilled trip before the trip is given up. Shorter in tests. */
  readonly backfillGiveUpMs?: number;
  /** Clock that tests of long periods replace. */
  readonly now?: () => Date;
}

/** A running worker. */
export interface RunningWorker {
  /** Promise that settles when the worker has stopped, and rejects when it failed. */
  readonly run: Promise<void>;
  /**
   * Returns the time at which Temporal last saw the worker poll; undefined if it did not in the last minutes.
   * Rejects when Temporal does not answer.
   */
  lastAskedForWork(): Promise<Date | undefined>;
  /** Accepts no new work, lets running activities finish within the grace time, then stops. */
  shutdown(): Promise<void>;
}

/** Time for running activities to finish after a shutdown began. */
const GRACE_TIME = '20 seconds';
const ASK_WITHIN_MS = 3_000;

/**
 * Maximum number of concurrent activities, and also of concurrent local activities. `createFleetShares`
 * divides it among fleets.
 */
const PLACES = 100;
/**
 * Maximum number of concurrent reads, equal to the concurrency of a fleet's client. Further reads would wait
 * in the client, and be sent after their caller gave up.
 */
const READS_AT_ONCE = 8;
/** Longest wait of a read in milliseconds. It is below the time limit of a trip's first assessment. */
const READ_WAITS_AT_MOST_MS = 4_000;

/**
 * Longest time between two heartbeats, because it delays the detection of a dead worker. The default could be
 * half a minute.
 */
const HEARTBEATS_APART = '10 seconds';

/** Creates the Temporal worker from its dependencies and starts it. */
export async function startWorker(parts: WorkerParts): Promise<RunningWorker> {
  const { config } = parts;
  const connection = await NativeConnection.connect(
    temporalSettings(config.temporal, { isEmbedded: parts.isTemporalEmbedded ?? false }),
  );
  const worker = await createWorker(parts, connection).catch(async (error: unknown) => {
    await connection.close();
    throw error;
  });
  const run = worker.run().finally(() => connection.close());
  run.catch(() => undefined);
  const { namespace, taskQueue } = config.temporal;
  return {
    run,
    lastAskedForWork: () =>
      connection.withDeadline(Date.now() + ASK_WITHIN_MS, () =>
        lastAskedForWork(connection.workflowService, {
          namespace,
          taskQueue,
          identity: worker.options.identity,
        }),
      ),
    async shutdown() {
      if (worker.getState() === 'RUNNING') worker.shutdown();
      await run.catch(() => undefined);
    },
  };
}

function createWorker(parts: WorkerParts, connection: NativeConnection): Promise<Worker> {
  const { payloadEncryptionKeys: keys } = parts.config;
  const { namespace, taskQueue } = parts.config.temporal;
  const dataConverter = createDataConverter(
    keys,
    logUnreadable(parts.log, () => new Date()),
  );
  const client = { connection, namespace, dataConverter };
  const deps = activityDependencies(parts, {
    schedules: new ScheduleClient(client),
    trips: createTripStarter(new WorkflowClient({ ...client, interceptors: [createStartDetails()] }), {
      taskQueue,
      tripHash: createTripHash(keys),
    }),
  });
  return Worker.create({
    ...client,
    taskQueue,
    ...versioning(parts),
    ...workflowSource(parts),
    activities: createActivities(deps),
    shutdownGraceTime: GRACE_TIME,
    maxHeartbeatThrottleInterval: HEARTBEATS_APART,
    maxConcurrentActivityTaskExecutions: PLACES,
    maxConcurrentLocalActivityExecutions: PLACES,
    // A workflow task stays open during its local activity. With twice the slots, other workflows progress while all local
    // activities run.
    maxConcurrentWorkflowTaskExecutions: 2 * PLACES,
    interceptors: {
      client: { workflow: [createStartDetails()] },
      activity: [fleetGate({ regular: sharedPlaces(), local: sharedPlaces() }), failureWatch(deps)],
    },
  });
}

function sharedPlaces(): FleetShares {
  return createFleetShares({
    places: PLACES,
    readsAtOnce: READS_AT_ONCE,
    mostWaitMs: READ_WAITS_AT_MOST_MS,
  });
}

/**
 * Returns the worker's deployment. With an embedded Temporal there is none, because it has no parallel
 * releases and no operator who selects the current one.
 */
function deploymentOf({
  config,
  isTemporalEmbedded,
}: Pick<WorkerParts, 'config' | 'isTemporalEmbedded'>): Config['temporal']['deployment'] {
  return isTemporalEmbedded === true ? undefined : config.temporal.deployment;
}

function versioning(parts: WorkerParts): Pick<WorkerOptions, 'workerDeploymentOptions'> {
  const deployment = deploymentOf(parts);
  if (deployment === undefined) return {};
  return {
    workerDeploymentOptions: {
      useWorkerVersioning: true,
      version: { deploymentName: deployment.name, buildId: deployment.buildId },
      // Each workflow sets its own behavior (workflows/versioned.ts).
      defaultVersioningBehavior: 'AUTO_UPGRADE',
    },
  };
}

/**
 * Returns the name of the workflow bundle that a worker needs. `npm run build` makes several.
 * They differ in the handling of error texts inside workflows, and in whether workflows declare their
 * versioning behavior.
 */
export function workflowBundleName(parts: Pick<WorkerParts, 'config' | 'isTemporalEmbedded'>): string {
  const version = deploymentOf(parts) ? '-versioned' : '';
  return `workflow-bundle${version}${parts.config.payloadEncryptionKeys.length > 0 ? '-encrypted' : ''}.js`;
}

function workflowSource(parts: WorkerParts): Pick<WorkerOptions, 'workflowBundle' | 'workflowsPath'> {
  const { workflowBundlePath: codePath } = parts;
  if (codePath && existsSync(codePath)) return { workflowBundle: { codePath } };
  const entry = deploymentOf(parts) ? 'versioned' : 'index';
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return { workflowsPath: fileURLToPath(new URL(`./workflows/${entry}.${extension}`, import.meta.url)) };
}

function activityDependencies(
  parts: WorkerParts,
  temporal: Pick<ActivityDependencies, 'schedules' | 'trips'>,
): ActivityDependencies {
  const { config, log, database } = parts;
  const breakers = createBreakers({ log });
  const fleets = new Map(config.fleets.map((fleet) => [fleet.id, connections(fleet, config, breakers)]));
  const now = parts.now ?? ((): Date => new Date());
  const quiet = parts.alarmQuietMs === undefined ? {} : { quietMs: parts.alarmQuietMs };
  const alarms = createFleetAlarms({ db: database.db, log, now, ...quiet });
  return {
    fleets,
    db: database.db,
    ledger: parts.ledger ?? createLedger(database.db),
    maps: createMaps({ config, db: database.db, log, now }),
    channels: createChannels({ config, ...(parts.rateLimits && { rateLimits: parts.rateLimits }) }),
    ...temporal,
    isSealedAsNew: sealedAsNew(config.payloadEncryptionKeys),
    ...(config.reconcileEveryMs !== undefined && { reconcileEveryMs: config.reconcileEveryMs }),
    alarms,
    pulse: createServiceEvidence(now),
    breakers,
    ...(parts.alarmAfterMs !== undefined && { alarmAfterMs: parts.alarmAfterMs }),
    ...(parts.backfillGiveUpMs !== undefined && { backfillGiveUpMs: parts.backfillGiveUpMs }),
    publicUrl: config.publicUrl,
    tripReadableWaitMs: config.tripReadableWaitMs,
    repeatAfterMs: config.repeatAfterMs,
    log,
    now,
  };
}

function connections(fleet: FleetConfig, config: Config, breakers: Breakers): FleetConnections {
  const gate = breakers.of({ fleet: fleet.id, kind: 'analytics' });
  return {
    id: fleet.id,
    name: fleet.name,
    timezone: fleet.timezone,
    ...(fleet.retention ? { retention: fleet.retention } : {}),
    ...(fleet.analytics ? { analytics: createAnalyticsClient({ ...fleet.analytics, gate }) } : {}),
    ...(fleet.slack?.botToken
      ? {
          slack: createSlackSender({
            token: fleet.slack.botToken,
            ...(config.slackApiUrl ? { apiUrl: config.slackApiUrl } : {}),
          }),
        }
      : {}),
  };
}

/**
 * Forwards warnings and errors of Temporal's core and worker to the project's log. Call it once per process,
 * before any worker starts.
 */
export function logTemporalTo(log: Logger): void {
  const nothing = (): void => undefined;
  Runtime.install({
    logger: {
      log: (level, message) =>
        level === 'ERROR' ? log.error(message) : level === 'WARN' ? log.warn(message) : undefined,
      trace: nothing,
      debug: nothing,
      info: nothing,
      warn: (message) => log.warn(message),
      error: (message) => log.error(message),
    },
    telemetryOptions: { logging: { filter: { core: 'WARN', other: 'ERROR' }, forward: {} } },
    shutdownSignals: [],
  });
}
