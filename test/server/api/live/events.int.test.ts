import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { raiseAlarm, resolveAlarm } from '../../../../store/alarms/index.ts';
import { setAlertState } from '../../../../store/alerts/index.ts';
import { storeIncident } from '../../../support/incidents/stored.ts';
import { useDatabase } from '../../../support/store/useDatabase.ts';
import { readStream } from '../../eventStream.ts';
import type { EventStream } from '../../eventStream.ts';
import { FLEETS, TOKENS, startServerInTest } from '../../../support/servers/server.ts';
import type { ServerInTest } from '../../../support/servers/server.ts';
import { pressBody, signedHeaders } from '../../slackRequest.ts';
import { storeAlert, storeDelivery } from '../../../support/store/records.ts';

const test = useDatabase();
const SECRET = 'planted-slack-secret';
/** Two servers of one database. */
let servers: readonly [ServerInTest, ServerInTest];
const opened: EventStream[] = [];

beforeAll(async () => {
  const fleets = FLEETS.map((fleet) => ({ ...fleet, slack: { signingSecret: SECRET } }));
  servers = [await startServerInTest(test.database, { fleets }), await startServerInTest(test.database)];
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((stream) => stream.leave()));
});
afterAll(() => Promise.all(servers.map((server) => server.close())));

async function open(
  server: ServerInTest = servers[0],
  options: { readonly lastEventId?: string; readonly fleet?: string; readonly token?: string } = {},
): Promise<EventStream> {
  const { fleet = 'north', token = fleet === 'north' ? TOKENS.viewer : TOKENS.southAdmin } = options;
  const url = `${server.url}/api/v1/fleets/${fleet}/events`;
  const stream = await readStream(url, { token, lastEventId: options.lastEventId });
  opened.push(stream);
  if (stream.status === 200) await expect.poll(() => stream.hasCaughtUp()).toBe(true);
  return stream;
}

const dataOf = ({ events }: EventStream): unknown[] => events.map(({ data }) => data);
const incidentOf = (id: string, state: string) => ({ kind: 'incident', id, state });
const acknowledge = (id: string) =>
  servers[0].api('POST', `/incidents/${id}/acknowledge`, { token: TOKENS.editor, body: { by: 'Ann' } });

describe('a stream of events', () => {
  it('has ids and states of incidents, alerts, deliveries and alarms, of its own fleet alone', async () => {
    const [stream, south] = [await open(), await open(servers[0], { fleet: 'south' })];
    const at = new Date();
    const trip = { fleetId: 'north', driverId: 'd-private', tripId: 't-private' };
    const rule = { rule: 'brake', version: 1, revision: 1 } as const;
    const { id: alertId } = await storeAlert(test.db, {
      ...trip,
      ...rule,
      state: 'held',
      reason: 'quiet_hours',
      at,
    });
    await setAlertState(test.db, { fleetId: 'north', id: alertId, state: 'raised' });
    const delivery = { ...trip, ...rule, alertId, action: 'email', receiver: 'a@example.com', at } as const;
    const { id: deliveryId } = await storeDelivery(test.db, { ...delivery });
    const alarm = { fleetId: 'north', kind: 'recipients', subject: 'brake', at } as const;
    await raiseAlarm(test.db, { ...alarm, message: 'It has no recipient.' });
    await resolveAlarm(test.db, alarm);
    const { id } = await storeIncident(test.db, { ...trip, fleetId: 'north' });
    await acknowledge(id);
    await expect.poll(() => dataOf(stream)).toContainEqual(incidentOf(id, 'acknowledged'));
    expect(dataOf(stream)).toEqual([
      { kind: 'alert', id: alertId, state: 'held' },
      { kind: 'alert', id: alertId, state: 'raised' },
      { kind: 'delivery', id: deliveryId, state: 'pending' },
      { kind: 'alarm', id: 'recipients/brake', state: 'open' },
      { kind: 'alarm', id: 'recipients/brake', state: 'resolved' },
      incidentOf(id, 'open'),
      incidentOf(id, 'acknowledged'),
    ]);
    expect(stream.events.map(({ event }) => event)).toEqual(
      dataOf(stream).map((data) => (data as { kind: string }).kind),
    );
    expect(south.events).toEqual([]);
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(stream.headers.get('content-encoding')).toBeNull();
  });

  it('shows what is pressed in Slack, on another server, at once', async () => {
    const { id } = await storeIncident(test.db);
    const stream = await open(servers[1]);
    const body = pressBody({ actionId: 'incident_acknowledge', value: id });
    const pressedAt = performance.now();
    const pressed = await fetch(`${servers[0].url}/slack/interactions`, {
      method: 'POST',
      body,
      headers: signedHeaders(SECRET, body, Math.floor(Date.now() / 1000)),
    });
    expect(pressed.status).toBe(200);
    await expect.poll(() => dataOf(stream), { interval: 10 }).toContainEqual(incidentOf(id, 'acknowledged'));
    process.stdout.write(`From the press to the event: ${Math.round(performance.now() - pressedAt)} ms\n`);
  });

  it('announces notes, and nothing for a change that no list shows', async () => {
    const { id } = await storeIncident(test.db);
    const stream = await open();
    await sql`update incidents set due_at = now() where id = ${id}`.execute(test.db);
    await servers[0].api('POST', `/incidents/${id}/notes`, { body: { by: 'Ann', note: 'She is well.' } });
    await expect.poll(() => dataOf(stream)).toEqual([incidentOf(id, 'open')]);
  });
});

