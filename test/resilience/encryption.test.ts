import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { Client } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import type { Config } from '../../config.ts';
import { createDataConverter, createTripHash, createWorkflowGateway } from '../../temporal/index.ts';
import { asProblem } from '../../server/http/index.ts';
import { listDeliveries } from '../../store/deliveries/index.ts';
import { latestDecision, listNotifications } from '../../store/trips/index.ts';
import {
  WORKFLOWS,
  fleetSchedulesWorkflowId,
  notificationGapScheduleId,
  tripWorkflowId,
} from '../../workflows/contracts/index.ts';
import { everyTripRule } from '../support/servers/rules.ts';
import { FLEET, startStack } from '../support/servers/stack.ts';
import type { Trip } from '../support/servers/stack.ts';
import { everythingIn, storedPayloads } from '../support/temporal/storedPayloads.ts';
import { useStack } from '../support/servers/useStack.ts';

const keyCalled = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;
const [OLD, NEW] = [keyCalled('old-key'), keyCalled('new-key')];

const stack = useStack({ channels: 'outbox' });
beforeAll(() => stack.publish(everyTripRule({ id: 'planted-rule', name: 'Planted rule' })));
afterEach(async () => {
  await stack.worker?.shutdown();
  stack.analytics.mode = 'ok';
});

/** Returns the stack's configuration with these keys. */
function withKeys(...keys: readonly string[]): Config {
  return readConfig({ ...stack.environment, PAYLOAD_ENCRYPTION_KEYS: keys.join(',') });
}

const newTrip = (): Trip =>
  stack.put({ driverId: `planted-driver-${randomUUID()}`, tripId: `t-${randomUUID()}` });

/** Returns a trip's workflow id under the keys of a configuration. */
const idOf = (config: Config, trip: Trip): string =>
  tripWorkflowId({ fleet: FLEET, ...trip }, createTripHash(config.payloadEncryptionKeys));
const historyOf = (workflowId: string) => stack.client.workflow.getHandle(workflowId).fetchHistory();

/** Starts a trip as a web server with this configuration does. */
async function start(config: Config, trip: Trip): Promise<void> {
  const gateway = gatewayOf(config);
  const input = { fleet: FLEET, ...trip, receivedAt: new Date().toISOString(), source: 'webhook' } as const;
  expect(await gateway.startTrip(input)).toBe('started');
  await gateway.close();
}

function gatewayOf(config: Config) {
  const keys = config.payloadEncryptionKeys;
  return createWorkflowGateway(config.temporal, {
    dataConverter: createDataConverter(keys),
    tripHash: createTripHash(keys),
  });
}

function clientWith(config: Config): Client {
  const { connection } = stack.client;
  return new Client({ connection, dataConverter: createDataConverter(config.payloadEncryptionKeys) });
}

/**
 * Returns the result of a trip's workflow.
 * @param reader configuration whose keys read it, if not those that name the trip
 */
async function resultOf(config: Config, trip: Trip, reader = config): Promise<unknown> {
  return clientWith(reader).workflow.getHandle(idOf(config, trip)).result();
}

/** Returns the keys that encrypt the payloads of a workflow's history, and `plain` for unencrypted ones. */
async function sealsOf(config: Config, trip: Trip): Promise<string[]> {
  const found = storedPayloads(await historyOf(idOf(config, trip))).filter(
    ({ path }) => !isOfTemporalItself(path),
  );
  return [...new Set(found.map(({ keyId }) => keyId ?? 'plain'))].sort();
}

/** Returns whether a path belongs to Temporal's own note on a local activity: its type and time, nothing of ours. */
function isOfTemporalItself(path: string): boolean {
  return /\/markerRecordedEventAttributes\/details\/data\//.test(path);
}

/** Waits until the first reading of a trip has failed. */
const untilUnderWay = (config: Config, trip: Trip): Promise<void> =>
  expect
    .poll(async () => (await historyOf(idOf(config, trip))).events?.length, {
      timeout: 60_000,
      interval: 200,
    })
    .toBeGreaterThan(5);

/** Runs a trip whose first reading fails, so that an error message is in its history too. */
async function troubledTrip(config: Config): Promise<Trip> {
  const trip = newTrip();
  stack.analytics.mode = 'refuse_key';
  await start(config, trip);
  await untilUnderWay(config, trip);
  stack.analytics.mode = 'ok';
  expect(await resultOf(config, trip)).toMatchObject({ state: 'decided', deliveries: 1 });
  return trip;
}

