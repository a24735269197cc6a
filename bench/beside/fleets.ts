import { once } from 'node:events';
import { fork } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import { notificationOf } from '../../test/support/stand-ins/analytics.ts';
import { upsertFleets } from '../../store/db/index.ts';
import { publishDocument, saveDraft } from '../../store/documents/index.ts';
import { besideLoads, inParallel, steadily } from '../measure.ts';
import { PRODUCTION, TRIPLINE } from '../run.ts';
import type { Bench } from '../run.ts';
import type { Order, Said, ServiceMode } from './loudFleet.ts';
import { CHANNELS, COLLIDED, collisionRule, startReceivers } from './receivers.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const SAMPLES = Number(process.env['SAMPLES'] ?? 150);
const FLOOD = Number(process.env['FLOOD'] ?? 2_000);
const TRIPS_A_SECOND = Number(process.env['RATE'] ?? 4);
/** `FLEET_TRIPS_PER_SECOND`: `off`, a number, or nothing for the default of several fleets. */
const START_RATE = process.env['START_RATE'] ?? '';
const LOST_AFTER_MS = 60_000;

/** The loud fleet's behaviour during a measurement. */
interface Trouble {
  readonly mode?: ServiceMode;
  readonly slackHangs?: boolean;
  readonly trips: number;
  /** Over so many connections. */
  readonly over: number;
  /** Begins a driver's id. */
  readonly driver: string;
}
const TROUBLES: Readonly<Record<string, Trouble>> = {
  [`a flood of ${FLOOD} trips`]: { trips: FLOOD, over: 64, driver: 'quiet' },
  'its service hangs': { mode: 'hangs', trips: 400, over: 16, driver: 'quiet' },
  'its service answers 500': { mode: 500, trips: 400, over: 16, driver: 'quiet' },
  'its service answers 429': { mode: 429, trips: 400, over: 16, driver: 'quiet' },
  'its Slack hangs': { slackHangs: true, trips: 300, over: 16, driver: COLLIDED },
};
const LOUD_SLACK = 'xoxb-bench-loud';

/**
 * Measures how much one fleet slows another: the time from webhook to Slack message of a calm fleet's steady trickle, while
 * another fleet floods or its service or Slack is broken, against the same trickle alone just before. Web server and worker are
 * processes of their own, as is the loud fleet. Aim: below 1.5 times at the 99th percentile.
 */
