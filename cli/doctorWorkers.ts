import { isGrpcServiceError } from '@temporalio/client';
import type { Connection } from '@temporalio/client';
import type { Config } from '../config.ts';
import { connectTemporal } from '../server/temporalConnection.ts';
import { temporalSettings } from '../server/temporalSettings.ts';
import { attempt } from './doctorCheck.ts';
import type { Check } from './doctorCheck.ts';
import { workersInWords } from './workerWords.ts';
import type { BuildSeen, WorkersSeen } from './workerWords.ts';

const WITHIN_MS = 10_000;
/** A worker asks again at least once a minute; Temporal remembers those that asked for five. */
const LATELY_MS = 120_000;
/** Status code of gRPC for what is not there. */
const NOT_FOUND = 5;
/** `TaskQueueType` and `WorkerVersioningMode` of Temporal's API. */
const WORKFLOW_TASKS = 1;
const VERSIONED = 2;

type Service = Connection['workflowService'];
type Poller = NonNullable<Awaited<ReturnType<Service['describeTaskQueue']>>['pollers']>[number];

/** Asks Temporal which workers take work, in which builds, and what stays on old ones. */
export function doctorWorkers({ temporal }: Config): Promise<Check> {
  return attempt(
    'workers',
    async () => {
      const { connection, within, close } = connectTemporal(temporalSettings(temporal), { retries: false });
      try {
        return workersInWords(await within(WITHIN_MS, () => look(connection.workflowService, temporal)));
      } finally {
        await close();
      }
    },
    'Temporal could not be asked for its workers.',
  );
}

async function look(service: Service, temporal: Config['temporal']): Promise<WorkersSeen> {
  const { namespace, taskQueue } = temporal;
  const { pollers, versioningInfo } = await service.describeTaskQueue({
    ...{ namespace, taskQueue: { name: taskQueue }, taskQueueType: WORKFLOW_TASKS },
  });
  const asking = (pollers ?? []).filter(isRecent);
  const versioned = asking.filter(
    ({ deploymentOptions }) => Number(deploymentOptions?.workerVersioningMode) === VERSIONED,
  );
  const name =
    versioningInfo?.currentDeploymentVersion?.deploymentName ??
    temporal.deployment?.name ??
    versioned[0]?.deploymentOptions?.deploymentName;
  const deployment = name ? await lookAt(service, { namespace, name, versioned }) : undefined;
  return { taskQueue, unversioned: asking.length - versioned.length, ...(deployment && { deployment }) };
}

async function lookAt(
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
    ...{ name, builds, ...(current && { current }) },
    ...(ramping && { ramping: { build: ramping, percentage: rampingVersionPercentage ?? 0 } }),
  };
}

/** What stays on a version until it ends (Temporal's own search attributes). */
function pinnedTo(version: string): string {
  return `TemporalWorkerDeploymentVersion = '${version}' AND TemporalWorkflowVersioningBehavior = 'Pinned' AND ExecutionStatus = 'Running'`;
}

function isRecent({ lastAccessTime }: Poller): boolean {
  return Number(lastAccessTime?.seconds ?? 0) * 1000 > Date.now() - LATELY_MS;
}

function nothingThere(error: unknown): { readonly workerDeploymentInfo?: undefined } {
  if (isGrpcServiceError(error) && Number(error.code) === NOT_FOUND) return {};
  throw error;
}
