import { existsSync } from 'node:fs';
import { utimes, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { isGrpcServiceError } from '@temporalio/client';
import { TransportError } from '@temporalio/worker';
import type { Logger } from 'pino';
import { startServer } from '../../server/main.ts';
import { refuseUntilAdmitted } from '../../store/db/index.ts';
import { logTemporalTo, startWorker, workflowBundleName } from '../../worker.ts';
import type { RunningWorker } from '../../worker.ts';
import { startWarnings } from '../doctor/index.ts';
import {
  CommandError,
  EXIT,
  aborted,
  createLogger,
  endDespiteLeftovers,
  stopSignal,
  waitFor,
} from '../terminal/index.ts';
import {
  answeringTemporal,
  closeSoon,
  openForRole,
  preparedDatabase,
  productionConfig,
  workerBroke,
} from './roleParts.ts';
import type { RoleParts } from './roleParts.ts';

/**
 * Runs the web server until a stop is requested. Many web servers may share one Temporal and one PostgreSQL.
 * Listens at once, because a trip's notification needs only Temporal. While Temporal is unavailable, answers
 * 503 so that the sender retries.
 */
export async function serve(): Promise<number> {
  const signal = stopSignal();
  const config = productionConfig('serve');
  const log = createLogger(config);
  for (const warning of startWarnings(config.fleets)) log.warn(warning);
  const database = openForRole(config, log);
  const guarded = refuseUntilAdmitted(database);
  try {
    const server = await startServer({ config, database: guarded, log }).catch(inWords);
    log.info({ url: server.url }, 'web server listens');
    try {
      await Promise.all([
        waitFor(
          preparedDatabase(
            { config, log, database },
            'Notifications of trips are accepted meanwhile; requests that need the database are answered 503.',
          ),
          { log, signal },
        ).then((prepared) => prepared && guarded.admit()),
        waitFor(
          answeringTemporal(config, {
            meanwhile: 'Notifications are answered 503 meanwhile, to be sent again.',
            log,
          }),
          {
            log,
            signal,
          },
        ),
        aborted(signal),
      ]);
    } finally {
      await server.close();
    }
  } finally {
    await closeSoon(database);
    endDespiteLeftovers();
  }
  log.info('web server stopped');
  return EXIT.ok;
}

/** Reports a port that is in use in one line, like every configuration mistake. */
function inWords(error: unknown): never {
  const { message, cause } = error as Error & { readonly cause?: { readonly code?: string } };
  throw cause?.code === undefined ? error : new CommandError(message);
}

/** Runs a worker until a stop is requested. Many workers may run. Waits for the database and for Temporal. */
export async function work(): Promise<number> {
  const signal = stopSignal();
  const config = productionConfig('worker');
  const log = createLogger(config);
  for (const warning of startWarnings(config.fleets)) log.warn(warning);
  logTemporalTo(log);
  const database = openForRole(config, log);
  try {
    const worker = await startWhenPossible({ config, log, database }, signal);
    if (worker) {
      const { taskQueue, deployment } = config.temporal;
      log.info(
        { taskQueue, ...(deployment && { deployment: deployment.name, build: deployment.buildId }) },
        'worker runs',
      );
      const health =
        config.workerHealthFile === undefined
          ? undefined
          : keepHealthFile({ path: config.workerHealthFile, worker, log });
      await Promise.race([aborted(signal), worker.run])
        .catch((error: unknown) => {
          log.error({ err: error }, 'worker failed');
          throw workerBroke(error, config);
        })
        .finally(() => health?.stop());
      await worker.shutdown();
    }
  } finally {
    await closeSoon(database);
    endDespiteLeftovers();
  }
  log.info('worker stopped');
  return EXIT.ok;
}

/** Starts a worker once the database and Temporal answer. @returns undefined when a stop was requested first */
async function startWhenPossible(parts: RoleParts, signal: AbortSignal): Promise<RunningWorker | undefined> {
  const waiting = { log: parts.log, signal };
  const meanwhile = 'This worker takes no work meanwhile.';
  const temporal = answeringTemporal(parts.config, { meanwhile, log: parts.log });
  const found = await Promise.all([
    waitFor(preparedDatabase(parts, meanwhile), waiting),
    waitFor(temporal, waiting),
  ]);
  if (found.includes(undefined)) return undefined;
  const started = await waitFor(
    {
      ...temporal,
      attempt: () => startUnless(signal, parts),
      // Temporal may fail again while the workflows are bundled. Any other error is a defect.
      isPassing: (error) => error instanceof TransportError || isGrpcServiceError(error),
    },
    waiting,
  );
  return started?.value;
}

async function startUnless(signal: AbortSignal, parts: RoleParts): Promise<RunningWorker> {
  const bundle = workflowBundlePath(parts);
  const worker = await startWorker({ ...parts, ...(bundle ? { workflowBundlePath: bundle } : {}) });
  // The stop was requested during the start, so the worker ends at once.
  if (signal.aborted) await worker.shutdown();
  return worker;
}

/**
 * Returns the path of the workflow bundle that `npm run build` made for this kind of worker. Undefined when
 * the file is missing, or when Tripline runs from its sources.
 */
function workflowBundlePath(parts: RoleParts): string | undefined {
  const name = workflowBundleName(parts);
  const found = [`../${name}`, `../dist/${name}`]
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => existsSync(path));
  return import.meta.url.endsWith('.ts') ? undefined : found;
}

const EVERY_MS = 15_000;

/** Options of the health file. */
interface HealthFileParts {
  readonly path: string;
  readonly worker: { readonly lastAskedForWork: () => Promise<Date | undefined> };
  readonly log: Pick<Logger, 'error'>;
  /** Milliseconds between two queries to Temporal; 15 s when absent. */
  readonly everyMs?: number;
}

/**
 * Sets a file's time to the time at which Temporal last saw the worker poll. A health check compares the
 * file's time with the clock.
 * The file gets old when the worker does not poll, cannot reach Temporal, or hangs.
 */
export function keepHealthFile({ path, worker, log, everyMs = EVERY_MS }: HealthFileParts): {
  stop(): void;
} {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let wasUnwritable = false;

  async function note(): Promise<void> {
    const askedAt = await worker.lastAskedForWork().catch(() => undefined);
    if (askedAt === undefined) return;
    try {
      await writeFile(path, '', { flag: 'a' });
      await utimes(path, askedAt, askedAt);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (!wasUnwritable) log.error({ code }, `WORKER_HEALTH_FILE cannot be written at ${path}.`);
      wasUnwritable = true;
    }
  }

  function noteAgain(): void {
    void note().finally(() => {
      if (!isStopped) timer = setTimeout(noteAgain, everyMs).unref();
    });
  }

  noteAgain();
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