export async function besideFleets(bench: Bench): Promise<void> {
  const folder = await bench.folder();
  const { postgresUrl, temporalAddress } = await bench.servers();
  const { database, url: databaseUrl } = await bench.database(postgresUrl);
  const receivers = await startReceivers();
  bench.endWith(() => receivers.close());
  const loud = fork(fileURLToPath(new URL('./loudFleet.ts', import.meta.url)));
  bench.endWith(() => loud.kill('SIGKILL'));
  const instruct = (order: Order): void => void loud.send(order);
  const [{ serviceUrl }] = (await once(loud, 'message')) as [Extract<Said, { serviceUrl: string }>];

  /** One for each measurement: a rate limit remembers what a flood before has announced. */
  const loudFleets = Array.from(
    { length: Object.keys(TROUBLES).length * ROUNDS },
    (_each, index) => `loud-${index}`,
  );
  const fleets = ['calm', ...loudFleets].map((id) => ({
    id,
    name: id,
    timezone: 'UTC',
    webhookTokens: [`${id}-bench-token`],
    analytics: { baseUrl: id === 'calm' ? receivers.url : serviceUrl, apiKey: 'bench-key' },
    slack: { botToken: id === 'calm' ? 'xoxb-bench-calm' : LOUD_SLACK },
  }));
  const fleetsFile = join(folder, 'fleets.json');
  await writeFile(fleetsFile, JSON.stringify({ fleets }));
  await upsertFleets(database.db, fleets);
  for (const { id: fleetId } of fleets)
    for (let channel = 0; channel < CHANNELS; channel += 1) {
      const body = collisionRule(channel);
      const key = { fleetId, kind: 'rule', id: body.id, who: 'bench', at: new Date() } as const;
      await saveDraft(database.db, { ...key, body });
      await publishDocument(database.db, key);
    }

  const environment = {
    ...PRODUCTION,
    DATA_DIR: folder,
    FLEETS_FILE: fleetsFile,
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: temporalAddress,
    SLACK_API_URL: receivers.slackUrl,
    EMAIL_FROM: 'bench@fleet.example',
    SMTP_URL: 'smtp://127.0.0.1:9',
    FLEET_TRIPS_PER_SECOND: START_RATE,
  };
  const { url: serverUrl } = await bench.startServer(environment);
  await bench.start([TRIPLINE, 'worker'], { environment, ready: 'worker runs' });
  const webhookOf = (fleet: string): string => `${serverUrl}/webhooks/${fleet}/${fleet}-bench-token`;

  let counter = 0;
  let refused = 0;
  /** Posts a steady trickle and waits for its messages, and returns the milliseconds that each took. */
  async function trickle(): Promise<number[]> {
    const sent: { driver: string; at: number }[] = [];
    refused = await steadily({ count: SAMPLES, aSecond: TRIPS_A_SECOND }, async () => {
      const driver = `calm-${(counter += 1)}`;
      const body = notificationOf({
        driverId: `${COLLIDED}-${driver}`,
        tripId: String(1_790_000_000_000 + counter),
      });
      sent.push({ driver, at: performance.now() });
      const answer = await fetch(webhookOf('calm'), { method: 'POST', body });
      await answer.arrayBuffer();
      return answer.status === 202;
    });
    const { arrived } = receivers;
    const until = performance.now() + LOST_AFTER_MS;
    while (sent.some(({ driver }) => !arrived.has(driver)) && performance.now() < until) await pause(50);
    return sent.map(({ driver, at }) => (arrived.get(driver) ?? Infinity) - at);
  }

  const connection = await Connection.connect({ address: temporalAddress });
  bench.endWith(() => connection.close());
  const client = new Client({ connection });
  const notes: string[] = [];
  async function beside({ mode = 'ok', slackHangs, trips, over, driver }: Trouble): Promise<number[]> {
    instruct({ mode });
    receivers.hangingToken = slackHangs ? LOUD_SLACK : undefined;
    const flooded = once(loud, 'message') as Promise<[Extract<Said, { posted: number }>]>;
    instruct({ flood: trips, over, url: webhookOf(loudFleets.pop()!), driver });
    const times = await trickle();
    const [posted] = await flooded;
    receivers.hangingToken = undefined;
    const left = await endTripsOfLoudFleets(client);
    instruct({ mode: 'ok' });
    notes.push(
      `${refused} of the calm fleet refused; the loud one posted in ${posted.seconds.toFixed(1)} s, ${posted.refused} refused, ${left} left`,
    );
    await pause(3_000);
    return times;
  }

  process.stdout.write(
    `${TRIPS_A_SECOND} trips a second of the calm fleet, start rate ${START_RATE || 'by default'}\n`,
  );
  await trickle(); // Warms everything up.
  const loads = Object.entries(TROUBLES).map(([name, trouble]) => [`Beside ${name}`, () => beside(trouble)]);
  await besideLoads({
    loads: Object.fromEntries(loads) as Record<string, () => Promise<number[]>>,
    alone: trickle,
    aim: 'below 1.5',
    notes,
  });
}

/** Ends what the loud fleets still have under way, so that the next measurement begins in peace. @returns the number of trips */
async function endTripsOfLoudFleets(client: Client): Promise<number> {
  for (let ended = 0; ;) {
    const left: string[] = [];
    for await (const { workflowId } of client.workflow.list({ query: 'ExecutionStatus = "Running"' }))
      if (workflowId.startsWith('trip:loud-')) left.push(workflowId);
    if (left.length === 0) return ended;
    await inParallel({ count: left.length, atOnce: 8 }, async (index) => {
      const ending = client.workflow.getHandle(left[index]!).terminate('the bench goes on');
      await ending.then(
        () => (ended += 1),
        () => undefined,
      );
    });
    await pause(2_000);
  }
}
