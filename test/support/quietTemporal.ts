import { Runtime } from '@temporalio/worker';

const nothing = (): void => undefined;

/** Temporal's core and worker talk only of errors in tests: what fails is told by the assertion. */
Runtime.install({
  logger: { log: nothing, trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing },
  telemetryOptions: { logging: { filter: { core: 'ERROR', other: 'ERROR' } } },
  shutdownSignals: [],
});
