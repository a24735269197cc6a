import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { compile } from '../../chaos/compile.ts';
import { startTestPostgres } from '../store/postgres.ts';
import { startTestTemporal } from '../temporal/server.ts';
import { makeBundleFolder, workflowBundlePath } from '../temporal/workflowBundles.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the run's PostgreSQL, for `createTestDatabase`. */
    postgresUrl: string;
    /** Address of the run's Temporal dev server; every test uses a task queue of its own. */
    temporalAddress: string;
    /** The project compiled, with a bundle of its workflows: what processes of the run are started from. */
    programFolder: string;
  }
}

/** One PostgreSQL, one Temporal server, one bundle of the workflows and one compilation for all integration tests of a run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const bundles = await makeBundleFolder();
  const [postgres, temporal, bundle, program] = await Promise.all([
    startTestPostgres(),
    startTestTemporal(),
    workflowBundlePath('workflow-bundle.js', bundles.folder),
    compile(),
  ]);
  await copyFile(bundle, join(program, 'workflow-bundle.js'));
  project.provide('postgresUrl', postgres.url);
  project.provide('temporalAddress', temporal.address);
  project.provide('workflowBundleFolder', bundles.folder);
  project.provide('programFolder', program);
  return async () => {
    await Promise.all([postgres.stop(), temporal.stop(), bundles.remove()]);
    await rm(program, { recursive: true, force: true });
  };
}
