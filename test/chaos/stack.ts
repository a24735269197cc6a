import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode } from '@temporalio/worker';
import { createApi } from './api.ts';
import type { Api } from './api.ts';
import { MOODY } from './faultPlan.ts';
import type { Moody, ProcessName } from './faultPlan.ts';
import { changesOf, watchLedger } from './ledgerWatch.ts';
import type { Moment } from './ledgerWatch.ts';
import { withReceiver } from './oracle.ts';
import type { Documents } from './oracle.ts';
import { freePorts } from './ports.ts';
import { ChaosPostgres } from './postgres.ts';
import { Supervised } from './supervised.ts';
import { isOpen, saysReady } from './readiness.ts';
import { temporalProgram } from './temporal.ts';
import { driversOf, regionOf } from './world.ts';

/** A part of the ledger that is removed from the workers to prove that the run notices. */
export type Without = 'ledger' | 'claim';

/** The parts of a run, each a separate process on this machine. */
export interface ChaosStack {
  readonly postgres: ChaosPostgres;
  readonly processes: ReadonlyMap<ProcessName, Supervised>;
  readonly api: Api;
  /** Returns the changes of a delivery, in order. */
  changesOf(deliveryId: string): Promise<readonly Moment[]>;
  readonly webhookUrls: readonly string[];
  readonly temporalAddress: string;
  /** Journals of the messages that Slack, the mail server and the webhook receiver accepted, and of the deleted trips. */
  readonly journals: readonly string[];
  /** Journals of the attempts at each fake service, with their fates. */
  readonly attempts: Readonly<Record<Moody, string>>;
  end(): Promise<void>;
}

type Environment = Readonly<Record<string, string>>;

const READY_WITHIN_MS = 120_000;
const FLEET = 'chaos';
const WORKERS = ['worker-1', 'worker-2'] as const;
/** Log line of a worker that is ready: of `tripline worker`, or of the worker without a ledger. */
const WORKER_READY = /worker runs|^ready$/m;
const place = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const nothing = (): void => undefined;
const quiet = { log: nothing, trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };

/**
 * Starts everything and publishes the documents. Ends what it started if it fails.
 * @param args.folder an empty folder for this run alone
 */
