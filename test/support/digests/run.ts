import { randomUUID } from 'node:crypto';
import { MockActivityEnvironment } from '@temporalio/testing';
import { pino } from 'pino';
import { createFleetAlarms, createServiceEvidence } from '../../../activities/dependencies/index.ts';
import type { ActivityDependencies } from '../../../activities/dependencies/index.ts';
import { createDigestComposing, createDigestGathering } from '../../../activities/digests/index.ts';
import type { DigestComposed } from '../../../activities/digests/index.ts';
import { createAnalyticsClient } from '../../../analytics/index.ts';
import type { AnalyticsClientOptions } from '../../../analytics/index.ts';
import type { DigestContent } from '../../../messages/digests/index.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import type { Db } from '../../../store/db/index.ts';
import type {
  DigestGathering,
  DigestOrigin,
  DigestRange,
  StoredDates,
} from '../../../store/digests/index.ts';

/** The subscription of the tests; fields given take the place of its own. */
export function digestDocument(more: JsonObject = {}): JsonObject {
  return {
    id: 'weekly',
    name: 'Weekly',
    period: 'week',
    to: ['lead@example.com'],
    driver_name: '$.name',
    send: { weekday: 'mon', at: '07:00', timezone: 'Europe/Berlin' },
    ...more,
  };
}

/** A run whose activities are called as a worker calls them. */
export interface DigestRunInTest {
  readonly runId: string;
  gather(range: DigestRange, position?: object): Promise<DigestGathering>;
  compose(): Promise<DigestComposed>;
  /** Both ranges, then the content as it is stored. */
  content(): Promise<DigestContent>;
  /** The last position the activity noted. */
  readonly position: () => object | undefined;
}

/** The activities that make a fleet's digests. @param options.clock what the clock says */
export function digestActivities(
  db: Db,
  options: {
    readonly fleetId: string;
    readonly analytics: AnalyticsClientOptions;
    readonly clock?: () => Date;
    readonly isConfigured?: boolean;
  },
): ReturnType<typeof createDigestGathering> & ReturnType<typeof createDigestComposing> {
  const { fleetId, clock = () => new Date(), isConfigured = true } = options;
  const log = pino({ level: 'silent' });
  const analytics = createAnalyticsClient({ retryBaseMs: 1, ...options.analytics });
  const fleet = { id: fleetId, name: 'The fleet', timezone: 'Europe/Berlin', analytics };
  const deps = {
    fleets: new Map(isConfigured ? [[fleetId, fleet]] : []),
    db,
    log,
    now: clock,
    alarms: createFleetAlarms({ db, log, now: clock }),
    pulse: createServiceEvidence(clock),
  } as unknown as ActivityDependencies;
  return { ...createDigestGathering(deps), ...createDigestComposing(deps) };
}

/** Makes a run of a digest and what its activities need. */
export async function digestRun(
  db: Db,
  options: {
    readonly fleetId: string;
    readonly analytics: AnalyticsClientOptions;
    readonly now: StoredDates;
    readonly before: StoredDates;
    readonly document?: JsonObject;
    readonly origin?: DigestOrigin;
    /** The only receivers; every receiver of the document when absent. */
    readonly onlyTo?: readonly string[];
    /** Time of the clock; the run is made at this time by default. */
    readonly clock?: () => Date;
    readonly createdAt?: Date;
    /** False: the fleet was taken out of the configuration meanwhile. */
    readonly isConfigured?: boolean;
  },
): Promise<DigestRunInTest> {
  const { fleetId, clock = () => new Date(), document = digestDocument() } = options;
  const { id: runId } = await db
    .insertInto('digestRuns')
    .values({
      fleetId,
      digestId: `weekly-${randomUUID()}`,
      version: 1,
      origin: options.origin ?? 'scheduled',
      period: document['period'] as 'week',
      state: 'gathering',
      document: JSON.stringify(document) as never,
      periodFrom: options.now.from,
      periodTo: options.now.to,
      beforeFrom: options.before.from,
      beforeTo: options.before.to,
      createdAt: options.createdAt ?? clock(),
      ...(options.onlyTo && { onlyTo: [...options.onlyTo] }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const activities = digestActivities(db, options);
  const input = { fleet: fleetId, runId };
  let noted: object | undefined;
  const run: DigestRunInTest = {
    runId,
    position: () => noted,
    async gather(range, position) {
      const environment = new MockActivityEnvironment(position ? { heartbeatDetails: position } : {});
      environment.on('heartbeat', (details: object | undefined) => (noted = details));
      return environment.run(() => activities.gatherDigestDrivers({ ...input, range }));
    },
    compose: () => new MockActivityEnvironment().run(() => activities.composeDigest(input)),
    async content() {
      await run.gather('now');
      await run.gather('before');
      await run.compose();
      const row = await db
        .selectFrom('digestRuns')
        .select('content')
        .where('id', '=', runId)
        .executeTakeFirstOrThrow();
      return row.content as unknown as DigestContent;
    },
  };
  return run;
}
