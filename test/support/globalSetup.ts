import type { TestProject } from 'vitest/node';
import { startTestPostgres } from './postgres.ts';
import { startTestTemporal } from './temporal.ts';
import { makeBundleFolder, workflowBundlePath } from './workflowBundles.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the run's PostgreSQL, for `createTestDatabase`. */
    postgresUrl: string;
    /** Address of the run's Temporal dev server; every test uses a task queue of its own. */
    temporalAddress: string;
  }
}

/** One PostgreSQL, one Temporal server and one bundle of the workflows for all integration tests of a run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const bundles = await makeBundleFolder();
  const [postgres, temporal] = await Promise.all([
    startTestPostgres(),
    startTestTemporal(),
    workflowBundlePath('workflow-bundle.js', bundles.folder),
  ]);
  project.provide('postgresUrl', postgres.url);
  project.provide('temporalAddress', temporal.address);
  project.provide('workflowBundleFolder', bundles.folder);
  return async () => {
    await Promise.all([postgres.stop(), temporal.stop(), bundles.remove()]);
  };
}
