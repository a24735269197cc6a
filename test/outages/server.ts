import { Registry } from 'prom-client';
import { pino } from 'pino';
import { createApp } from '../../server/app.ts';
import { createLiveFeed } from '../../server/background/index.ts';
import { createDataConverter, createWorkflowGateway, temporalSettings } from '../../temporal/index.ts';
import { listen } from '../../server/http/index.ts';
import type { Listening } from '../../server/http/index.ts';
import { createServerMetrics } from '../../server/metrics/index.ts';
import type { Stack } from '../support/servers/stack.ts';

const nothing = (): void => undefined;

/** Starts the web server with the month's clock and no background work, because the test starts reconciliation itself. */
export async function startServerAt(stack: Stack, now: () => Date): Promise<Listening> {
  const { config, database } = stack;
  const registry = new Registry();
  const workflows = createWorkflowGateway(config.temporal, {
    settings: temporalSettings(config.temporal),
    dataConverter: createDataConverter(config.payloadEncryptionKeys),
  });
  const log = pino({ level: 'silent' });
  const app = createApp({
    config,
    database,
    workflows,
    registry,
    now,
    log,
    live: createLiveFeed({ db: database.db, registry, log, now }),
    requests: { dispatch: () => Promise.resolve(), dispatchSoon: nothing },
    metrics: createServerMetrics(registry),
    fleetNames: () => Promise.resolve({}),
  });
  const listening = await listen(app, { host: '127.0.0.1', port: 0 });
  return {
    url: listening.url,
    async close() {
      await listening.close();
      await workflows.close();
    },
  };
}
