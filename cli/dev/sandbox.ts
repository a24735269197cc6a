import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config, FleetConfig } from '../../config.ts';
import { addDays, zonedClock } from '../../rules/time/index.ts';
import type { JsonObject } from '../../rules/vocabulary/index.ts';
import { startSimulator } from '../../simulator/simulator.ts';
import type { Db } from '../../store/db/index.ts';
import { listDocuments, publishDocument, saveDraft } from '../../store/documents/index.ts';
import type { DocumentKind as StoredKind } from '../../store/tables/index.ts';
import { freePort } from '../embedded/index.ts';
import type { DevSecrets } from '../embedded/index.ts';
import { SETTINGS_FILE, isDocumentFile, kindNamed } from '../files/index.ts';
import type { DocumentKind } from '../files/index.ts';

/** The simulated fleet of the sandbox. */
export interface Sandbox {
  /** Base address of the simulated service, without `/v3`. */
  readonly url: string;
  /** Sends the notifications of trips to this URL from now on. */
  drive(webhookUrl: string): void;
  close(): Promise<void>;
}

/** Seed of the simulation, so that every start has the same fleet. */
const SEED = 7;
const DRIVERS = 24;
const TRIPS_PER_MINUTE = 4;
/** Days of driving before the first start. The console's figures go back as far. */
const HISTORY_DAYS = 28;
/** Preferred port of the simulated service. */
export const SANDBOX_PORT = 4010;

/** Starts the simulated analytics service. Its fleet drives once the URL of the webhook is set. */
export async function startSandbox(config: Config, secrets: DevSecrets): Promise<Sandbox> {
  const timezone = config.fleets[0]?.timezone;
  const simulator = await startSimulator({
    port: await freePort(SANDBOX_PORT),
    apiKey: secrets.analyticsKey,
    seed: SEED,
    drivers: DRIVERS,
    groups: ['north', 'south'],
    tripsPerMinute: TRIPS_PER_MINUTE,
    historyDays: HISTORY_DAYS,
    journalFile: join(config.dataDir, 'sandbox.jsonl'),
    // The delay lets the web server start first, because notifications that are sent before it listens are
    // lost.
    firstTripWithinSeconds: 8,
    ...(timezone === undefined ? {} : { timezone }),
  });
  return {
    url: simulator.url,
    drive: (webhookUrl) => simulator.setWebhook(webhookUrl),
    close: () => simulator.close(),
  };
}

/**
 * Requests a backfill of the fleet's past at the first start, so that windows, distributions and back-tests have trips.
 * @returns whether a backfill was started now
 */
export async function fetchHistory(url: string, { id, timezone, apiTokens }: FleetConfig): Promise<boolean> {
  const token = apiTokens.find(({ role }) => role === 'admin')?.token;
  if (token === undefined) return false;
  const address = `${url}/api/v1/fleets/${id}/backfills`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const before = (await (await fetch(address, { headers })).json()) as { readonly items: readonly unknown[] };
  if (before.items.length > 0) return false;
  const { date: to } = zonedClock(new Date(), timezone);
  const body = JSON.stringify({ from: addDays(to, 1 - HISTORY_DAYS), to });
  const { status } = await fetch(address, { method: 'POST', headers, body });
  return status === 202;
}

/** Folder of the starter set: next to the sources, or copied into a build. */
const FOLDER = fileURLToPath(new URL('../../rules/examples/', import.meta.url));

/** Kinds of the starter set in the order of publishing. Documents that others refer to come first. */
const KINDS: readonly (readonly [StoredKind, DocumentKind])[] = [
  ['rotation', kindNamed('rotation')],
  ['route', kindNamed('recipient route')],
  ['escalation-policy', kindNamed('escalation policy')],
  ['rule', kindNamed('rule')],
  ['digest', kindNamed('digest')],
  ['settings', kindNamed('settings')],
];

async function filesIn(folder: string): Promise<readonly string[]> {
  return (await readdir(`${FOLDER}${folder}`)).filter(isDocumentFile).sort();
}

/** Publishes the starter set for a fleet without rules. A fleet with rules keeps its documents. */
export async function publishStarterRules(db: Db, fleetId: string): Promise<void> {
  const { items } = await listDocuments(db, { fleetId, kind: 'rule', limit: 1 });
  if (items.length > 0) return;
  for (const [kind, { folder, only, parse }] of KINDS)
    for (const name of only === undefined ? await filesIn(folder) : [SETTINGS_FILE]) {
      const place = only === undefined ? `${folder}/${name}` : name;
      const body = JSON.parse(await readFile(`${FOLDER}${place}`, 'utf8')) as JsonObject;
      const parsed = parse(body);
      if (!parsed.ok)
        throw new Error(`The starter ${kind} ${name} is refused: ${parsed.errors[0]?.message ?? ''}`);
      const key = {
        fleetId,
        kind,
        id: parsed.document.id,
        who: 'tripline',
        why: 'starter set',
        at: new Date(),
      };
      await saveDraft(db, { ...key, body });
      await publishDocument(db, key);
    }
}
