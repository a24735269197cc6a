import type { Logger } from 'pino';
import { Registry, collectDefaultMetrics } from 'prom-client';
import type { Config } from '../config.ts';
import type { Database } from '../store/db/index.ts';
import {
  createDataConverter,
  createTripHash,
  createWorkflowGateway,
  logUnreadable,
  temporalSettings,
} from '../temporal/index.ts';
import { storedFleetNames } from './api/documents/index.ts';
import { createApp } from './app.ts';
import {
  createLiveFeed,
  createStaleAlarmPolling,
  createStrandedPolling,
  createTemporalRequests,
  registerRequestMetrics,
} from './background/index.ts';
import { listen } from './http/index.ts';
import {
  createServerMetrics,
  registerCoverageMetrics,
  registerIncidentMetrics,
  registerRetentionMetrics,
} from './metrics/index.ts';

/** Parts of a web server. */
export interface ServerParts {
  readonly config: Config;
  readonly database: Database;
  readonly log: Logger;
  /** This process brought Temporal along: the environment's TLS and API key are for another one. */
  readonly isTemporalEmbedded?: boolean;
  /** Metrics shown by `/metrics`; other parts of the process may add metrics of their own. */
  readonly registry?: Registry;
  /** Lifts the API's limits a minute, so that a fuzzer reaches what is behind them; limited when absent. */
  readonly areRequestsUnlimited?: boolean;
}

/** A web server at work. */
export interface RunningServer {
  /** Where it listens, e.g. `http://127.0.0.1:3000`. */
  readonly url: string;
  /** Takes nothing new, lets running requests finish, then closes the connection to Temporal. The database stays open. */
  close(): Promise<void>;
}

/**
 * Composition root of the web server. It starts without Temporal and without the database, and answers 503 where it
 * needs them.
 * @throws when it cannot listen where the configuration says; TemporalSettingsError
 */
export async function startServer(parts: ServerParts): Promise<RunningServer> {
  const { config, database, log } = parts;
  const registry = parts.registry ?? ownRegistry();
  const now = (): Date => new Date();
  const metrics = createServerMetrics(registry);
  const { fleetTripsPerSecond: tripsPerSecond } = config;
  const onDelayed = (fleet: string): void => metrics.tripsDelayed.inc({ fleet });
  const workflows = createWorkflowGateway(config.temporal, {
    settings: temporalSettings(config.temporal, { isEmbedded: parts.isTemporalEmbedded ?? false }),
    dataConverter: createDataConverter(config.payloadEncryptionKeys, logUnreadable(log, now)),
    tripHash: createTripHash(config.payloadEncryptionKeys),
    ...(tripsPerSecond !== undefined && { share: { tripsPerSecond, onDelayed } }),
  });
  const requests = createTemporalRequests({ db: database.db, workflows, config, log, now });
  const fleets = config.fleets.map(({ id }) => id);
  const stranded = createStrandedPolling({ db: database.db, workflows, fleets, registry, log, now });
  const staleAlarms = createStaleAlarmPolling({ db: database.db, fleets, log, now });
  const live = createLiveFeed({ db: database.db, registry, log, now });
  const background = [requests, stranded, staleAlarms];
  registerIncidentMetrics(registry, { db: database.db, now });
  registerCoverageMetrics(registry, { db: database.db, fleets, now });
  registerRequestMetrics(registry, { db: database.db, now });
  registerRetentionMetrics(registry, database.db);
  const app = createApp({
    config,
    database,
    workflows,
    requests,
    live,
    log,
    registry,
    metrics,
    now,
    areRequestsUnlimited: parts.areRequestsUnlimited ?? false,
    fleetNames: (fleetId) => storedFleetNames(database.db, fleetId),
  });
  try {
    const listening = await listen(app, config);
    for (const each of [...background, live]) each.start();
    return {
      url: listening.url,
      async close() {
        // Streams end by themselves only when their readers do.
        await Promise.all([live.close(), listening.close()]);
        await Promise.all(background.map((each) => each.close()));
        await workflows.close();
      },
    };
  } catch (error) {
    await workflows.close();
    throw error;
  }
}

function ownRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}
