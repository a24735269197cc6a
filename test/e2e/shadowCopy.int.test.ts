import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../rules/vocabulary/index.ts';
import { startServer } from '../../server/main.ts';
import { listAlerts } from '../../store/alerts/index.ts';
import { useCommand } from '../support/servers/useCommand.ts';
import { ADMIN_TOKEN, FLEET, startStack } from '../support/servers/stack.ts';
import type { Stack } from '../support/servers/stack.ts';

const CODES = { PHONE_USE: 2, HARD_BRAKE: 0 };
type EventType = keyof typeof CODES;

const command = useCommand();
let stack: Stack;
let server: Awaited<ReturnType<typeof startServer>>;
beforeAll(async () => {
  stack = await startStack({ more: { PORT: '0' } });
  const { config, database } = stack;
  server = await startServer({ config, database, log: pino({ level: 'silent' }) });
  await stack.startWorker();
});
afterAll(async () => {
  await server.close();
  await stack.close();
});
beforeEach(async () => {
  vi.stubEnv('TRIPLINE_URL', server.url);
  vi.stubEnv('TRIPLINE_TOKEN', ADMIN_TOKEN);
  stack.slack.messages.length = 0;
  await stack.database.db.updateTable('documents').set({ publishedVersion: null, draft: null }).execute();
});

