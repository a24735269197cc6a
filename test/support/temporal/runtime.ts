import { Runtime } from '@temporalio/worker';

const nothing = (): void => undefined;

/** Temporal's core and worker log only errors: what went wrong is said elsewhere. A process has one runtime for all its files. */
export function quietRuntime(): void {
  if (Runtime._instance !== undefined) return;
  Runtime.install({
    logger: { log: nothing, trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing },
    telemetryOptions: { logging: { filter: { core: 'ERROR', other: 'ERROR' } } },
    shutdownSignals: [],
  });
}
