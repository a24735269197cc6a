import { defineConfig } from 'vitest/config';

/** What is waited for may come late on a busy machine: a poll ends when it is there, or long after it should have been. */
const expectation = { poll: { timeout: 30_000 } };
const excluded = ['dist/**', 'node_modules/**'];

/** `unit`: pure and fast. `integration`: real Temporal, PostgreSQL, SMTP and HTTP, two files at a time. */
export default defineConfig({
  test: {
    reporters: ['default', './test/support/countReporter.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [...excluded, 'test/**/*.int.test.ts'],
          testTimeout: 40_000,
          expect: expectation,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'integration',
          include: ['test/**/*.int.test.ts'],
          exclude: excluded,
          // They wait more than they compute; each has a database and a task queue of its own.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          globalSetup: ['test/support/globalSetup.ts'],
          setupFiles: ['test/support/quietTemporal.ts'],
          testTimeout: 120_000,
          expect: expectation,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
