import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { JsonObject } from '../../rules/vocabulary/index.ts';
import { listAlerts } from '../../store/alerts/index.ts';
import { latestDecision } from '../../store/trips/index.ts';
import { heldAmong, heldIds } from '../../store/deliveries/index.ts';
import { useCli } from '../support/servers/useCli.ts';
import { standInTrip, tripAt } from '../support/stand-ins/analytics.ts';
import { quietNow } from '../support/run/quietNow.ts';
import { ADMIN_TOKEN, FLEET } from '../support/servers/stack.ts';
import { useStack, useStackServer } from '../support/servers/useStack.ts';

const CODES = { PHONE_USE: 2, HARD_BRAKE: 0 };
type EventType = keyof typeof CODES;

const stack = useStack({ more: { PORT: '0' } });
const server = useStackServer(stack);
const command = useCli(server, 'admin');
beforeAll(() => stack.startWorker());
beforeEach(async () => {
  stack.slack.messages.length = 0;
  await stack.database.db
    .updateTable('documents')
    .set({ publishedVersion: null, trialVersion: null, trialSince: null })
    .execute();
});

/** A rule about trips with an event of one of the types. */
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
  stack.analytics.trips.set(tripAt(driverId, tripId), standInTrip(tripId, { events }));
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
const decisionOf = (driverId: string, tripId: string) =>
  latestDecision(stack.database.db, { fleetId: FLEET, driverId, tripId });

it('runs a draft in shadow beside the published version, and compares as if it had been published then', async () => {
  await stack.publish(about('phone', ['PHONE_USE']));
  await drive('earlier', 'e-1', ['PHONE_USE']);
  await api('PUT', '/rules/phone', about('phone', ['PHONE_USE', 'HARD_BRAKE']));
  const started = await api('POST', '/rules/phone/trial', { why: 'brakes, too?' });
  expect(started).toMatchObject({ status: 200, json: { version: 2 } });
  expect((await api('POST', '/rules/phone/trial')).json).toEqual(started.json);

  await drive('one', 'both', ['PHONE_USE', 'HARD_BRAKE']);
  await drive('two', 'new', ['HARD_BRAKE']);
  await drive('two', 'new-throttled', ['HARD_BRAKE']);
  await drive('two', 'old', ['PHONE_USE']);
  await drive('earlier', 'throttled-by-what-counted', ['HARD_BRAKE']);
  await drive('three', 'neither', []);

  const { json } = await api('GET', '/rules/phone/trial');
  expect(json).toMatchObject({
    version: 2,
    published_version: 1,
    why: 'brakes, too?',
    since: started.json['since'],
    new: 2,
    old: 2,
    both: 1,
    only_new: 1,
    only_old: 1,
    examples: {
      only_new: [{ driver_id: 'two', trip_id: 'new' }],
      only_old: [{ driver_id: 'two', trip_id: 'old' }],
    },
  });
  // Only the published version has notified anyone, and only its alerts are alerts.
  expect(stack.slack.messages).toHaveLength(3);
  const alerts = await listAlerts(stack.database.db, { fleetId: FLEET, rule: 'phone' });
  expect(alerts.items.map(({ tripId, version }) => `${tripId} ${version}`).sort()).toEqual([
    'both 1',
    'e-1 1',
    'old 1',
  ]);
});

it('says how many trips the draft could not decide, or failed on', async () => {
  const by = (fact: string, value: JsonObject[string]): JsonObject => ({
    conditions: { all: [{ fact, operator: 'equal', value }] },
  });
  await publishCondition('undone');
  await stack.publish(about('open', ['PHONE_USE']));
  await api('PUT', '/rules/open', about('open', [], by('trip.session_id', 's-1')));
  await api('POST', '/rules/open/trial');
  await drive('opener', 'o-1', ['PHONE_USE']);
  await drive('opener', 'o-2', []);
  expect((await api('GET', '/rules/open/trial')).json).toMatchObject({
    new: 0,
    old: 1,
    trips: 2,
    undecided: { new: { unknown: 2, failed: 0 }, old: { unknown: 0, failed: 0 } },
    examples: { undecided: [{ trip_id: 'o-2' }, { trip_id: 'o-1' }] },
  });

  await api('PUT', '/rules/open', about('open', [], { conditions: { all: [{ condition: 'undone' }] } }));
  await api('POST', '/rules/open/trial');
  await stack.database.db
    .updateTable('documents')
    .set({ publishedVersion: null })
    .where('id', '=', 'undone')
    .execute();
  await drive('opener', 'o-3', []);
  const { out } = await command.run('rules', 'trial', 'show', 'open', '--fleet', FLEET);
  expect(out).toMatch(
    /0 trips with both \(1 trip evaluated\)\n {2}draft undecided: 1 \(its evaluation failed\)/,
  );
  expect(out).toContain('opener, trip o-3');
});

it('keeps the shared conditions that it needs', async () => {
  await publishCondition('needed');
  await stack.publish(about('needing', ['PHONE_USE']));
  const draft = about('needing', [], { conditions: { all: [{ condition: 'needed' }] } });
  await api('PUT', '/rules/needing', draft);
  await api('POST', '/rules/needing/trial');
  expect(await api('DELETE', '/conditions/needed')).toMatchObject({
    status: 409,
    json: { detail: 'It is used by the draft of rule "needing" on trial: change these first.' },
  });
  await api('DELETE', '/rules/needing/trial');
  expect((await api('DELETE', '/conditions/needed')).status).toBe(200);
});

