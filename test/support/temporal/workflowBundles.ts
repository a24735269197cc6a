import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode } from '@temporalio/worker';
import { inject } from 'vitest';
import { FAILURE_CONVERTER_PATH } from '../../../temporal/index.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder of the run; what `workflowBundlePath` makes is stored there. */
    workflowBundleFolder: string;
  }
}

const nothing = (): void => undefined;
const quiet = { log: nothing, trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };

/** Which of the worker's bundles: the names that `workflowBundleName` in worker.ts gives. */
export type WorkflowBundleName =
  | 'workflow-bundle.js'
  | 'workflow-bundle-versioned.js'
  | 'workflow-bundle-encrypted.js'
  | 'workflow-bundle-versioned-encrypted.js';

/**
 * The file of a bundle of today's workflows. Bundling takes seconds of a processor, so each is made once in a run of all tests:
 * by the first caller, under another name until it is complete.
 * @param folder where bundles are stored; the test run's own when absent
 */
export async function workflowBundlePath(
  name: WorkflowBundleName = 'workflow-bundle.js',
  folder: string = inject('workflowBundleFolder'),
): Promise<string> {
  const path = join(folder, name);
  if (existsSync(path)) return path;
  const entry = name.includes('-versioned') ? 'versioned' : 'index';
  const { code } = await bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL(`../../../workflows/${entry}.ts`, import.meta.url)),
    logger: quiet,
    ...(name.includes('-encrypted') && { failureConverterPath: FAILURE_CONVERTER_PATH }),
  });
  const unfinished = `${path}.${randomUUID()}`;
  await writeFile(unfinished, code);
  await rename(unfinished, path);
  return path;
}

/** A folder for the bundles of one run, and how to remove it. */
export async function makeBundleFolder(): Promise<{ readonly folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'tripline-workflow-bundles-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
