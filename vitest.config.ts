import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

/** Suites that take minutes. They start first, so that the run does not end with waiting for one of them. */
const LONG = ['resilience/chaos.test.ts', 'resilience/crash.test.ts', 'resilience/dev.test.ts'];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => LONG.some((name) => moduleId.endsWith(name));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/**
 * Time limit in milliseconds for polls in tests. Results may come late on a busy machine, so the limit is far
 * above the expected time.
 */
const expectation = { poll: { timeout: 30_000 } };
const excluded = ['dist/**', 'node_modules/**'];

/**
 * Settings for tests with real Temporal, PostgreSQL, SMTP and HTTP. Each server is started once per run. Each
 * test file has its own database and task queue.
 */
const realParts = {
  globalSetup: ['test/support/vitest/globalSetup.ts'],
  setupFiles: ['test/support/vitest/quietTemporal.ts'],
  // Each process loads the modules once. Test files that share a process clean up after themselves.
  pool: 'forks' as const,
  isolate: false,
  testTimeout: 120_000,
  hookTimeout: 180_000,
  expect: expectation,
};

/**
 * The test projects:
 * - `unit`: pure and fast.
 * - `integration`: with real servers.
 * - `resilience`: crashes, outages, upgrades and the build, also with real servers, in processes that are
 *   killed.
 * - `browser`: the console in a real browser.
 *
 * `npm test` runs the first two, `npm run test:resilience` the third, `npm run test:browser` the last.
 */
export default defineConfig({
  test: {
    reporters: ['default', './test/support/vitest/countReporter.ts'],
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [...excluded, 'test/**/*.int.test.ts', 'test/resilience/**', 'test/browser/**'],
          // Unit tests need no isolation, because pure code has no state that a file could leave behind.
          pool: 'threads',
          isolate: false,
          maxWorkers: 2,
          testTimeout: 40_000,
          expect: expectation,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...realParts,
          name: 'integration',
          include: ['test/**/*.int.test.ts'],
          exclude: excluded,
          // These tests wait more than they compute.
          maxWorkers: 5,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...realParts,
          name: 'resilience',
          include: ['test/resilience/**/*.test.ts'],
          exclude: excluded,
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...realParts,
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          exclude: excluded,
          // Each test runs a browser, which computes more than it waits.
          maxWorkers: 1,
          // Time limit in milliseconds: a test that uses a whole page waits many times.
          testTimeout: 240_000,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