it('begins with the shared condition, or not at all, when that is taken away at the same moment', async () => {
  for (let round = 0; round < 6; round += 1) {
    const id = `race-${round}`;
    await publishCondition(id);
    await stack.publish(about(id, ['PHONE_USE']));
    await api('PUT', `/rules/${id}`, about(id, [], { conditions: { all: [{ condition: id }] } }));
    const [started, removed] = await Promise.all([
      api('POST', `/rules/${id}/trial`),
      api('DELETE', `/conditions/${id}`),
    ]);
    expect([
      [200, 409],
      [422, 200],
    ]).toContainEqual([started.status, removed.status]);
  }
});

it('is distinguished in a decision, and in its words', async () => {
  await stack.publish(about('words', ['PHONE_USE']));
  await api('PUT', '/rules/words', about('words', ['HARD_BRAKE']));
  await api('POST', '/rules/words/trial');
  await drive('wordy', 'w-1', ['HARD_BRAKE']);
  const decision = await decisionOf('wordy', 'w-1');
  expect(decision?.rules).toMatchObject([
    { rule: 'words', version: 1, mode: 'live', outcome: 'not_matched' },
    { rule: 'words', version: 2, mode: 'shadow', outcome: 'matched', trial: true },
  ]);
  expect(decision?.rules[0]).not.toHaveProperty('trial');
  expect(decision?.actions).toEqual([
    { rule: 'words', action: 'slack', receiver: '#fleet-safety', reason: 'shadow', trial: true },
  ]);
  expect((await command.run('trips', 'explain', 'wordy', 'w-1', '--fleet', FLEET)).out).toContain('on trial');
});

it('does not make an unchanged trip be decided again', async () => {
  await stack.publish(about('again', ['PHONE_USE']));
  await drive('again', 'a-1', ['HARD_BRAKE']);
  await api('PUT', '/rules/again', about('again', ['HARD_BRAKE']));
  await api('POST', '/rules/again/trial');
  expect((await api('POST', '/trips/again/a-1/replay', { effects: true })).status).toBe(200);
  expect((await decisionOf('again', 'a-1'))?.revision).toBe(1);
});

it('does not decide what becomes of a message that is held', async () => {
  const held = { actions: [{ type: 'slack', channel: '#fleet-safety', quiet_hours: quietNow(44) }] };
  await stack.publish(about('held', ['PHONE_USE'], held));
  await api('PUT', '/rules/held', about('held', ['HARD_BRAKE'], held));
  await api('POST', '/rules/held/trial');
  await drive('held', 'h-1', ['PHONE_USE']);
  const inTwoDays = new Date(Date.now() + 2 * 86_400_000);
  const { db } = stack.database;
  const ids = await heldIds(db, { fleetId: FLEET, until: inTwoDays, after: undefined, limit: 10 });
  const waiting = await db.transaction().execute((tx) => heldAmong(tx, { fleetId: FLEET, ids }));
  expect(waiting.map(({ rule, latestOutcome }) => ({ rule, latestOutcome }))).toEqual([
    { rule: 'held', latestOutcome: 'matched' },
  ]);
});

it('ends when it is ended, published or taken out of use; what was tried stays in the history', async () => {
  await stack.publish(about('life', ['PHONE_USE']));
  const draft = about('life', ['HARD_BRAKE']);
  await api('PUT', '/rules/life', draft);
  const run = (name: string, ...more: string[]): ReturnType<typeof command.run> =>
    command.run('rules', ...name.split(' '), 'life', '--fleet', FLEET, ...more);
  expect((await run('trial start', '--why', 'see')).out).toContain('as version 2');
  await drive('liver', 'l-1', ['HARD_BRAKE']);
  const ended = await run('trial end', '--why', 'seen');
  expect(ended.out).toContain('draft: 1 alert, published version: 0 alerts, 0 trips with both');
  expect(ended.out).toContain('liver, trip l-1');
  expect((await api('GET', '/rules/life/trial')).status).toBe(404);
  expect((await api('GET', '/rules/life')).json).toMatchObject({ version: 1, draft });

  await run('trial start');
  expect((await run('trial show')).out).toContain('version 3 on trial beside version 1');
  expect((await api('POST', '/rules/life/publish')).json).toEqual({ version: 4 });
  expect((await run('trial show')).code).toBe(2);
  const { json } = await api('GET', '/rules/life/versions');
  expect(json['items']).toMatchObject([
    { version: 4 },
    { version: 3, trial: true },
    { version: 2, trial: true },
    { version: 1 },
  ]);
  expect((await run('history')).out).toMatch(/3 .*trial, never published/);

  await api('PUT', '/rules/life', about('life', ['PHONE_USE']));
  await run('trial start');
  await api('DELETE', '/rules/life');
  expect((await api('GET', '/rules/life')).json).not.toHaveProperty('trial_version');
  const audit = await api('GET', '/audit?subject_id=life&subject_type=rule');
  const actions = (audit.json['items'] as { action: string; why?: string }[]).map(({ action, why = '' }) =>
    `${action} ${why}`.trim(),
  );
  expect(actions).toEqual(expect.arrayContaining(['rule.trial_started see', 'rule.trial_ended seen']));
});

it('refuses what cannot be compared', async () => {
  await stack.publish(about('refused', ['PHONE_USE']));
  const start = async (): Promise<unknown> =>
    (await api('POST', '/rules/refused/trial')).json['detail'] ?? '';
  expect(await start()).toMatch(/no draft to try/);
  await api('PUT', '/rules/refused', about('refused', ['PHONE_USE']));
  expect(await start()).toMatch(/equals the published version/);
  await api('PUT', '/rules/refused', about('refused', ['HARD_BRAKE'], { mode: 'off' }));
  expect(await start()).toMatch(/is off/);
  await api('DELETE', '/rules/refused');
  await api('PUT', '/rules/refused', about('refused', ['HARD_BRAKE']));
  expect(await start()).toMatch(/mode shadow instead/);
  expect((await api('POST', '/rules/absent/trial')).status).toBe(404);
});
