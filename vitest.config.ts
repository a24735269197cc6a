import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

/** Suites of minutes: begun last, each would be waited for alone. */
const LONG = ['resilience/chaos.test.ts', 'resilience/crash.test.ts', 'resilience/dev.test.ts'];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => LONG.some((name) => moduleId.endsWith(name));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** What is waited for may come late on a busy machine: a poll ends when it is there, or long after it should have been. */
const expectation = { poll: { timeout: 30_000 } };
const excluded = ['dist/**', 'node_modules/**'];

/** Real Temporal, PostgreSQL, SMTP and HTTP: one of each for a run, a database and a task queue for a file. */
const realParts = {
  globalSetup: ['test/support/globalSetup.ts'],
  setupFiles: ['test/support/quietTemporal.ts'],
  // The modules are loaded once a process; files that share one clean up after themselves.
  pool: 'forks' as const,
  isolate: false,
  testTimeout: 120_000,
  hookTimeout: 180_000,
  expect: expectation,
};

/**
 * `unit`: pure and fast. `integration`: on real parts. `resilience`: crashes, outages, upgrades and the build, on real parts as
 * well, in processes that are killed. `browser`: the console in a real browser. `npm test` runs the first two,
 * `npm run test:resilience` the third, `npm run test:browser` the last.
 */
export default defineConfig({
  test: {
    reporters: ['default', './test/support/countReporter.ts'],
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [...excluded, 'test/**/*.int.test.ts', 'test/resilience/**', 'test/browser/**'],
          // Pure code has no state that a file could leave behind.
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
          // They wait more than they compute.
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
          // Each has a browser, which computes more than it waits.
          maxWorkers: 1,
          // A page that is worked through has many waits of its own.
          testTimeout: 240_000,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
