import { createHash } from 'node:crypto';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import type { Config, FleetConfig } from '../../../config.ts';
import { storedFleetNames } from '../../../server/api/documents/index.ts';
import { createApp } from '../../../server/app.ts';
import { createLiveFeed, createTemporalRequests } from '../../../server/background/index.ts';
import { PORT_LIMITS, listen } from '../../../server/http/index.ts';
import type { PortLimits, ServerDependencies } from '../../../server/http/index.ts';
import { createServerMetrics } from '../../../server/metrics/index.ts';
import type { Database, Db } from '../../../store/db/index.ts';
import { TemporalUnavailableError } from '../../../temporal/index.ts';
import type { WorkflowGateway } from '../../../temporal/index.ts';
import {
  alarmMessageWorkflowId,
  suppressedWorkflowId,
  backfillWorkflowId,
  backtestWorkflowId,
  deletionPressWorkflowId,
  deletionWorkflowId,
  digestNowWorkflowId,
  erasureWorkflowId,
  incidentWorkflowId,
  tripWorkflowId,
} from '../../../workflows/contracts/index.ts';
import type {
  DeletionPress,
  ReplayInput,
  SimulationInput,
  SimulationResult,
  TripInput,
} from '../../../workflows/contracts/index.ts';

export const TOKENS = {
  webhook: 'planted-webhook-token-1',
  secondWebhook: 'planted-webhook-token-2',
  viewer: 'planted-viewer-token',
  /** A viewer of the group `east` alone. */
  east: 'planted-east-token',
  editor: 'planted-editor-token',
  admin: 'planted-admin-token',
  southWebhook: 'planted-south-webhook',
  southAdmin: 'planted-south-admin',
} as const;

const NORTH: FleetConfig = {
  id: 'north',
  name: 'North',
  timezone: 'Europe/Berlin',
  analytics: { baseUrl: 'http://127.0.0.1:9', apiKey: 'planted-api-key' },
  webhookTokens: [TOKENS.webhook, TOKENS.secondWebhook],
  apiTokens: [
    { role: 'viewer', name: 'vi', token: TOKENS.viewer },
    { role: 'viewer', name: 'eve', token: TOKENS.east, groups: ['east'] },
    { role: 'editor', name: 'ed', token: TOKENS.editor },
    { role: 'admin', name: 'ann', token: TOKENS.admin },
  ],
};
const SOUTH: FleetConfig = {
  id: 'south',
  name: 'South',
  timezone: 'UTC',
  webhookTokens: [TOKENS.southWebhook],
  apiTokens: [{ role: 'admin', name: 'sue', token: TOKENS.southAdmin }],
};

/** The signing secret of a server in test. */
export const WEBHOOK_SIGNING_SECRET = `whsec_${Buffer.from('planted-signing-secret-of-32-bytes').toString('base64')}`;

/** The fleets of a server in test. */
export const FLEETS: readonly FleetConfig[] = [NORTH, SOUTH];

/** A gateway that holds workflows in memory, answers as configured, and can be unavailable. */
export interface FakeGateway extends WorkflowGateway {
  readonly trips: TripInput[];
  readonly deletions: string[];
  /** Presses on a question about a deletion that came too late. */
  readonly latePresses: DeletionPress[];
  readonly replays: ReplayInput[];
  /** Ids of back-tests that were started, and of those that were cancelled. */
  readonly backtests: string[];
  readonly cancelled: string[];
  /** Ids of backfills that were started, and of those that were cancelled. */
  readonly backfills: string[];
  readonly cancelledBackfills: string[];
  /** Workflow ids of incidents, once for each time they were woken. */
  readonly woken: string[];
  /** Fleets whose digests' schedules were compared, once for each time. */
  readonly synced: string[];
  /** Ids of the runs of digests that were to be sent, and of those that someone checked. */
  readonly digests: string[];
  readonly previews: string[];
  /** Ids of erasures that were to begin, once for each time. */
  readonly erasures: string[];
  preview: WorkflowGateway['runDigestPreview'];
  unavailable: boolean;
  answer: (input: SimulationInput | ReplayInput) => Promise<SimulationResult | undefined>;
}

