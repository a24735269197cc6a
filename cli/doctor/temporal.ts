import * as z from 'zod';
import { ownAddress } from '../../config.ts';
import type { Config } from '../../config.ts';
import {
  TemporalSettingsError,
  TemporalUnreachableError,
  checkTemporal,
  connectTemporal,
  searchAttributesWarning,
  temporalSettings,
  workersSeen,
} from '../../temporal/index.ts';
import type { BuildSeen, TemporalSettings, WorkersSeen } from '../../temporal/index.ts';
import { attempt } from './checks/index.ts';
import type { Check } from './checks/index.ts';

const NAME = 'Temporal';
const WORKERS_WITHIN_MS = 10_000;
const READY_WITHIN_MS = 2_000;

/** Connects to Temporal as `serve` and `worker` do, with TLS and API key. */
export async function doctorTemporal({ temporal }: Config): Promise<Check> {
  const { address, namespace } = temporal;
  if (!address)
    return {
      name: NAME,
      result: 'warn',
      message:
        'TEMPORAL_ADDRESS is not set: `tripline dev` runs its own server, `serve` and `worker` need one.',
    };
  return attempt(
    NAME,
    async () => {
      const settings = temporalSettings(temporal);
      await checkTemporal(settings, namespace);
      return { result: 'ok', message: `${address}, namespace ${namespace}${manner(settings)}` };
    },
    (error) =>
      error instanceof TemporalUnreachableError || error instanceof TemporalSettingsError
        ? error.message
        : `Temporal at ${address} could not be reached (${(error as Error).name}): check TEMPORAL_ADDRESS and Temporal's variables for TLS.`,
  );
}

function manner({ tls, apiKey }: TemporalSettings): string {
  const certificate = typeof tls === 'object' && tls?.clientCertPair !== undefined;
  return [
    tls ? ', over TLS' : '',
    certificate ? ', with a client certificate' : '',
    apiKey ? ', with an API key' : '',
  ].join('');
}

/** Reads from Temporal which workers poll, their builds, and the workflows that remain on old builds. */
export function doctorWorkers({ temporal }: Config): Promise<Check> {
  return attempt(
    'workers',
    async () => {
      const { connection, within, close } = connectTemporal(temporalSettings(temporal), { retries: false });
      try {
        return workersInWords(
          await within(WORKERS_WITHIN_MS, () => workersSeen(connection.workflowService, temporal)),
        );
      } finally {
        await close();
      }
    },
    'The workers could not be read from Temporal.',
  );
}

/** Checks that Temporal's lists can be filtered by fleet, rule and severity. */
export function doctorSearchAttributes({ temporal }: Config): Promise<Check> {
  return attempt(
    'filters',
    async () => {
      const warning = await searchAttributesWarning(temporalSettings(temporal), temporal.namespace);
      return warning === undefined
        ? { result: 'ok', message: 'Temporal has the search attributes for fleet, rule and severity' }
        : { result: 'warn', message: warning };
    },
    'Temporal’s search attributes could not be read: without them its lists cannot be filtered by fleet, rule and severity.',
  );
}

/** Describes the workers. If work is stuck, says what to do. */
export function workersInWords(seen: WorkersSeen): Omit<Check, 'name'> {
  const { deployment } = seen;
  if (deployment === undefined) return withoutVersions(seen);
  const stuck = troubles(seen, deployment);
  if (stuck.length > 0) return { result: 'fail', message: stuck.join(' ') };
  const { name, current, ramping, builds } = deployment;
  const words = [
    current === undefined
      ? `${workers(seen.unversioned)} without a version get all work, no build is current`
      : `build ${current} is current (${workers(workersOf(builds, current))})`,
    ...(ramping ? [`build ${ramping.build} gets ${ramping.percentage} % of new workflows`] : []),
    ...builds
      .filter(({ build, pinned }) => build !== current && pinned > 0)
      .map(
        ({ build, pinned, workers: count }) => `build ${build} drains (${open(pinned)}, ${workers(count)})`,
      ),
  ];
  return { result: 'ok', message: `deployment ${name}: ${words.join('; ')}` };
}

function withoutVersions({ taskQueue, unversioned }: WorkersSeen): Omit<Check, 'name'> {
  return unversioned > 0
    ? { result: 'ok', message: `${workers(unversioned)} on the task queue ${taskQueue}, without versions` }
    : {
        result: 'warn',
        message: `no worker has polled the task queue ${taskQueue} for work lately: start \`tripline worker\`. Trips wait in Temporal meanwhile.`,
      };
}

function troubles(
  { unversioned }: WorkersSeen,
  { name, current, builds }: NonNullable<WorkersSeen['deployment']>,
): string[] {
  const waiting = builds.find((each) => each.workers > 0)?.build;
  if (current === undefined)
    return unversioned > 0 || waiting === undefined
      ? []
      : [
          `No build of the deployment ${name} is current, so its workers get no work, and trips wait in Temporal: temporal worker deployment set-current-version --deployment-name ${name} --build-id ${waiting}`,
        ];
  return builds
    .filter(({ build, pinned, workers: count }) => count === 0 && (build === current || pinned > 0))
    .map(({ build, pinned }) =>
      build === current
        ? `Build ${build} of the deployment ${name} is current and has no worker, so new workflows wait in Temporal: start one with TEMPORAL_BUILD_ID=${build}, or set another build current.`
        : `Build ${build} of the deployment ${name} has no worker and ${open(pinned)} on it: people may wait for a page. Start one with TEMPORAL_BUILD_ID=${build}, or move them (docs/upgrade.md).`,
    );
}

function workersOf(builds: readonly BuildSeen[], build: string): number {
  return builds.find((each) => each.build === build)?.workers ?? 0;
}

function workers(count: number): string {
  return `${count} ${count === 1 ? 'worker' : 'workers'}`;
}

function open(pinned: number): string {
  return `${pinned} open ${pinned === 1 ? 'workflow stays' : 'workflows stay'}`;
}

const readiness = z.object({ checks: z.object({ database: z.string(), temporal: z.string() }) });

/**
 * Replaces the checks of servers that are not configured. The new checks come from a Tripline that runs at
 * HOST and PORT and reports its embedded servers.
 * Without such a Tripline, returns the checks unchanged.
 */
export async function asRunning(checks: readonly Check[]): Promise<readonly Check[]> {
  const address = ownAddress(process.env);
  const answer = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(READY_WITHIN_MS) })
    .then((response) => response.json())
    .catch(() => undefined);
  const read = readiness.safeParse(answer);
  if (!read.success) return checks;
  const of: Readonly<Record<string, string>> = {
    Temporal: read.data.checks.temporal,
    database: read.data.checks.database,
  };
  return checks.map((check) => {
    const state = of[check.name];
    if (state === undefined || !/_(ADDRESS|URL) is not set/.test(check.message)) return check;
    return {
      name: check.name,
      result: state === 'ok' ? 'ok' : 'fail',
      message: `provided by the Tripline process at ${address}: ${state}`,
    };
  });
}
