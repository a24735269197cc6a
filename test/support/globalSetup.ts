import type { TestProject } from 'vitest/node';
import { startTestPostgres } from './postgres.ts';
import { startTestTemporal } from './temporal.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the run's PostgreSQL, for `createTestDatabase`. */
    postgresUrl: string;
    /** Address of the run's Temporal dev server; every test uses a task queue of its own. */
    temporalAddress: string;
  }
}

/** One PostgreSQL and one Temporal server for all integration tests of a run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [postgres, temporal] = await Promise.all([startTestPostgres(), startTestTemporal()]);
  project.provide('postgresUrl', postgres.url);
  project.provide('temporalAddress', temporal.address);
  return async () => {
    await Promise.all([postgres.stop(), temporal.stop()]);
  };
}
