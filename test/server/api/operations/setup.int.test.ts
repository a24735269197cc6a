import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { alarmOf } from '../../../../messages/alerts/index.ts';
import { raiseAlarm, resolveAlarm } from '../../../../store/alarms/index.ts';
import type { AlarmKey } from '../../../../store/alarms/index.ts';
import { storePublished } from '../../../support/store/published.ts';
import type { JsonObject } from '../../../../rules/vocabulary/index.ts';
import { recordNotification } from '../../../../store/trips/index.ts';
import { keep, exampleTrip } from '../../../store/examples.ts';
import { useDatabase } from '../../../support/store/useDatabase.ts';
import { TOKENS } from '../../../support/servers/server.ts';
import { useServer } from '../../../support/servers/useServer.ts';

const test = useDatabase();
const server = useServer({}, { on: test });
const sandbox = useServer({ sandbox: true }, { on: test });
beforeEach(async () => {
  await sql`truncate fleet_alarms, notifications, deliveries, trips, documents cascade`.execute(test.db);
});

type Step = Readonly<Record<'id' | 'state' | 'detail', string>> & { since?: string; settings?: string[] };

async function steps(of = server, fleet = 'north'): Promise<ReadonlyMap<string, Step>> {
  const token = fleet === 'north' ? TOKENS.viewer : TOKENS.southAdmin;
  const { status, json } = await of.api('GET', '/setup', { fleet, token });
  expect(status).toBe(200);
  return new Map((json['steps'] as Step[]).map((step) => [step.id, step]));
}

const at = new Date('2026-03-10T12:00:00Z');
const alarm = (kind: AlarmKey['kind']) => ({ fleetId: 'north', kind, at });

/** Stores a delivery over a channel with its final state. */
async function message(action: string, state: string, settledAt: Date, reference: object | null = null) {
  await sql`
    insert into deliveries (fleet_id, driver_id, trip_id, delivery_key, rule, version, action, action_index, receiver, revision,
      state, reference, planned_at, settled_at)
    values ('north', 'd', 't', gen_random_uuid(), 'r', 1, ${action}, 0, 'x', 1, ${state}, ${JSON.stringify(reference)}::jsonb,
      ${settledAt}, ${settledAt})`.execute(test.db);
}

/** Returns the texts of a list or checklist in a language, by id or channel. */
async function wordsOf(path: string, language: string): Promise<Readonly<Record<string, string>>> {
  const { status, json } = await server.api('GET', `${path}?language=${language}`, { token: TOKENS.viewer });
  expect(status).toBe(200);
  const items = (json['steps'] ?? json['items']) as readonly Readonly<Record<string, string>>[];
  return Object.fromEntries(
    items.map((item): [string, string] => [item['id'] ?? item['channel']!, item['detail']!]),
  );
}

it('setup and channels are German where that is asked for', async () => {
  const english = await wordsOf('/setup', 'en');
  const german = await wordsOf('/setup', 'de');
  expect(Object.keys(german)).toEqual(Object.keys(english));
  for (const [id, detail] of Object.entries(german)) expect([id, detail]).not.toEqual([id, english[id]]);
  expect(german).toMatchObject({
    rules: expect.stringContaining('Keine Regel ist veröffentlicht') as string,
    slack: 'Über diesen Kanal wurde noch nichts gesendet.',
    webhook: expect.stringContaining('https://tripline.example/webhooks/north/TOKEN') as string,
  });
  await raiseAlarm(test.db, { ...alarm('slack_access'), ...alarmOf({ kind: 'slack_access', subject: '' }) });
  await raiseAlarm(test.db, { ...alarm('smtp_off'), ...alarmOf({ kind: 'smtp_off', subject: '' }) });
  expect(await wordsOf('/setup', 'de')).toMatchObject({
    slack: expect.stringMatching(/^Slack lehnt die App ab: Prüfen Sie SLACK_BOT_TOKEN/) as string,
  });
  expect(await wordsOf('/channels', 'de')).toMatchObject({
    email: 'E-Mail ist in der Konfiguration abgeschaltet: Nachrichten bleiben im Postausgang.',
  });
  expect(await wordsOf('/channels', 'en')).toMatchObject({
    email: 'E-mail is turned off in the configuration: messages stay in the outbox.',
  });
});

