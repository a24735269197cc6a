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

/** The parts from which a web server is started. */
export interface ServerParts {
  readonly config: Config;
  readonly database: Database;
  readonly log: Logger;
  /**
   * True if this process started Temporal itself. The TLS settings and API key in the environment are then not used, because they
   * belong to another Temporal.
   */
  readonly isTemporalEmbedded?: boolean;
  /** Registry of the metrics at `/metrics`. Other parts of the process may add metrics. */
  readonly registry?: Registry;
  /** True to switch off the API's limits per minute, so that a fuzzer reaches the code behind them. */
  readonly areRequestsUnlimited?: boolean;
}

/** A running web server. */
export interface RunningServer {
  /** The server's URL, e.g. `http://127.0.0.1:3000`. */
  readonly url: string;
  /** Accepts no new requests, waits for running ones, then closes the connection to Temporal. The database stays open. */
  close(): Promise<void>;
}

/**
 * Starts a web server (composition root). It starts without Temporal and the database, and responds with 503 to requests that
 * need them.
 * @throws Error if it cannot listen on the configured port; TemporalSettingsError
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
        // Ends the live streams, because otherwise they end only when their readers disconnect.
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
