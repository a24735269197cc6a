import type { BuildSeen, WorkersSeen } from '../server/workersSeen.ts';
import type { Check } from './doctorCheck.ts';

/** Says which workers there are and, where work stands still, what to do. */
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
    ...(ramping ? [`build ${ramping.build} takes ${ramping.percentage} % of what begins`] : []),
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
        message: `no worker has asked the task queue ${taskQueue} for work lately: start \`tripline worker\`. Trips wait in Temporal meanwhile.`,
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
        ? `Build ${build} of the deployment ${name} is current and has no worker, so what begins waits in Temporal: start one with TEMPORAL_BUILD_ID=${build}, or set another build current.`
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
