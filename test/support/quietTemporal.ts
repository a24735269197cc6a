import { Runtime } from '@temporalio/worker';
import { afterAll, vi } from 'vitest';

const nothing = (): void => undefined;

/** Temporal's core and worker log only errors in tests: the assertion says what failed. A process has one runtime for all its files. */
if (Runtime._instance === undefined)
  Runtime.install({
    logger: { log: nothing, trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing },
    telemetryOptions: { logging: { filter: { core: 'ERROR', other: 'ERROR' } } },
    shutdownSignals: [],
  });

// Files share a process: what one has set in the environment or in the clock ends with it.
afterAll(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});