/** Makes a rule about trips with an event of one of the types. */
const about = (id: string, types: readonly EventType[], more: JsonObject = {}): JsonObject => ({
  id,
  name: id,
  severity: 'warning',
  mode: 'live',
  conditions: {
    any: types.map((type) => ({
      name: type,
      fact: 'trip.events.count',
      params: { type },
      operator: 'greaterThan',
      value: 0,
    })),
  },
  throttle: { per: 'driver', every: '1h' },
  actions: [{ type: 'slack', channel: '#fleet-safety' }],
  ...more,
});
const drive = (driverId: string, tripId: string, types: readonly EventType[]): Promise<unknown> => {
  const events = types.map((type) => CODES[type]);
  stack.put({ driverId, tripId }, { events });
  return stack.runTrip({ driverId, tripId });
};
const api = async (
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; json: JsonObject }> => {
  const response = await fetch(`${server.url}/api/v1/fleets/${FLEET}${path}`, {
    method,
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, json: (await response.json()) as JsonObject };
};
const publishCondition = async (id: string): Promise<void> => {
  const all = [{ fact: 'trip.distance_km', operator: 'greaterThan', value: 0 }];
  await api('PUT', `/conditions/${id}`, { id, name: id, conditions: { all } });
  expect((await api('POST', `/conditions/${id}/publish`)).status).toBe(200);
};

it('runs a draft as a copy in shadow, and compares the alerts of both', async () => {
  await stack.publish(about('phone', ['PHONE_USE']));
  await drive('earlier', 'e-1', ['PHONE_USE']);
  await api('PUT', '/rules/phone', about('phone', ['PHONE_USE', 'HARD_BRAKE']));
  expect((await api('GET', '/rules/phone/comparison')).json).toEqual({ items: [] });
  const started = await api('POST', '/rules/phone/shadow-copy', { why: 'brakes, too?' });
  expect(started).toMatchObject({ status: 200, json: { id: 'phone-copy', version: 1 } });
  expect((await api('POST', '/rules/phone/shadow-copy')).json).toEqual(started.json);
  const { json: stored } = await api('GET', '/rules/phone-copy');
  expect(stored['rule']).toMatchObject({ name: 'phone (copy)', mode: 'shadow', copy_of: 'phone' });
  expect((await api('GET', '/rules/phone')).json).toMatchObject({ version: 1, draft: { id: 'phone' } });

  await drive('one', 'both', ['PHONE_USE', 'HARD_BRAKE']);
  await drive('two', 'copy', ['HARD_BRAKE']);
  await drive('two', 'copy-throttled', ['HARD_BRAKE']);
  await drive('two', 'both-throttled', ['PHONE_USE']);
  await drive('three', 'neither', []);
  // A trip on which the original alerted before there was a copy is not compared.
  await api('POST', '/trips/earlier/e-1/replay', { effects: true });

  const comparison = {
    original: 'phone',
    copy: 'phone-copy',
    version: 1,
    since: stored['published_at'],
    both: 2,
    only_original: 0,
    only_copy: 2,
    passed: { original: 2, copy: 2 },
    examples: {
      both: [{ trip_id: 'both-throttled' }, { driver_id: 'one', trip_id: 'both' }],
      only_original: [],
      only_copy: [{ trip_id: 'copy-throttled' }, { driver_id: 'two', trip_id: 'copy' }],
    },
  };
  for (const id of ['phone', 'phone-copy'])
    expect((await api('GET', `/rules/${id}/comparison`)).json).toMatchObject({ items: [comparison] });
  const { out } = await command.run('rules', 'comparison', 'phone', '--fleet', FLEET);
  expect(out).toContain('both: 2 trips');
  expect(out).toContain('only the copy: 2 trips');
  expect(out).toContain('two, trip copy-throttled');
  // Only the original has notified anyone.
  expect(stack.slack.messages).toHaveLength(3);
  const { items } = await listAlerts(stack.database.db, { fleetId: FLEET, rule: 'phone-copy' });
  expect(new Set(items.map(({ state, reason }) => `${state} ${reason}`))).toEqual(
    new Set(['stopped shadow']),
  );
});

it('begins the comparison again with a changed copy or original', async () => {
  await stack.publish(about('again', ['PHONE_USE']));
  await api('PUT', '/rules/again', about('again', ['HARD_BRAKE']));
  await api('POST', '/rules/again/shadow-copy');
  await drive('anew', 'a-1', ['HARD_BRAKE']);
  const compared = async (): Promise<unknown> =>
    ((await api('GET', '/rules/again/comparison')).json['items'] as JsonObject[])[0];
  expect(await compared()).toMatchObject({ version: 1, only_copy: 1 });
  await api('PUT', '/rules/again', about('again', ['PHONE_USE', 'HARD_BRAKE']));
  expect((await api('POST', '/rules/again/shadow-copy')).json).toMatchObject({ version: 2 });
  expect(await compared()).toMatchObject({ version: 2, only_copy: 0 });
  await drive('anew', 'a-2', ['HARD_BRAKE']);
  expect(await compared()).toMatchObject({ version: 2, only_copy: 1 });
  expect((await api('POST', '/rules/again/publish')).json).toMatchObject({ version: 2 });
  expect(await compared()).toMatchObject({ version: 2, only_copy: 0 });
  await api('DELETE', '/rules/again-copy');
  expect((await api('GET', '/rules/again/comparison')).json).toEqual({ items: [] });
});

it('keeps the shared conditions that the copy needs', async () => {
  await publishCondition('needed');
  await stack.publish(about('needing', ['PHONE_USE']));
  const draft = about('needing', [], { conditions: { all: [{ condition: 'needed' }] } });
  await api('PUT', '/rules/needing', draft);
  expect((await api('POST', '/rules/needing/shadow-copy')).status).toBe(200);
  expect(await api('DELETE', '/conditions/needed')).toMatchObject({
    status: 409,
    json: { detail: 'It is used by the rule "needing-copy": change these first.' },
  });
  await api('DELETE', '/rules/needing-copy');
  expect((await api('DELETE', '/conditions/needed')).status).toBe(200);
});

it('begins with the shared condition, or not at all, when that is taken away at the same moment', async () => {
  for (let round = 0; round < 6; round += 1) {
    const id = `race-${round}`;
    await publishCondition(id);
    await stack.publish(about(id, ['PHONE_USE']));
    await api('PUT', `/rules/${id}`, about(id, [], { conditions: { all: [{ condition: id }] } }));
    const [started, removed] = await Promise.all([
      api('POST', `/rules/${id}/shadow-copy`),
      api('DELETE', `/conditions/${id}`),
    ]);
    expect([
      [200, 409],
      [422, 200],
    ]).toContainEqual([started.status, removed.status]);
  }
});

it('refuses what cannot be compared, and writes over no other rule', async () => {
  const start = async (): Promise<unknown> => (await api('POST', '/rules/refused/shadow-copy')).json['code'];
  await api('PUT', '/rules/refused', about('refused', ['HARD_BRAKE']));
  expect(await start()).toBe('copy_not_published');
  await stack.publish(about('refused', ['PHONE_USE']));
  await api('PUT', '/rules/refused-copy', about('refused-copy', ['HARD_BRAKE']));
  expect(await start()).toBe('copy_taken');
  await api('DELETE', '/rules/refused-copy/draft');
  expect(await start()).toBeUndefined();
  expect((await api('POST', '/rules/absent/shadow-copy')).status).toBe(404);
  expect((await api('GET', '/rules/absent/comparison')).status).toBe(404);
});