export function fakeGateway(): FakeGateway {
  const held = new Set<string>();
  const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');
  const start = (id: string): 'started' | 'duplicate' => {
    if (gateway.unavailable) throw new TemporalUnavailableError(new Error('UNAVAILABLE'));
    if (held.has(id)) return 'duplicate';
    held.add(id);
    return 'started';
  };
  const gateway: FakeGateway = {
    trips: [],
    deletions: [],
    latePresses: [],
    replays: [],
    backtests: [],
    cancelled: [],
    backfills: [],
    cancelledBackfills: [],
    woken: [],
    synced: [],
    digests: [],
    erasures: [],
    previews: [],
    preview: () => Promise.resolve('late'),
    unavailable: false,
    answer: () => Promise.resolve({ outcome: 'no_such_trip' }),
    startSuppressed: async (input) => start(await Promise.resolve(suppressedWorkflowId(input))),
    startAlarmMessage: async (input) => start(await Promise.resolve(alarmMessageWorkflowId(input))),
    tripId: (trip) => tripWorkflowId(trip, sha256Hex),
    async startTrip(input) {
      await Promise.resolve();
      const verdict = start(tripWorkflowId(input, sha256Hex));
      if (verdict === 'started') gateway.trips.push(input);
      return verdict;
    },
    async startDeletion(input) {
      await Promise.resolve();
      const verdict = start(deletionWorkflowId(input));
      if (verdict === 'started') gateway.deletions.push(input.deletionId);
      return verdict;
    },
    async replyToLatePress(input, key) {
      await Promise.resolve();
      const verdict = start(deletionPressWorkflowId(input, key, sha256Hex));
      if (verdict === 'started') gateway.latePresses.push(input);
      return verdict;
    },
    async startBacktest(input) {
      await Promise.resolve();
      const verdict = start(backtestWorkflowId(input));
      gateway.backtests.push(input.backtestId);
      return verdict;
    },
    async cancelBacktest(input) {
      await Promise.resolve();
      if (gateway.unavailable) throw new TemporalUnavailableError(new Error('UNAVAILABLE'));
      gateway.cancelled.push(input.backtestId);
    },
    async startBackfill(input) {
      await Promise.resolve();
      const verdict = start(backfillWorkflowId(input));
      gateway.backfills.push(input.backfillId);
      return verdict;
    },
    async cancelBackfill(input) {
      await Promise.resolve();
      if (gateway.unavailable) throw new TemporalUnavailableError(new Error('UNAVAILABLE'));
      gateway.cancelledBackfills.push(input.backfillId);
    },
    async wakeIncident(input) {
      await Promise.resolve();
      if (gateway.unavailable) throw new TemporalUnavailableError(new Error('UNAVAILABLE'));
      gateway.woken.push(incidentWorkflowId(input));
    },
    async syncDigests({ fleet }) {
      await Promise.resolve();
      if (gateway.unavailable) throw new TemporalUnavailableError(new Error('UNAVAILABLE'));
      gateway.synced.push(fleet);
    },
    async syncFleetSchedules() {
      await Promise.resolve();
      if (gateway.unavailable) throw new TemporalUnavailableError(new Error('UNAVAILABLE'));
    },
    async startErasure(input) {
      await Promise.resolve();
      const verdict = start(erasureWorkflowId(input));
      gateway.erasures.push(input.erasureId);
      return verdict;
    },
    async startDigest(input) {
      await Promise.resolve();
      const verdict = start(digestNowWorkflowId(input));
      gateway.digests.push(input.runId);
      return verdict;
    },
    async runDigestPreview(input) {
      if (gateway.unavailable) throw new TemporalUnavailableError(new Error('UNAVAILABLE'));
      gateway.previews.push(input.runId);
      return gateway.preview(input);
    },
    async runReplay(input) {
      await Promise.resolve();
      if (gateway.unavailable) throw new TemporalUnavailableError(new Error('UNAVAILABLE'));
      gateway.replays.push(input);
      return gateway.answer(input);
    },
    async runSimulation(input) {
      await Promise.resolve();
      if (gateway.unavailable) throw new TemporalUnavailableError(new Error('UNAVAILABLE'));
      return gateway.answer(input);
    },
    strandedWork: () => Promise.resolve([]),
    async check() {
      await Promise.resolve();
      if (gateway.unavailable) throw new TemporalUnavailableError(new Error('UNAVAILABLE'));
    },
  };
  return gateway;
}