describe('what Temporal keeps of a trip', () => {
  const WORDS = ['planted-driver', 'receivedAt', 'refuses the API key', 'decided'];

  it('is plain text without keys: this is what is looked for below', async () => {
    await stack.startWorker();
    const trip = await troubledTrip(stack.config);
    const text = everythingIn(await historyOf(idOf(stack.config, trip)));
    expect(WORDS.filter((word) => !text.includes(word))).toEqual([]);
    expect(await sealsOf(stack.config, trip)).toEqual(['plain']);
  });

  it('is encrypted with keys: inputs, results and the words of errors', async () => {
    const config = withKeys(OLD);
    await stack.startWorker({ config });
    const trip = await troubledTrip(config);
    const history = await historyOf(idOf(config, trip));
    const text = everythingIn(history);
    expect(WORDS.filter((word) => text.includes(word))).toEqual([]);
    expect(await sealsOf(config, trip)).toEqual(['old-key']);
    expect(text).toContain('Encoded failure');

    // The history also replays, read with the key.
    const workflowsPath = fileURLToPath(new URL('../../workflows/index.ts', import.meta.url));
    const dataConverter = createDataConverter(config.payloadEncryptionKeys);
    await expect(Worker.runReplayHistory({ workflowsPath, dataConverter }, history)).resolves.toBeUndefined();
  });

  it('that fails as a whole holds no words either, and the web server reads the reason', async () => {
    const config = withKeys(OLD);
    await stack.startWorker({ config });
    const workflowId = `replay:encryption-test:${randomUUID()}`;
    const input = {
      fleet: 'planted-fleet',
      ...newTrip(),
      effects: false,
      who: 'ann',
      simulationId: randomUUID(),
    };
    const handle = await clientWith(config).workflow.start(WORKFLOWS.replay, {
      workflowId,
      args: [input],
      taskQueue: config.temporal.taskQueue,
    });
    const reason: unknown = await handle
      .result()
      .catch((error: { cause?: { cause?: Error } }) => error.cause?.cause?.message);
    expect(reason).toContain('Fleet "planted-fleet" is not configured');
    const history = await historyOf(workflowId);
    const failed = history.events?.at(-1)?.workflowExecutionFailedEventAttributes?.failure;
    expect([failed?.message, failed?.cause?.message]).toEqual(['Encoded failure', 'Encoded failure']);
    expect([failed?.stackTrace, failed?.cause?.stackTrace]).toEqual(['', '']);
    expect(everythingIn(history)).not.toContain('planted-');
  });
});

it('a web server without the key says which one it lacks, to whoever asked', async () => {
  await stack.startWorker({ config: withKeys(OLD) });
  const gateway = gatewayOf(stack.config);
  const asked = gateway.runSimulation({ fleet: FLEET, simulationId: randomUUID() });
  const problem = asProblem(await asked.catch((error: unknown) => error));
  expect(problem).toMatchObject({ status: 503, headers: { 'retry-after': '30' } });
  expect(problem.message).toContain('encrypted with the key "old-key"');
  expect(problem.message).toContain('PAYLOAD_ENCRYPTION_KEYS is not set');
  await gateway.close();
});

describe('work under way', () => {
  it('goes on when keys come, when they are rotated, and ends under the newest', async () => {
    // No trip can be read until the end: each worker takes the work over from the one before.
    stack.analytics.mode = 'unavailable';
    const [none, first, both] = [stack.config, withKeys(OLD), withKeys(NEW, OLD)];
    const trips: { readonly config: Config; readonly trip: Trip }[] = [];
    for (const config of [none, first, both]) {
      const trip = newTrip();
      trips.push({ config, trip });
      await stack.startWorker({ config });
      await start(config, trip);
      await untilUnderWay(config, trip);
      await stack.worker?.shutdown();
    }
    stack.analytics.mode = 'ok';
    await stack.startWorker({ config: both });
    for (const { config, trip } of trips)
      expect(await resultOf(config, trip, both)).toMatchObject({ state: 'decided' });
    const [before, rotated, newest] = await Promise.all(
      trips.map(({ config, trip }) => sealsOf(config, trip)),
    );
    // A worker in between may execute a step of an earlier trip, under its own key.
    expect(before).toEqual(expect.arrayContaining(['new-key', 'plain']));
    expect(rotated).toEqual(['new-key', 'old-key']);
    expect(newest).toEqual(['new-key']);
  });

  it('waits at a worker without the key, says which one is missing, and loses nothing', async () => {
    const config = withKeys(NEW);
    const trip = newTrip();
    await start(config, trip);
    await stack.startWorker({ config: withKeys(OLD) });
    await expect
      .poll(() => stack.logged(), { timeout: 60_000 })
      .toContain('encrypted with the key \\"new-key\\"');
    expect(stack.logged()).toContain('which PAYLOAD_ENCRYPTION_KEYS of this process does not contain');
    await stack.worker?.shutdown();
    await stack.startWorker();
    await expect
      .poll(() => stack.logged(), { timeout: 60_000 })
      .toContain('PAYLOAD_ENCRYPTION_KEYS is not set');
    const [event] =
      (await historyOf(idOf(config, trip))).events?.filter(
        (each) => each.workflowTaskFailedEventAttributes,
      ) ?? [];
    expect(event).toBeDefined();
    expect(everythingIn(event)).not.toContain(trip.driverId);
    expect(stack.logged()).not.toContain(trip.driverId);
    await stack.worker?.shutdown();

    await stack.startWorker({ config });
    expect(await resultOf(config, trip)).toMatchObject({ state: 'decided', revision: 1, deliveries: 1 });
    expect(await latestDecision(stack.database.db, { fleetId: FLEET, ...trip })).toBeDefined();
  });

  it('in an activity waits at such a worker too, and goes on soon after the key is back', async () => {
    const config = withKeys(NEW);
    const trip = newTrip();
    stack.analytics.mode = 'unavailable';
    await stack.startWorker({ config });
    await start(config, trip);
    await untilUnderWay(config, trip);
    await stack.worker?.shutdown();
    stack.analytics.mode = 'ok';
    await stack.startWorker();
    const lastFailure = async () => {
      const { raw } = await stack.client.workflow.getHandle(idOf(config, trip)).describe();
      return everythingIn(raw.pendingActivities);
    };
    await expect.poll(lastFailure, { timeout: 90_000 }).toContain('encrypted with the key "new-key"');
    expect(await lastFailure()).not.toContain(trip.driverId);
    await stack.worker?.shutdown();
    await stack.startWorker({ config });
    expect(await resultOf(config, trip)).toMatchObject({ state: 'decided', deliveries: 1 });
  });
});

