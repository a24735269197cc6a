import { createHash, randomInt, randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import type { WorkflowHandle } from '@temporalio/client';
import { sql } from 'kysely';
import { pino } from 'pino';
import { inject } from 'vitest';
import { readConfig } from '../../../config.ts';
import type { Config } from '../../../config.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import { createDataConverter } from '../../../temporal/index.ts';
import { openDatabase, upsertFleets } from '../../../store/db/index.ts';
import type { Database } from '../../../store/db/index.ts';
import { storePublished } from '../store/published.ts';
import type { DocumentKind } from '../../../store/tables/index.ts';
import { startWorker, workflowBundleName } from '../../../worker.ts';
import type { RunningWorker, WorkerParts } from '../../../worker.ts';
import {
  RELEASE_SIGNAL,
  WORKFLOWS,
  releaseWorkflowId,
  tripWorkflowId,
} from '../../../workflows/contracts/index.ts';
import type { TripInput, TripResult } from '../../../workflows/contracts/index.ts';
import { standInTrip, startAnalyticsStandIn, tripAt } from '../stand-ins/analytics.ts';
import type { AnalyticsStandIn } from '../stand-ins/analytics.ts';
import { createTestDatabase } from '../store/postgres.ts';
import { startSlackStandIn } from '../stand-ins/slack.ts';
import type { SlackStandIn } from '../stand-ins/slack.ts';
import { startSmtpStandIn } from '../stand-ins/smtp.ts';
import type { SmtpStandIn } from '../stand-ins/smtp.ts';
import { everythingIn } from '../temporal/storedPayloads.ts';
import { workflowBundlePath } from '../temporal/workflowBundles.ts';
import type { WorkflowBundleName } from '../temporal/workflowBundles.ts';

/** The fleet of the tests, and its secrets: planted, and looked for where none belongs. */
export const FLEET = 'north';
export const WEBHOOK_TOKEN = 'planted-webhook-token';
export const ADMIN_TOKEN = 'planted-admin-token';

/** A Slack that takes any number of messages at once: each alert is a message, where a test counts them. */
export const UNLIMITED = { everyMs: 0, burst: 1, mostAheadMs: 60_000 };

/** The ids of a trip. */
export interface Trip {
  readonly driverId: string;
  readonly tripId: string;
}

/** The handle of a workflow that was started with one input. */
type Started<R> = WorkflowHandle<(input: object) => Promise<R>>;

/** Everything a trip's way needs, on real sockets, with a database and a task queue of its own. */
export interface Stack {
  readonly config: Config;
  readonly environment: Readonly<Record<string, string>>;
  readonly database: Database;
  readonly client: Client;
  readonly analytics: AnalyticsStandIn;
  readonly slack: SlackStandIn;
  readonly smtp: SmtpStandIn;
  /** Lines the worker logged, as one text. */
  readonly logged: () => string;
  worker: RunningWorker | undefined;
  publish(...rules: readonly JsonObject[]): Promise<void>;
  publishAs(kind: DocumentKind, ...documents: readonly JsonObject[]): Promise<void>;
  startWorker(
    parts?: Partial<
      Pick<WorkerParts, 'config' | 'ledger' | 'rateLimits' | 'alarmAfterMs' | 'backfillGiveUpMs' | 'now'>
    >,
  ): Promise<void>;
  /** Lets the service return a trip, which `standInTrip` makes. */
  put<K extends Trip>(trip: K, options?: Parameters<typeof standInTrip>[1]): K;
  /** Starts a workflow on the stack's task queue. */
  start<R = unknown>(type: string, workflowId: string, input: object): Promise<Started<R>>;
  /** Starts a workflow, and waits for its end. */
  execute<R = unknown>(type: string, workflowId: string, input: object): Promise<R>;
  /** Signals a workflow, which is started when it does not run. */
  signal<R = unknown>(
    type: string,
    signal: string,
    workflow: { readonly id: string; readonly input: object },
  ): Promise<Started<R>>;
  /** Starts a trip's workflow as the web server does, and waits for its end. */
  runTrip(trip: Trip): Promise<TripResult>;
  historyOf(trip: Trip): Promise<{ events: number; text: string }>;
  close(): Promise<void>;
}

/** How a stack is started; every field has a default. */
export interface StackOptions {
  /** `outbox` turns Slack and SMTP off. */
  readonly channels?: 'real' | 'outbox';
  readonly more?: Record<string, string>;
  /** Milliseconds between a receiver's taking of a message and its answer. */
  readonly answerAfterMs?: number;
  /** Addresses of the servers; those of the test run when absent. */
  readonly servers?: { readonly postgresUrl: string; readonly temporalAddress: string };
}

/** Starts everything but the worker. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const servers = options.servers ?? {
    postgresUrl: inject('postgresUrl'),
    temporalAddress: inject('temporalAddress'),
  };
  const late = options.answerAfterMs === undefined ? {} : { answerAfterMs: options.answerAfterMs };
  const testDatabase = await createTestDatabase(servers.postgresUrl);
  const [analytics, slack, smtp] = await Promise.all([
    startAnalyticsStandIn(),
    startSlackStandIn({ token: 'xoxb-planted-slack-token', ...late }),
    startSmtpStandIn(late),
  ]);
  const environment: Record<string, string> = {
    FLEET_ID: FLEET,
    FLEET_TIMEZONE: 'Europe/Berlin',
    ANALYTICS_BASE_URL: analytics.url,
    ANALYTICS_API_KEY: analytics.apiKey,
    WEBHOOK_TOKENS: WEBHOOK_TOKEN,
    API_TOKENS: `admin:ann:${ADMIN_TOKEN},editor:ed:planted-editor-token,viewer:vi:planted-viewer-token`,
    DATABASE_URL: testDatabase.url,
    TEMPORAL_ADDRESS: servers.temporalAddress,
    TEMPORAL_TASK_QUEUE: `test-${randomUUID()}`,
    EMAIL_FROM: 'Tripline <alerts@fleet.example>',
    // Schedules are named after their fleet, and stacks share a Temporal: tests of reconciliation turn them on.
    RECONCILE_EVERY: 'off',
    REPEAT_AFTER: '1s',
    RETENTION_POSITIONS_DAYS: 'off',
    RETENTION_TRIPS_DAYS: 'off',
    ...(options.channels === 'outbox'
      ? { SLACK_BOT_TOKEN: 'off', SMTP_URL: 'off' }
      : { SLACK_BOT_TOKEN: slack.token, SLACK_API_URL: slack.url, SMTP_URL: smtp.url }),
    ...options.more,
  };
  const config = readConfig(environment);
  const fleet = config.fleets[0]!.id;
  const { taskQueue } = config.temporal;
  const database = openDatabase(testDatabase.url);
  await upsertFleets(
    database.db,
    config.fleets.map(({ id, name, timezone }) => ({ id, name, timezone })),
  );
  // Stacks share a Temporal, and workflows are called by these ids: each stack counts from a place of its own.
  for (const table of ['incidents', 'digest_runs', 'alarm_messages', 'deletions'])
    await sql`alter table ${sql.table(table)} alter column id restart with ${sql.lit(randomInt(1, 2 ** 40))}`.execute(
      database.db,
    );
  const connection = await Connection.connect({ address: servers.temporalAddress });
  const client = new Client({
    connection,
    dataConverter: createDataConverter(config.payloadEncryptionKeys),
  });
  const lines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
  const idOf = (trip: Trip): string => tripWorkflowId({ fleet, ...trip }, sha256Hex);
  const stack: Stack = {
    config,
    environment,
    database,
    client,
    analytics,
    slack,
    smtp,
    logged: () => lines.join(''),
    worker: undefined,
    publish: (...rules) => stack.publishAs('rule', ...rules),
    async publishAs(kind, ...documents) {
      for (const body of documents) await storePublished(database.db, { fleetId: fleet, kind, body });
    },
    async startWorker(parts = {}) {
      const bundle = workflowBundleName({ config: parts.config ?? config }) as WorkflowBundleName;
      stack.worker = await startWorker({
        config,
        // Elsewhere than in a test run (benches, the fuzzer) the worker bundles for itself.
        ...(process.env['VITEST'] && { workflowBundlePath: await workflowBundlePath(bundle) }),
        database,
        log,
        alarmQuietMs: 2_000,
        ...parts,
      });
    },
    put(trip, options) {
      analytics.trips.set(tripAt(trip.driverId, trip.tripId), standInTrip(trip.tripId, options));
      return trip;
    },
    start: <R>(type: string, workflowId: string, input: object) =>
      client.workflow.start<(input: object) => Promise<R>>(type, { taskQueue, workflowId, args: [input] }),
    execute: async <R>(type: string, workflowId: string, input: object) =>
      (await stack.start<R>(type, workflowId, input)).result(),
    signal: <R>(
      type: string,
      signal: string,
      { id, input }: { readonly id: string; readonly input: object },
    ) =>
      client.workflow.signalWithStart<(input: object) => Promise<R>>(type, {
        taskQueue,
        workflowId: id,
        args: [input],
        signal,
      }),
    runTrip(trip) {
      const receivedAt = new Date().toISOString();
      const input: TripInput = { fleet, ...trip, receivedAt, source: 'webhook' };
      return stack.execute<TripResult>('tripWorkflow', idOf(trip), input);
    },
    async historyOf(trip) {
      const history = await client.workflow.getHandle(idOf(trip)).fetchHistory();
      return { events: history.events?.length ?? 0, text: everythingIn(history) };
    },
    async close() {
      await stack.worker?.shutdown();
      await connection.close();
      await database.close();
      await Promise.all([analytics.close(), slack.close(), smtp.close()]);
      await testDatabase.drop();
    },
  };
  return stack;
}

/** Releases all held deliveries as if their time had come, and waits until the release has ended. */
export async function releaseHeld(stack: Stack): Promise<void> {
  const releaseAt = new Date();
  const held = stack.database.db.updateTable('deliveries').set({ releaseAt });
  await held.where('state', '=', 'held').where('releaseAt', 'is not', null).execute();
  const input = { fleet: FLEET, releaseAt: releaseAt.toISOString() };
  const id = releaseWorkflowId(input);
  await (await stack.signal(WORKFLOWS.release, RELEASE_SIGNAL, { id, input })).result();
}

/** Hex SHA-256 of a text. */
export const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');
