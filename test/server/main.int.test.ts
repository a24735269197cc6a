import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { pino } from 'pino';
import { expect, inject, it } from 'vitest';
import { readConfig } from '../../config.ts';
import type { JsonObject } from '../../rules/vocabulary/index.ts';
import { startServer } from '../../server/main.ts';
import { keepGroups, keepReading } from '../../store/facts/index.ts';
import { createTripHash } from '../../temporal/index.ts';
import { tripWorkflowId } from '../../workflows/contracts/index.ts';
import { expectTaken } from '../support/servers/notificationSender.ts';
import { everythingIn, storedPayloads } from '../support/temporal/storedPayloads.ts';
import { useDatabase } from '../support/store/useDatabase.ts';

const inTest = useDatabase();

function configFor(more: Record<string, string> = {}): ReturnType<typeof readConfig> {
  return readConfig({
    FLEET_ID: 'north',
    WEBHOOK_TOKENS: 'planted-webhook-token',
    API_TOKENS: 'viewer:vi:planted-viewer-token',
    PORT: '0',
    TEMPORAL_ADDRESS: inject('temporalAddress'),
    TEMPORAL_TASK_QUEUE: `test-${randomUUID()}`,
    ...more,
  });
}
const log = pino({ level: 'silent' });
const notify = (url: string, trip: object): Promise<Response> =>
  fetch(`${url}/webhooks/north/planted-webhook-token`, {
    method: 'POST',
    body: JSON.stringify({ version: 3, type: 'TRIP_SCORED', ...trip }),
  });

it('a server takes a notification, holds it in Temporal as nothing but ids and a time, and closes cleanly', async () => {
  const server = await startServer({ config: configFor(), database: inTest.database, log });
  const trip = { driver_id: `a/b:c ${randomUUID()}`, trip_id: 1_790_000_000_000 };
  const data = { simple_path: [{ latitude: 52.52001, longitude: 13.40501 }] };
  await expectTaken(() => notify(server.url, { ...trip, data }));
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect(await (await fetch(`${server.url}/metrics`)).text()).toContain('process_cpu_seconds_total');
  await server.close();
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();

  const connection = await Connection.connect({ address: inject('temporalAddress') });
  const key = { fleet: 'north', driverId: trip.driver_id, tripId: String(trip.trip_id) };
  const id = tripWorkflowId(key, (text) => createHash('sha256').update(text).digest('hex'));
  const history = await new Client({ connection }).workflow.getHandle(id).fetchHistory();
  await connection.close();
  const input = history.events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads?.[0]?.data;
  expect(JSON.parse(Buffer.from(input ?? []).toString('utf8'))).toEqual({
    ...key,
    receivedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    source: 'webhook',
    version: 3,
  });
});

it('with keys, Temporal holds nothing of a notification that can be read', async () => {
  const key = randomBytes(32).toString('base64');
  const config = configFor({ PAYLOAD_ENCRYPTION_KEYS: `k1:${key}` });
  const server = await startServer({ config, database: inTest.database, log });
  const trip = { driver_id: `planted-driver-${randomUUID()}`, trip_id: 1_790_000_000_000 };
  await expectTaken(() => notify(server.url, { ...trip, data: {} }));
  await server.close();
  const connection = await Connection.connect({ address: inject('temporalAddress') });
  const named = { fleet: 'north', driverId: trip.driver_id, tripId: String(trip.trip_id) };
  const id = tripWorkflowId(named, createTripHash(config.payloadEncryptionKeys));
  const history = await new Client({ connection }).workflow.getHandle(id).fetchHistory();
  await connection.close();
  expect(everythingIn(history)).not.toContain(trip.driver_id);
  const sealed = storedPayloads(history);
  expect(sealed.map(({ keyId }) => keyId)).toEqual(sealed.map(() => 'k1'));
  expect(sealed.length).toBeGreaterThan(0);
});

it('starts without Temporal, and says so', async () => {
  const config = configFor({ TEMPORAL_ADDRESS: '127.0.0.1:9' });
  const server = await startServer({ config, database: inTest.database, log });
  await expect
    .poll(async () => {
      const ready = await fetch(`${server.url}/readyz`);
      return { status: ready.status, json: await ready.json() };
    })
    .toMatchObject({ status: 503, json: { checks: { database: 'ok', temporal: 'unavailable' } } });
  await server.close();
});

it('offers a fleet its own groups and attribute names, as far as they were read', async () => {
  const { db } = inTest;
  const at = new Date('2026-03-11T00:00:00Z');
  const none = { ratings: {}, extra: {}, problems: [] };
  const keep = (driverId: string, endDate: string, attributes?: JsonObject): Promise<void> =>
    keepReading(db, { fleetId: 'north', endDate, at, reading: { driverId, ...none, ...(attributes && { attributes }) } }); // prettier-ignore
  await keepGroups(db, { fleetId: 'north', groupIds: ['harbour', 'alps'], members: new Map(), at });
  await keep('d-1', '2026-03-10', { depot: 'B', vehicle: { tonnes: 7, 'not a path': 1 } });
  await keep('d-1', '2026-02-10', { forgotten: 1 });
  await keep('d-2', '2026-03-10');
  await keep('d-3', '2026-03-10', { tags: ['a'], depot: 'C' });
  await keepReading(db, { fleetId: 'south', endDate: '2026-03-10', at, reading: { driverId: 'x', ...none, attributes: { theirs: 1 } } }); // prettier-ignore
  const server = await startServer({ config: configFor(), database: inTest.database, log });
  for (const kind of ['rules', 'conditions']) {
    const answer = await fetch(`${server.url}/api/v1/fleets/north/${kind}/schema`, {
      headers: { authorization: 'Bearer planted-viewer-token' },
    });
    const text = await answer.text();
    expect(text).toContain('{"enum":["$.depot","$.tags","$.vehicle.tonnes"]}');
    expect(text).toContain('{"enum":["alps","harbour"]}');
    expect(text).not.toContain('theirs');
  }
  await server.close();
});