describe('workflow ids', () => {
  it('name neither driver nor trip with keys, and both kinds of processes make the same', async () => {
    const config = withKeys(OLD);
    const trip = newTrip();
    await stack.startWorker({ config });
    await start(config, trip);
    await resultOf(config, trip);
    const id = idOf(config, trip);
    expect(id).toMatch(/^trip:north:[0-9a-f]{40}$/);
    const sha256 = createHash('sha256').update(trip.driverId).digest('hex').slice(0, 20);
    expect(idOf(stack.config, trip)).toBe(`trip:north:${trip.tripId}:${sha256}`);
    expect(idOf(withKeys(NEW), trip)).not.toBe(id);
    const text = everythingIn(await historyOf(id));
    for (const known of [trip.driverId, trip.tripId, sha256]) expect(text).not.toContain(known);
    const noted = await listNotifications(stack.database.db, { fleetId: FLEET, ...trip, limit: 9 });
    expect(noted.items.map(({ workflowId }) => workflowId)).toEqual([id]);
  });

  it('change when keys come or are rotated; a trip that is received again is decided and sent once', async () => {
    // The trip begins under each list of keys, and cannot be read until the end.
    const trip = newTrip();
    stack.analytics.mode = 'unavailable';
    const newest = withKeys(NEW, OLD);
    const configs = [stack.config, withKeys(OLD), newest];
    await stack.startWorker({ config: newest });
    for (const config of configs) await start(config, trip);
    expect(new Set(configs.map((config) => idOf(config, trip))).size).toBe(3);
    stack.analytics.mode = 'ok';
    for (const config of configs)
      expect(await resultOf(config, trip, newest)).toMatchObject({ state: 'decided', revision: 1 });
    // After the decision, one more workflow finds nothing to do.
    const late = withKeys(keyCalled('last-key'), NEW, OLD);
    await stack.worker?.shutdown();
    await stack.startWorker({ config: late });
    await start(late, trip);
    expect(await resultOf(late, trip)).toMatchObject({ state: 'decided', revision: 1, deliveries: 0 });
    const sent = await listDeliveries(stack.database.db, { fleetId: FLEET, ...trip, limit: 9 });
    expect(sent.items.map(({ state, attempt }) => [state, attempt])).toEqual([['sent', 1]]);
  });
});

describe('schedules', () => {
  it('hand on what is encrypted, and are written again under a new key', { timeout: 180_000 }, async () => {
    const fleet = `sealed-${randomBytes(4).toString('hex')}`;
    const sealed = await startStack({ channels: 'outbox', more: { FLEET_ID: fleet, RECONCILE_EVERY: '6h' } });
    const handle = sealed.client.schedule.getHandle(notificationGapScheduleId({ fleet }));
    const sealsUnder = async (...keys: readonly string[]): Promise<(string | undefined)[]> => {
      const config = readConfig({ ...sealed.environment, PAYLOAD_ENCRYPTION_KEYS: keys.join(',') });
      await sealed.startWorker({ config });
      await clientWith(config).workflow.execute(WORKFLOWS.fleetSchedules, {
        workflowId: `${fleetSchedulesWorkflowId({ fleet })}:${randomUUID()}`,
        taskQueue: config.temporal.taskQueue,
        args: [{ fleet }],
      });
      const { raw, action } = await clientWith(config).schedule.getHandle(handle.scheduleId).describe();
      expect(action).toMatchObject({ args: [{ fleet }] });
      await sealed.worker?.shutdown();
      // Payloads of the input and of the summary.
      return [...new Set(storedPayloads(raw.schedule?.action).map(({ keyId }) => keyId))];
    };
    try {
      expect(await sealsUnder()).toEqual([undefined]);
      expect(await sealsUnder(OLD)).toEqual(['old-key']);
      expect(await sealsUnder(NEW, OLD)).toEqual(['new-key']);
      // The old key is not needed any more.
      expect(await sealsUnder(NEW)).toEqual(['new-key']);
    } finally {
      for (const id of [notificationGapScheduleId({ fleet }), `reconcile:${fleet}`])
        await sealed.client.schedule
          .getHandle(id)
          .delete()
          .catch(() => undefined);
      await sealed.close();
    }
  });
});