export async function startStack(args: {
  readonly folder: string;
  /** The folder of the compiled programs, from `compile`. */
  readonly program: string;
  readonly seed: number;
  readonly trips: number;
  readonly documents: Documents;
  readonly signal: AbortSignal;
  readonly without?: Without;
  /** `FLEET_TRIPS_PER_SECOND`; absent: off. */
  readonly tripsPerSecond?: number;
}): Promise<ChaosStack> {
  const { folder, program } = args;
  const [web1, web2, temporalPort, postgresPort, slackPort, smtpPort, analyticsPort, webhooksPort] =
    (await freePorts(8)) as [number, number, number, number, number, number, number, number];
  const postgres = new ChaosPostgres(
    join(folder, 'database'),
    join(program, 'test/support/store/holdPostgres.js'),
  );
  const processes = new Map<ProcessName, Supervised>();
  const journalOf = (name: Moody): string => join(folder, `${name}.jsonl`);
  const journals = MOODY.map(journalOf);
  const attempts = Object.fromEntries(
    MOODY.map((name) => [name, join(folder, `${name}.attempts.jsonl`)]),
  ) as Record<Moody, string>;
  const papers = (name: Moody): Environment => ({ JOURNAL: journalOf(name), ATTEMPTS: attempts[name] });
  const secret = (): string => randomBytes(12).toString('hex');
  const [webhookToken, apiToken, apiKey, slackToken] = [secret(), secret(), secret(), `xoxb-${secret()}`];
  const signingSecret = randomBytes(24).toString('base64');
  const end = async (): Promise<void> => {
    await Promise.all([...processes.values()].map((each) => each.end()));
    await postgres.end();
  };
  const run = (name: ProcessName, args: readonly string[], environment: Environment): void => {
    const port = environment['PORT'];
    const logFile = join(folder, `${name}.log`);
    const supervised = new Supervised({
      name,
      command: process.execPath,
      environment,
      folder,
      logFile,
      args: [join(program, args[0]!), ...args.slice(1)],
      isReady: port === undefined ? saysReady(logFile, WORKER_READY) : () => isOpen(Number(port)),
    });
    processes.set(name, supervised);
    supervised.start();
  };
  try {
    await mkdir(folder, { recursive: true });
    const base = { NODE_ENV: 'test', SEED: String(args.seed) };
    run('slack', ['test/chaos/standIn/slack.js'], {
      ...base,
      ...papers('slack'),
      PORT: String(slackPort),
      TOKEN: slackToken,
      CHANNELS: 'collisions,urgent,phones,ratings,everything,north,region',
    });
    run('smtp', ['test/chaos/standIn/smtp.js'], { ...base, ...papers('smtp'), PORT: String(smtpPort) });
    run('analytics', ['test/chaos/standIn/analytics.js'], {
      ...base,
      ...papers('analytics'),
      PORT: String(analyticsPort),
      TRIPS: String(args.trips),
      API_KEY: apiKey,
      STARTED_AT: new Date().toISOString(),
    });
    const temporal = new Supervised(
      await temporalProgram({
        folder: join(folder, 'temporal'),
        port: temporalPort,
        finder: join(program, 'test/support/temporal/findTemporal.js'),
      }),
    );
    processes.set('temporal', temporal);
    temporal.start();
    const [bundle] = await Promise.all([workflowBundle(program), postgres.begin(postgresPort)]);
    const environment = {
      NODE_ENV: 'test',
      LOG_LEVEL: 'warn',
      DATA_DIR: folder,
      FLEET_ID: FLEET,
      FLEET_TIMEZONE: 'Europe/Berlin',
      WEBHOOK_TOKENS: webhookToken,
      API_TOKENS: `admin:chaos:${apiToken}`,
      ANALYTICS_BASE_URL: `http://127.0.0.1:${analyticsPort}`,
      ANALYTICS_API_KEY: apiKey,
      DATABASE_URL: postgres.url,
      TEMPORAL_ADDRESS: `127.0.0.1:${temporalPort}`,
      SLACK_BOT_TOKEN: slackToken,
      SLACK_API_URL: `http://127.0.0.1:${slackPort}/api/`,
      SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
      EMAIL_FROM: 'Tripline <alerts@chaos.example>',
      WEBHOOK_SIGNING_SECRET: `whsec_${signingSecret}`,
      WEBHOOK_ALLOW_HOSTS: `127.0.0.1:${webhooksPort}`,
      // Reconciliation is off, because every trip has to arrive through its notification.
      RECONCILE_EVERY: 'off',
      // Longer than a receiver cuts connections, as is right for production.
      REPEAT_AFTER: '15s',
      FLEET_TRIPS_PER_SECOND: String(args.tripsPerSecond ?? 'off'),
    };
    run('server-1', ['cli/tripline.mjs', 'serve'], { ...environment, PORT: String(web1) });
    run('server-2', ['cli/tripline.mjs', 'serve'], { ...environment, PORT: String(web2) });
    const servers = [web1, web2].map((port) => `http://127.0.0.1:${port}`);
    await Promise.all(servers.map((url) => untilReady(url, args.signal)));
    await watchLedger(postgres.url);
    const api = createApi({ servers, fleet: FLEET, token: apiToken });
    const webhookSecret = await api.webhookSecret(`http://127.0.0.1:${webhooksPort}`);
    run('webhooks', ['test/chaos/standIn/webhooks.js'], {
      ...base,
      ...papers('webhooks'),
      PORT: String(webhooksPort),
      SECRET: webhookSecret.replace('whsec_', ''),
    });
    const known = driversOf(args).flatMap((driver_id) => {
      const region = regionOf(driver_id);
      return region === undefined ? [] : [{ driver_id, region }];
    });
    if (known.length > 0) await api.importDirectory(known);
    await api.publish(withReceiver(args.documents, `http://127.0.0.1:${webhooksPort}`));
    for (const name of WORKERS)
      if (args.without === undefined)
        run(name, ['cli/tripline.mjs', 'worker'], { ...environment, LOG_LEVEL: 'info' });
      else
        run(name, ['test/support/servers/workerProcess.js'], {
          ...environment,
          WORKFLOW_BUNDLE: bundle,
          LEDGER: args.without === 'ledger' ? 'off' : 'late',
        });
    for (const name of WORKERS) await processes.get(name)?.untilReady(READY_WITHIN_MS);
    await api.readGroups();
    return {
      postgres,
      processes,
      api,
      journals,
      attempts,
      end,
      changesOf: (deliveryId) => changesOf(postgres.url, deliveryId),
      webhookUrls: servers.map((url) => `${url}/webhooks/${FLEET}/${webhookToken}`),
      temporalAddress: `127.0.0.1:${temporalPort}`,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

async function untilReady(url: string, signal: AbortSignal): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS;
  for (;;) {
    const isReady = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(3_000) }).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) return;
    if (Date.now() > until) throw new Error(`${url} did not become ready.`);
    await pause(200, undefined, { signal });
  }
}

let bundled: Promise<string> | undefined;

/** Writes the workflow bundle where `tripline worker` finds it. Builds it once a command, because that takes seconds. */
async function workflowBundle(program: string): Promise<string> {
  bundled ??= bundleWorkflowCode({ workflowsPath: place('../../workflows/index.ts'), logger: quiet }).then(
    ({ code }) => code,
  );
  const path = join(program, 'workflow-bundle.js');
  await writeFile(path, await bundled);
  return path;
}

/** Returns the last lines of a process's log, which may show why it ended. */
export async function lastLines(folder: string, name: ProcessName): Promise<string> {
  const text = await readFile(join(folder, `${name}.log`), 'utf8').catch(() => '');
  return text.trim().split('\n').slice(-5).join('\n');
}