it('alarms say in German what they say in English, from what is stored of them', async () => {
  const details = { because: 'refused', incident: '7' } as const;
  const fault = alarmOf({ kind: 'escalation_receivers', subject: 'night', details });
  await raiseAlarm(test.db, { fleetId: 'north', at, ...fault });
  const said = async (query: string) => {
    const { json } = await server.api('GET', `/alarms${query}`, { token: TOKENS.viewer });
    return (json['items'] as { message: string }[])[0]!.message;
  };
  expect(await said('')).toBe(fault.message);
  expect(await said('?language=en')).toBe(fault.message);
  expect(await said('?open=true&language=de')).toMatch(/„night“ hat niemanden erreicht: .*\(Vorfall 7;/);
  const { status } = await server.api('GET', '/alarms?language=fr', { token: TOKENS.viewer });
  expect(status).toBe(400);
});

describe('the checklist', () => {
  it('of a fleet in which nothing has happened is open, and names what to set', async () => {
    const found = await steps();
    expect([...found.values()].map(({ id, state }) => `${id} ${state}`)).toEqual([
      'analytics_service open',
      'webhook open',
      'slack open',
      'email open',
      'rules open',
      'people open',
    ]);
    expect(found.get('analytics_service')).not.toHaveProperty('settings');
    expect(found.get('webhook')!.detail).toContain('https://tripline.example/webhooks/north/TOKEN');
    expect(found.get('webhook')).not.toHaveProperty('settings');
    expect(found.get('slack')!.settings).toEqual(['SLACK_BOT_TOKEN=xoxb-…', 'SLACK_SIGNING_SECRET=…']);
    expect(found.get('email')!.settings![0]).toMatch(/^SMTP_URL=/);
    const south = await steps(server, 'south');
    expect(south.get('analytics_service')!.settings).toEqual([
      'ANALYTICS_BASE_URL=https://…',
      'ANALYTICS_API_KEY=…',
    ]);
    expect((await steps(sandbox, 'south')).get('analytics_service')!.detail).toContain('sandbox');
    expect(JSON.stringify([...found.values(), ...south.values()])).not.toContain('planted');
    // The settings are listed without an instruction, because the page that shows them gives it once.
    for (const { detail, settings } of [...found.values(), ...south.values()])
      if (settings) expect(detail).not.toMatch(/settings|restart/);
  });

  it('sees that the service answers, that notifications arrive, and that there are rules and people', async () => {
    await keep(test.db, exampleTrip(), 'north');
    await sql`insert into trips (fleet_id, driver_id, trip_id, state, first_received_at, stored_at)
      values ('north', 'd', 't', 'decided', ${at}, ${at})`.execute(test.db);
    await recordNotification(test.db, {
      fleetId: 'north',
      type: 'TRIP_SCORED',
      receivedAt: at,
      source: 'webhook',
    });
    const publish = (kind: 'rule' | 'rotation', body: JsonObject) =>
      storePublished(test.db, { kind, body, at });
    await publish('rule', { id: 'shadowed', mode: 'shadow' });
    expect((await steps()).get('rules')).toMatchObject({ state: 'open' });
    await publish('rule', { id: 'brake', mode: 'live' });
    await publish('rotation', {
      id: 'safety',
      name: 'Safety on call',
      timezone: 'Europe/Berlin',
      handover: { weekday: 'mon', at: '08:00' },
      people: [{ name: 'Ann', email: 'ann@example.com' }],
    });
    const found = await steps();
    expect(found.get('analytics_service')).toMatchObject({ state: 'done', since: at.toISOString() });
    expect(found.get('webhook')).toMatchObject({ state: 'done', since: at.toISOString() });
    expect(found.get('rules')).toMatchObject({ state: 'done', detail: '1 rule is live.' });
    expect(found.get('people')).toMatchObject({ state: 'done', detail: '1 person is in a rotation.' });
    const { json } = await server.api('GET', '/on-call', { token: TOKENS.viewer });
    const [shift] = json['items'] as Record<string, string>[];
    expect(shift).toMatchObject({
      rotation: 'safety',
      rotation_name: 'Safety on call',
      person: 'Ann',
      email: 'ann@example.com',
      because: 'week',
    });
    const now = Date.now();
    expect(Date.parse(shift!['from']!)).toBeLessThanOrEqual(now);
    expect(Date.parse(shift!['until']!)).toBeGreaterThan(now - 60_000);
  });

  it('says what an alarm says, until it is resolved', async () => {
    for (const [kind, id] of [
      ['analytics_unauthorised', 'analytics_service'],
      ['notifications_quiet', 'webhook'],
      ['slack_access', 'slack'],
      ['smtp_unavailable', 'email'],
    ] as const) {
      await raiseAlarm(test.db, { ...alarm(kind), message: `Because of ${kind}.` });
      expect((await steps()).get(id), kind).toMatchObject({
        state: 'failed',
        since: at.toISOString(),
        detail: `Because of ${kind}.`,
      });
      await resolveAlarm(test.db, alarm(kind));
      expect((await steps()).get(id), kind).toMatchObject({ state: 'open' });
    }
    await raiseAlarm(test.db, { ...alarm('slack_off'), message: 'Slack is off.' });
    expect((await steps()).get('slack')).toMatchObject({
      state: 'open',
      detail: 'Slack is turned off in the configuration: messages stay in the outbox.',
      settings: ['SLACK_BOT_TOKEN=xoxb-…', 'SLACK_SIGNING_SECRET=…'],
    });
  });

  it('distinguishes a message that was sent from one in the outbox and from one that failed', async () => {
    const after = (minutes: number) => new Date(at.getTime() + minutes * 60_000);
    await message('slack', 'sent', after(0), { outbox_id: '1' });
    expect((await steps()).get('slack')).toMatchObject({ state: 'open', since: after(0).toISOString() });
    await message('slack', 'sent', after(1), { ts: '1.2' });
    expect((await steps()).get('slack')).toMatchObject({ state: 'done', since: after(1).toISOString() });
    await message('slack', 'failed', after(2));
    expect((await steps()).get('slack')).toMatchObject({ state: 'failed', since: after(2).toISOString() });
    expect((await steps()).get('email')).toMatchObject({ state: 'open' });
  });
});
