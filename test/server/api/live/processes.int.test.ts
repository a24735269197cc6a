import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startCommand } from '../../../support/servers/commandProcess.ts';
import type { NodeProcess } from '../../../support/servers/nodeProcess.ts';
import { storeIncident } from '../../../support/incidents/stored.ts';
import { useDatabase } from '../../../support/store/useDatabase.ts';
import { readStream } from '../../eventStream.ts';
import type { EventStream } from '../../eventStream.ts';

/** Two processes of `tripline serve` on one database, of which one stops. */
const test = useDatabase();
const WAIT = { timeout: 60_000, interval: 20 };
const token = 'planted-editor-token';
let servers: NodeProcess[];

beforeAll(() => {
  const start = (): NodeProcess =>
    startCommand(['serve'], {
      DATABASE_URL: test.url,
      TEMPORAL_ADDRESS: inject('temporalAddress'),
      TEMPORAL_TASK_QUEUE: `test-${randomUUID()}`,
      FLEET_ID: 'north',
      ANALYTICS_BASE_URL: 'http://127.0.0.1:9',
      WEBHOOK_TOKENS: 'planted-webhook-token',
      API_TOKENS: `editor:ed:${token}`,
      SMTP_URL: 'worker',
      SLACK_BOT_TOKEN: 'worker',
      RECONCILE_EVERY: 'off',
      PORT: '0',
    });
  servers = [start(), start()];
});
afterAll(() => Promise.all(servers.map((server) => server.kill())));

it('a reader of a server that stops continues at the other one, without loss or repetition', async () => {
  const urls: string[] = [];
  for (const server of servers)
    urls.push((JSON.parse(await server.says('web server listens')) as { url: string }).url);
  for (const url of urls)
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status, WAIT).toBe(200);
  const open = async (url: string, lastEventId?: string): Promise<EventStream> => {
    const stream = await readStream(`${url}/api/v1/fleets/north/events`, { token, lastEventId });
    await expect.poll(() => stream.lastId(), WAIT).not.toBe(lastEventId ?? '');
    return stream;
  };
  const first = await open(urls[0]!);
  const { id } = await storeIncident(test.db);
  await expect.poll(() => first.events, WAIT).toHaveLength(1);
  const askedAt = performance.now();
  const answer = await fetch(`${urls[1]!}/api/v1/fleets/north/incidents/${id}/acknowledge`, {
    method: 'POST',
    body: JSON.stringify({ by: 'Ann' }),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
  expect(answer.status).toBe(200);
  await expect.poll(() => first.events, WAIT).toHaveLength(2);
  process.stdout.write(
    `From an answer at the other server to its event: ${Math.round(performance.now() - askedAt)} ms\n`,
  );

  const stopped = servers[0]!.stop();
  await first.ended;
  expect(await stopped).toBe(0);
  const { id: missed } = await storeIncident(test.db);
  const second = await open(urls[1]!, first.lastId());
  const { id: next } = await storeIncident(test.db);
  await expect.poll(() => second.events, WAIT).toHaveLength(2);
  const data = [...first.events, ...second.events].map((event) => event.data);
  const incident = (of: string, state: string) => ({ kind: 'incident', id: of, state });
  expect(data).toEqual([
    incident(id, 'open'),
    incident(id, 'acknowledged'),
    incident(missed, 'open'),
    incident(next, 'open'),
  ]);
  await second.leave();
});