/** A server on a real socket, with what it logged. */
export interface ServerInTest {
  readonly url: string;
  readonly host: string;
  readonly port: number;
  readonly database: Pick<Database, 'db' | 'ping' | 'reading'>;
  readonly db: Db;
  readonly gateway: FakeGateway;
  readonly deps: ServerDependencies;
  readonly logged: () => string;
  /** Calls the API of fleet `north`. */
  api(method: string, path: string, options?: ApiOptions): Promise<ApiAnswer>;
  close(): Promise<void>;
}

export interface ApiOptions {
  readonly token?: string | undefined;
  readonly fleet?: string;
  readonly body?: unknown;
  /** Sent as it is, instead of `body`. */
  readonly raw?: string | Buffer;
  /** `application/json` when absent. */
  readonly type?: string;
}

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly json: Record<string, unknown>;
}

export async function startServerInTest(
  database: Pick<Database, 'db' | 'ping' | 'reading'>,
  config: Partial<Config> = {},
  limits: PortLimits = PORT_LIMITS,
  now: () => Date = () => new Date(),
  parts: Partial<ServerDependencies> = {},
): Promise<ServerInTest> {
  const registry = new Registry();
  const lines: string[] = [];
  const gateway = fakeGateway();
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
  const requests = createTemporalRequests({
    db: database.db,
    workflows: gateway,
    config: { fleets: FLEETS },
    log,
    now,
  });
  const live = createLiveFeed({ db: database.db, registry, log, now, everyMs: 50 });
  const deps: ServerDependencies = {
    config: {
      fleets: FLEETS,
      identityProviders: [],
      publicUrl: 'https://tripline.example',
      sandbox: false,
      trustProxy: false,
      outgoingWebhooks: { signingSecret: WEBHOOK_SIGNING_SECRET },
      ...config,
    },
    database,
    workflows: gateway,
    requests,
    live,
    log,
    registry,
    metrics: createServerMetrics(registry),
    now,
    // A busy machine may pause for longer than Slack waits.
    answerWithinMs: 60_000,
    fleetNames: (fleetId) => storedFleetNames(database.db, fleetId),
    ...parts,
  };
  const listening = await listen(createApp(deps), { host: '127.0.0.1', port: 0 }, limits);
  live.start();
  const { hostname, port } = new URL(listening.url);
  return {
    url: listening.url,
    host: hostname,
    port: Number(port),
    database,
    db: database.db,
    gateway,
    deps,
    logged: () => lines.join(''),
    async api(method, path, options = {}) {
      const token = 'token' in options ? options.token : TOKENS.admin;
      const body = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
      const response = await fetch(`${listening.url}/api/v1/fleets/${options.fleet ?? 'north'}${path}`, {
        method,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'content-type': options.type ?? 'application/json' }),
        },
        ...(body === undefined ? {} : { body }),
      });
      // A stream does not end by itself.
      const isStream = /event-stream/.test(response.headers.get('content-type') ?? '');
      if (isStream) await response.body?.cancel();
      const text = isStream ? '' : await response.text();
      const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '');
      return {
        status: response.status,
        headers: response.headers,
        json: (isJson ? JSON.parse(text) : { text }) as Record<string, unknown>,
      };
    },
    async close() {
      await Promise.all([live.close(), listening.close()]);
      await requests.close();
    },
  };
}

/** The address of a database that does not exist. */
export const UNAVAILABLE_DATABASE_URL = 'postgres://nobody:nothing@127.0.0.1:9/none';
