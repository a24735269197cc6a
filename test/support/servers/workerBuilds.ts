import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { readConfig } from '../../../config.ts';
import type { Config } from '../../../config.ts';
import { startWorker } from '../../../worker.ts';
import type { RunningWorker } from '../../../worker.ts';
import { bundleWorkflows } from '../temporal/alteredWorkflows.ts';
import type { Alteration } from '../temporal/alteredWorkflows.ts';
import type { Stack } from './stack.ts';

/** Workers of several builds on one stack, and the deployment they belong to. */
export interface WorkerBuilds {
  readonly deployment: string;
  configOf(build: string): Config;
  /** Starts a worker of a build; its code is today's, with a change where one is named. */
  start(build: string, alteration?: Alteration): Promise<RunningWorker>;
  /** From now on new workflows begin with this build, as soon as Temporal has heard of it. */
  setCurrent(build: string): Promise<void>;
  close(): Promise<void>;
}

/** @param deployment the name of the deployment: its own for each test, since all share a Temporal */
export function workerBuilds(stack: Stack, deployment: string): WorkerBuilds {
  const running: RunningWorker[] = [];
  const folders: string[] = [];
  const configOf = (build: string): Config =>
    readConfig({
      ...stack.environment,
      TEMPORAL_DEPLOYMENT_NAME: deployment,
      TEMPORAL_BUILD_ID: build,
    });
  return {
    deployment,
    configOf,
    async start(build, alteration) {
      const folder = await mkdtemp(join(tmpdir(), 'tripline-build-'));
      folders.push(folder);
      const workflowBundlePath = join(folder, 'workflow-bundle.js');
      await writeFile(workflowBundlePath, (await bundleWorkflows(alteration, 'versioned')).code);
      const worker = await startWorker({
        config: configOf(build),
        database: stack.database,
        log: pino({ level: 'silent' }),
        workflowBundlePath,
      });
      running.push(worker);
      return worker;
    },
    async setCurrent(buildId) {
      const of = { namespace: stack.config.temporal.namespace, deploymentName: deployment };
      for (const until = Date.now() + 30_000; ; await pause(200)) {
        try {
          await stack.client.workflowService.setWorkerDeploymentCurrentVersion({ ...of, buildId });
          return;
        } catch (error) {
          if (Date.now() > until) throw error;
        }
      }
    },
    async close() {
      await Promise.all(running.map((worker) => worker.shutdown()));
      await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
    },
  };
}

/** The builds that carried out the steps of a workflow, in order, and how it says it moves. */
export async function buildsOf(stack: Stack, workflowId: string): Promise<readonly string[]> {
  const { events } = await stack.client.workflow.getHandle(workflowId).fetchHistory();
  return (events ?? []).flatMap(
    ({ workflowTaskCompletedEventAttributes: done }) => done?.deploymentVersion?.buildId ?? [],
  );
}
