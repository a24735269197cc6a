import { join } from 'node:path';
import type { Config } from '../config.ts';
import { startSimulator } from '../simulator/simulator.ts';
import type { DevSecrets } from './dataFolder.ts';
import { freePort } from './localServer.ts';

/** The simulated fleet of the sandbox. */
export interface Sandbox {
  /** Base address of the simulated service, without `/v3`. */
  readonly url: string;
  /** Lets trips be announced at this address from now on. */
  drive(webhookUrl: string): void;
  close(): Promise<void>;
}

/** The same fleet at every start. */
const SEED = 7;
const DRIVERS = 24;
const TRIPS_PER_MINUTE = 4;
/** Where the simulated service listens, unless something else does. */
export const SANDBOX_PORT = 4010;

/** Starts the simulated analytics service; it drives once it is told where notifications go. */
export async function startSandbox(config: Config, secrets: DevSecrets): Promise<Sandbox> {
  const timezone = config.fleets[0]?.timezone;
  const simulator = await startSimulator({
    port: await freePort(SANDBOX_PORT),
    apiKey: secrets.analyticsKey,
    seed: SEED,
    drivers: DRIVERS,
    groups: ['north', 'south'],
    tripsPerMinute: TRIPS_PER_MINUTE,
    journalFile: join(config.dataDir, 'sandbox.jsonl'),
    // Later than the web server listens: a notification without an address is lost.
    firstTripWithinSeconds: 8,
    ...(timezone === undefined ? {} : { timezone }),
  });
  return {
    url: simulator.url,
    drive: (webhookUrl) => simulator.setWebhook(webhookUrl),
    close: () => simulator.close(),
  };
}