describe('a stream that resumes', () => {
  it('is given what was committed late with a lower id, at either server, once', async () => {
    const before = (await open()).lastId();
    const [first, second] = [await open(), await open(servers[1])];
    const ids: string[] = [];
    const store = async (db: typeof test.db) => ids.push((await storeIncident(db)).id);
    let afterFirst = '';
    // The slow transaction takes its ids first, and commits last.
    await test.db.transaction().execute(async (slow) => {
      await store(slow);
      await test.db.transaction().execute(store);
      await expect.poll(() => dataOf(first)).toEqual([incidentOf(ids[1]!, 'open')]);
      await expect.poll(() => dataOf(second)).toEqual([incidentOf(ids[1]!, 'open')]);
      afterFirst = first.lastId();
    });
    const late = incidentOf(ids[0]!, 'open');
    await expect.poll(() => dataOf(first)).toEqual([incidentOf(ids[1]!, 'open'), late]);
    await expect.poll(() => dataOf(second)).toEqual([incidentOf(ids[1]!, 'open'), late]);
    for (const server of servers) {
      expect(dataOf(await open(server, { lastEventId: afterFirst }))).toEqual([late]);
      const whole = await open(server, { lastEventId: before });
      expect(dataOf(whole)).toEqual([late, incidentOf(ids[1]!, 'open')]);
    }
    expect(dataOf(await open(servers[1], { lastEventId: first.lastId() }))).toEqual([]);
  });

  it('continues after each event of many that were committed together', async () => {
    const stream = await open();
    const start = stream.lastId();
    await test.db.transaction().execute(async (tx) => {
      for (let index = 0; index < 5; index += 1) await storeIncident(tx);
    });
    await expect.poll(() => stream.events).toHaveLength(5);
    const { id } = await storeIncident(test.db);
    await expect.poll(() => stream.events).toHaveLength(6);
    const all = dataOf(stream);
    expect(all.at(-1)).toEqual(incidentOf(id, 'open'));
    for (const [index, each] of stream.events.entries())
      expect(dataOf(await open(servers[index % 2], { lastEventId: each.id }))).toEqual(all.slice(index + 1));
    expect(dataOf(await open(servers[0], { lastEventId: start }))).toEqual(all);
  });

  it('loses and repeats nothing while writers and readers come and go', async () => {
    const start = (await open()).lastId();
    const wanted = 40;
    const writing = Array.from({ length: wanted }, (_, index) =>
      test.db.transaction().execute(async (tx) => {
        const { id } = await storeIncident(tx);
        await sql`select pg_sleep(${((index * 7) % 10) / 20})`.execute(tx);
        return id;
      }),
    );
    const read: unknown[] = [];
    let lastEventId = start;
    for (let turn = 0; read.length < wanted && turn < 200; turn += 1) {
      const stream = await open(servers[turn % 2], { lastEventId });
      await new Promise((resolve) => setTimeout(resolve, 20));
      await stream.leave();
      read.push(...dataOf(stream));
      lastEventId = stream.lastId();
    }
    const ids = await Promise.all(writing);
    expect(read.map((data) => (data as { id: string }).id).sort()).toEqual([...ids].sort());
  });

  it('is reset when its id is too old, of another database, or no id at all', async () => {
    const { snapshot: seen } = servers[0].deps.live.seen;
    const [, xmax] = seen.split(':');
    const idOf = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
    const now = Date.now();
    const wrong = {
      old: idOf(now - 23.5 * 3_600_000, seen),
      ahead: idOf(now, `${xmax}:${Number(xmax) + 1_000_000}:`),
      nonsense: 'x',
      injected: idOf(now, "1:1:'; drop table trips"),
      disordered: idOf(now, '5:9:7,6'),
      reversed: idOf(now, '9:5:'),
      halves: idOf(now, seen, seen),
    };
    for (const [name, lastEventId] of Object.entries(wrong)) {
      const stream = await open(servers[0], { lastEventId });
      expect(stream.events, name).toMatchObject([{ event: 'reset', data: { kind: 'reset' } }]);
      const { id } = await storeIncident(test.db);
      await expect.poll(() => dataOf(stream).slice(1), { message: name }).toEqual([incidentOf(id, 'open')]);
    }
    expect((await open(servers[0], { lastEventId: idOf(now, seen) })).events).not.toMatchObject([
      { event: 'reset' },
    ]);
  });
});

it('is counted by the metrics, and ends when its server stops', async () => {
  const server = await startServerInTest(test.database);
  const stream = await open(server);
  const metrics = async () => (await fetch(`${server.url}/metrics`)).text();
  expect(await metrics()).toContain('tripline_live_streams{fleet="north"} 1');
  await stream.leave();
  await expect.poll(metrics).not.toContain('tripline_live_streams{fleet="north"}');
  const again = await open(server);
  await server.close();
  await again.ended;
});
