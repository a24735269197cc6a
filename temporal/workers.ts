import { isGrpcServiceError } from '@temporalio/client';
import type { Connection } from '@temporalio/client';
import type { Config } from '../config.ts';

/** One build of the workers, as Temporal reports it. */
export interface BuildSeen {
  readonly build: string;
  /** Number of the build's workers that polled recently. */
  readonly workers: number;
  /** Number of open workflows that are pinned to the build. */
  readonly pinned: number;
}

/** Workers that poll the task queue, as Temporal reports them. */
export interface WorkersSeen {
  readonly taskQueue: string;
  /** Number of unversioned workers that polled recently. */
  readonly unversioned: number;
  /** Deployment of the versioned workers; absent when there is none. */
  readonly deployment?: {
    readonly name: string;
    /** Build on which new workflows start; absent when they start on workers without a version. */
    readonly current?: string;
    readonly ramping?: { readonly build: string; readonly percentage: number };
    readonly builds: readonly BuildSeen[];
  };
}

/**
 * Milliseconds for which a poll is recent. A worker polls at least once a minute. Temporal remembers pollers for five minutes.
 */
const LATELY_MS = 120_000;
/** gRPC status code for a missing object. */
const NOT_FOUND = 5;
/** Values of `TaskQueueType` and `WorkerVersioningMode` in Temporal's API. */
const WORKFLOW_TASKS = 1;
const ACTIVITY_TASKS = 2;
const VERSIONED = 2;

type Service = Connection['workflowService'];
type Poller = NonNullable<Awaited<ReturnType<Service['describeTaskQueue']>>['pollers']>[number];

/** Returns from Temporal which workers poll, their builds, and how much work is pinned to each build. */
export async function workersSeen(
  service: Service,
  temporal: Config['temporal'],
  latelyMs = LATELY_MS,
): Promise<WorkersSeen> {
  const { namespace, taskQueue } = temporal;
  const { asking, versioned, versioningInfo } = await pollersOf(service, temporal, latelyMs);
  const name =
    versioningInfo?.currentDeploymentVersion?.deploymentName ??
    temporal.deployment?.name ??
    versioned[0]?.deploymentOptions?.deploymentName;
  const deployment = name ? await inspect(service, { namespace, name, versioned }) : undefined;
  return { taskQueue, unversioned: asking.length - versioned.length, ...(deployment && { deployment }) };
}

/** Returns the versions of the polling workers, each as `deployment:build`. */
export async function versionsAsking(
  service: Service,
  temporal: Config['temporal'],
  latelyMs = LATELY_MS,
): Promise<ReadonlySet<string>> {
  const { versioned } = await pollersOf(service, temporal, latelyMs);
  return new Set(
    versioned.map(({ deploymentOptions: of }) => `${of?.deploymentName ?? ''}:${of?.buildId ?? ''}`),
  );
}

/**
 * Returns when Temporal last saw a worker poll for any work, by Temporal's clock. Returns undefined if that was not within the
 * five minutes that Temporal remembers.
 */
export async function lastAskedForWork(
  service: Service,
  of: Pick<Config['temporal'], 'namespace' | 'taskQueue'> & { readonly identity: string },
): Promise<Date | undefined> {
  const { namespace, taskQueue, identity } = of;
  const answers = await Promise.all(
    [WORKFLOW_TASKS, ACTIVITY_TASKS].map((taskQueueType) =>
      service.describeTaskQueue({ namespace, taskQueue: { name: taskQueue }, taskQueueType }),
    ),
  );
  const asked = answers
    .flatMap(({ pollers }) => pollers ?? [])
    .filter((each) => each.identity === identity)
    .map(accessedAtMs);
  return asked.length > 0 ? new Date(Math.max(...asked)) : undefined;
}

async function pollersOf(service: Service, temporal: Config['temporal'], latelyMs: number) {
  const { namespace, taskQueue } = temporal;
  const { pollers, versioningInfo } = await service.describeTaskQueue({
    namespace,
    taskQueue: { name: taskQueue },
    taskQueueType: WORKFLOW_TASKS,
  });
  const asking = (pollers ?? []).filter((each) => isRecent(each, latelyMs));
  const versioned = asking.filter(
    ({ deploymentOptions }) => Number(deploymentOptions?.workerVersioningMode) === VERSIONED,
  );
  return { asking, versioned, versioningInfo };
}

async function inspect(
  service: Service,
  of: { readonly namespace: string; readonly name: string; readonly versioned: readonly Poller[] },
): Promise<WorkersSeen['deployment']> {
  const { namespace, name, versioned } = of;
  const { workerDeploymentInfo: info } = await service
    .describeWorkerDeployment({ namespace, deploymentName: name })
    .catch(nothingThere);
  if (!info) return undefined;
  const builds: BuildSeen[] = [];
  for (const { deploymentVersion } of info.versionSummaries ?? []) {
    const build = deploymentVersion?.buildId ?? '';
    const { count } = await service.countWorkflowExecutions({
      namespace,
      query: pinnedTo(`${name}:${build}`),
    });
    const workers = versioned.filter(({ deploymentOptions }) => deploymentOptions?.buildId === build).length;
    builds.push({ build, workers, pinned: Number(count ?? 0) });
  }
  const { currentDeploymentVersion, rampingDeploymentVersion, rampingVersionPercentage } =
    info.routingConfig ?? {};
  const [current, ramping] = [currentDeploymentVersion?.buildId, rampingDeploymentVersion?.buildId];
  return {
    name,
    builds,
    ...(current && { current }),
    ...(ramping && { ramping: { build: ramping, percentage: rampingVersionPercentage ?? 0 } }),
  };
}

/**
 * Returns a query for running workflows that are pinned to a version, or to any version. It uses Temporal's own search
 * attributes.
 */
export function pinnedTo(version?: string): string {
  const isOnIt = version === undefined ? '' : `TemporalWorkerDeploymentVersion = ${quoted(version)} AND `;
  return `${isOnIt}TemporalWorkflowVersioningBehavior = 'Pinned' AND ExecutionStatus = 'Running'`;
}

/** Quotes a text for a query of Temporal. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function isRecent(poller: Poller, latelyMs: number): boolean {
  return accessedAtMs(poller) > Date.now() - latelyMs;
}

function accessedAtMs({ lastAccessTime }: Poller): number {
  return Number(lastAccessTime?.seconds ?? 0) * 1000;
}

function nothingThere(error: unknown): { readonly workerDeploymentInfo?: undefined } {
  if (isGrpcServiceError(error) && Number(error.code) === NOT_FOUND) return {};
  throw error;
}
