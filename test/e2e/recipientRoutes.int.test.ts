import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../rules/vocabulary/index.ts';
import { openAlarm } from '../../store/alarms/index.ts';
import { listDeliveries } from '../../store/deliveries/index.ts';
import { keepGroups } from '../../store/facts/index.ts';
import { exportDriver, requestErasure } from '../../store/retention/index.ts';
import { WORKFLOWS, erasureWorkflowId } from '../../workflows/contracts/index.ts';
import { placesOf } from '../support/store/databaseScan.ts';
import { incidentTimeline, listIncidents } from '../../store/incidents/index.ts';
import { latestDecision } from '../../store/trips/index.ts';
import { FLEET } from '../support/servers/stack.ts';
import { useStack } from '../support/servers/useStack.ts';
import { eventsOf, liveRule, shorterThan } from '../support/rules/documents.ts';
import { storeDirectory } from '../support/store/records.ts';

const stack = useStack();
beforeAll(async () => {
  for (const name of ['north', 'fleet']) stack.slack.channels.add(name);
  await stack.startWorker();
});
beforeEach(async () => {
  stack.slack.messages.length = 0;
  stack.smtp.mails.length = 0;
  await stack.database.db.updateTable('documents').set({ publishedVersion: null }).execute();
  const members = new Map([
    ['nina', ['north']],
    ['both', ['north', 'south']],
    ['stray', ['west']],
  ]);
  const groupIds = ['north', 'south', 'west'];
  await keepGroups(stack.database.db, { fleetId: FLEET, groupIds, members, at: new Date() });
});

const REGIONS = {
  id: 'lead',
  by: 'group',
  entries: {
    north: { email: ['north@example.com'], slack: '#north' },
    south: { email: ['south@example.com'] },
  },
  default: { email: ['fleet@example.com'], slack: '#fleet' },
};

const rule = (...actions: JsonObject[]): JsonObject =>
  liveRule(eventsOf('COLLISION'), { id: 'crash', name: 'Crash', actions });
const MAIL = { type: 'email', to: ['route:lead'], text: 'Look at {{ driver.id }}.' };
const SLACK = { type: 'slack', channel: 'route:lead' };

const WAIT = { timeout: 20_000, interval: 100 };

let trips = 0;
async function drive(driverId: string, types = [4]) {
  const tripId = `route-${(trips += 1)}`;
  stack.put({ driverId, tripId }, { events: types });
  await stack.runTrip({ driverId, tripId });
  return { fleetId: FLEET, driverId, tripId };
}

async function directory(driverId: string, fields: Record<string, string>): Promise<void> {
  const rows = [{ driverId, fields }];
  await storeDirectory(stack.database.db, { rows });
}

const deliveriesOf = async (trip: { fleetId: string; driverId: string; tripId: string }) =>
  (await listDeliveries(stack.database.db, trip)).items
    .map(({ action, receiver, state, reason, recipientReason }) => ({
      to: `${action} ${receiver}`,
      state,
      ...(reason !== null && { reason }),
      ...(recipientReason !== null && { because: recipientReason }),
    }))
    .reverse();
const mailedTo = () => stack.smtp.mails.flatMap(({ to }) => to).sort();
const alarmOf = (subject: string) =>
  openAlarm(stack.database.db, { fleetId: FLEET, kind: 'recipients', subject });

describe('a route by group', () => {
  it('notifies the managers of the driver’s groups, each once, and says why', async () => {
    await stack.publishAs('route', REGIONS);
    await stack.publish(rule(MAIL, SLACK));
    const trip = await drive('both');
    expect(mailedTo()).toEqual(['north@example.com', 'south@example.com']);
    expect(await deliveriesOf(trip)).toEqual([
      {
        to: 'email north@example.com',
        state: 'sent',
        because: { named: 'route:lead', route: 'lead', entry: 'north' },
      },
      {
        to: 'email south@example.com',
        state: 'sent',
        because: { named: 'route:lead', route: 'lead', entry: 'south' },
      },
      {
        to: 'slack #north',
        state: 'sent',
        because: { named: 'route:lead', route: 'lead', entry: 'north' },
      },
      {
        to: 'slack #fleet',
        state: 'sent',
        because: {
          named: 'route:lead',
          route: 'lead',
          default_because: 'no_channel',
          instead_of: 'south',
        },
      },
    ]);
    const decision = await latestDecision(stack.database.db, trip);
    expect(decision?.actions[0]).toEqual({
      rule: 'crash',
      action: 'email',
      receiver: 'north@example.com',
      because: { named: 'route:lead', route: 'lead', entry: 'north' },
    });
    expect(await alarmOf('rule:crash')).toBeUndefined();
  });

  it('reads the groups of a fleet that no rule has asked about, and only for a match', async () => {
    const { db } = stack.database;
    await db.deleteFrom('driverGroups').execute();
    await db.deleteFrom('groupRefreshes').execute();
    stack.analytics.groups.set('north', ['nina']);
    await stack.publishAs('route', REGIONS);
    await stack.publish(rule(MAIL));
    const none = await drive('nina', []);
    expect(await deliveriesOf(none)).toEqual([]);
    expect(await db.selectFrom('groupRefreshes').selectAll().execute()).toEqual([]);
    await drive('nina');
    expect(mailedTo()).toEqual(['north@example.com']);
  });

  it('is resolved once: what is published later changes no recipient of an alert', async () => {
    await stack.publishAs('route', REGIONS);
    await stack.publish(rule({ ...MAIL, quiet_hours: { from: '00:00', to: '23:59', timezone: 'UTC' } }));
    const trip = await drive('nina');
    await stack.publishAs('route', {
      ...REGIONS,
      entries: { north: { email: ['other@example.com'] } },
    });
    await stack.runTrip({ driverId: trip.driverId, tripId: trip.tripId });
    expect(await deliveriesOf(trip)).toMatchObject([{ to: 'email north@example.com' }]);
  });

  it('raises an alarm where the default reaches no one, until it is corrected', async () => {
    await stack.publishAs('route', { ...REGIONS, default: { email: ['fleet@example.com'] } });
    await stack.publish(rule(SLACK));
    const trip = await drive('stray');
    expect(stack.slack.messages).toEqual([]);
    expect(await deliveriesOf(trip)).toEqual([
      { to: 'slack route:lead', state: 'skipped', reason: 'no_recipient' },
    ]);
    expect((await alarmOf('rule:crash'))?.message).toMatch(
      /^The rule "crash" names route:lead, which reached no one/,
    );
    await stack.publishAs('route', REGIONS);
    expect(await alarmOf('rule:crash')).toBeUndefined();
    await drive('stray');
    expect(stack.slack.messages).toHaveLength(1);
  });
});

describe('a route by attribute', () => {
  const route = { ...REGIONS, by: 'attribute', attribute: '$.region' };

  it('goes by the directory, and by the default where the driver has no value', async () => {
    await stack.publishAs('route', route);
    await stack.publish(rule(MAIL));
    await directory('regional', { region: 'south' });
    await drive('regional');
    expect(mailedTo()).toEqual(['south@example.com']);
    const trip = await drive('unknown');
    expect(mailedTo()).toEqual(['fleet@example.com', 'south@example.com']);
    expect(await deliveriesOf(trip)).toMatchObject([
      { because: { default_because: 'no_value', attribute: '$.region' } },
    ]);
  });
});

describe('a driver’s score that drops ten points within a week', () => {
  const day = (back: number): Date => new Date(Date.UTC(2026, 2, 20 - back, 12));
  const drop = liveRule(
    { fact: 'driver.score_change', params: { over: '7d' }, operator: 'lessThanInclusive', value: -10 },
    {
      id: 'score-drop',
      name: 'Score drop',
      trigger: 'becomes_true',
      actions: [{ type: 'email', to: ['route:regional-manager'] }],
    },
  );

  it('is e-mailed to the regional manager, once in a run, and again in the next one', async () => {
    await stack.publishAs('route', {
      id: 'regional-manager',
      by: 'attribute',
      attribute: '$.region',
      entries: { south: { email: ['south@example.com'] }, north: { email: ['north@example.com'] } },
      default: { email: ['fleet@example.com'] },
    });
    await stack.publish(drop);
    await directory('falling', { region: 'north' });
    // By days before the 20th: dropped from the 4th to the 2nd day before, not on the day before, and again on the 20th.
    const scores = [68, 82, 70, 69, 70, 80, 80, 80, 80, 80, 80, 80];
    stack.analytics.scores.set(
      'falling',
      new Map(scores.map((score, back) => [day(back).toISOString().slice(0, 10), score])),
    );
    const mailed: number[] = [];
    for (const back of [4, 3, 2, 1, 0]) {
      const tripId = `drop-${back}`;
      stack.put({ driverId: 'falling', tripId }, { endedAt: day(back) });
      await stack.runTrip({ driverId: 'falling', tripId });
      mailed.push(stack.smtp.mails.length);
    }
    expect(mailed).toEqual([1, 1, 1, 1, 2]);
    expect(mailedTo()).toEqual(['north@example.com', 'north@example.com']);
    expect(stack.smtp.mails[0]!.parsed.subject).toContain('Score drop');
  });
});

describe('an escalation', () => {
  const policy = {
    id: 'crash',
    name: 'Crash',
    steps: [{ after: '0s', notify: [{ type: 'email', to: ['route:lead', 'rotation:night'] }] }],
    unanswered: [{ type: 'slack', channel: 'route:lead' }],
  };

  it('pages whoever is responsible for the driver when the step falls due, and says why', async () => {
    await stack.publishAs('route', REGIONS);
    await stack.publishAs('rotation', {
      id: 'night',
      timezone: 'UTC',
      handover: { weekday: 'mon', at: '08:00' },
      people: [{ name: 'Bob', email: 'bob@example.com' }],
    });
    await stack.publishAs('escalation-policy', policy);
    await stack.publish(rule({ type: 'escalate', policy: 'crash' }));
    const trip = await drive('nina');
    await vi.waitFor(() => expect(mailedTo()).toEqual(['bob@example.com', 'north@example.com']), WAIT);
    const pages = (await deliveriesOf(trip)).filter(({ to }) => to.startsWith('email'));
    expect(pages.map(({ because }) => because)).toEqual([
      { named: 'route:lead', route: 'lead', entry: 'north' },
      { named: 'rotation:night', rotation: 'night', person: 'Bob' },
    ]);
    const { items } = await listIncidents(stack.database.db, { fleetId: FLEET });
    const timeline = await incidentTimeline(stack.database.db, { fleetId: FLEET, id: items[0]!.id });
    expect(timeline.find(({ kind }) => kind === 'paged')?.details).toMatchObject({
      notified: [{ receiver: 'north@example.com', because: { entry: 'north' } }, { person: 'Bob' }],
    });
  });

  it('that nobody answers goes to whoever is responsible then; who was paged before stays', async () => {
    await stack.publishAs('route', REGIONS);
    const { unanswered } = policy;
    const steps = [{ after: '0s', notify: [{ type: 'email', to: ['route:lead'] }] }];
    const repeat = { times: 1, every: '4s' };
    await stack.publishAs('escalation-policy', { ...policy, steps, unanswered, repeat });
    await stack.publish(rule({ type: 'escalate', policy: 'crash' }));
    const trip = await drive('nina');
    await vi.waitFor(() => expect(mailedTo()).toEqual(['north@example.com']), WAIT);
    const north = { email: ['deputy@example.com'], slack: '#fleet' };
    await stack.publishAs('route', { ...REGIONS, entries: { north } });
    await vi.waitFor(() => expect(stack.slack.messages).toHaveLength(1), WAIT);
    expect(mailedTo()).toEqual(['deputy@example.com', 'north@example.com']);
    // A receiver has a message a moment before the ledger has its confirmation.
    await vi.waitFor(
      async () =>
        expect((await deliveriesOf(trip)).filter(({ to }) => !to.startsWith('escalate'))).toEqual(
          ['email north@example.com', 'email deputy@example.com', 'slack #fleet'].map((to) => ({
            to,
            state: 'sent',
            because: { named: 'route:lead', route: 'lead', entry: 'north' },
          })),
        ),
      WAIT,
    );
  });
});

describe('an approval', () => {
  it('is asked of whoever is responsible for the driver, once', async () => {
    await stack.publishAs('route', REGIONS);
    await stack.publish(
      liveRule(shorterThan(10_000), {
        id: 'stub',
        name: 'Stub',
        severity: 'info',
        actions: [{ type: 'delete_trip', ask: 'route:lead' }],
      }),
    );
    const trip = await drive('nina', []);
    await vi.waitFor(() => expect(stack.slack.messages).toHaveLength(1), WAIT);
    await vi.waitFor(
      async () =>
        expect((await deliveriesOf(trip)).filter(({ to }) => to.startsWith('slack'))).toEqual([
          {
            to: 'slack #north',
            state: 'sent',
            because: { named: 'route:lead', route: 'lead', entry: 'north' },
          },
        ]),
      WAIT,
    );
  });
});

describe('the driver record', () => {
  const record = {
    name: 'Ann Meyer',
    email: 'ann@example.com',
    manager_email: 'mia@example.com',
    language: 'de',
  };

  it('names the manager, and none where it has none', async () => {
    await stack.publish(rule({ type: 'email', to: ['driver:manager'] }));
    await directory('ann', record);
    const trip = await drive('ann');
    expect(mailedTo()).toEqual(['mia@example.com']);
    expect(await deliveriesOf(trip)).toMatchObject([
      { because: { named: 'driver:manager', origin: 'directory' } },
    ]);
    expect(await deliveriesOf(await drive('nobody'))).toMatchObject([
      { to: 'email driver:manager', state: 'skipped', reason: 'no_recipient' },
    ]);
    expect(await alarmOf('rule:crash')).toBeDefined();
  });

  it('sends the driver a coaching e-mail, only where the settings allow it', async () => {
    const coaching = { type: 'email', to: ['lead@example.com', 'driver:email'], text: 'Internal: fire?' };
    await stack.publish(rule(coaching));
    await directory('ann', record);
    const off = await drive('ann');
    expect(mailedTo()).toEqual(['lead@example.com']);
    expect((await deliveriesOf(off))[1]).toEqual({
      to: 'email driver:email',
      state: 'skipped',
      reason: 'coaching_off',
    });
    await stack.publishAs('settings', { id: 'settings', privacy: { coaching_emails: true } });
    stack.smtp.mails.length = 0;
    const on = await drive('ann');
    expect(mailedTo()).toEqual(['ann@example.com', 'lead@example.com']);
    const mail = stack.smtp.mails.find(({ to }) => to.includes('ann@example.com'))!;
    const words = JSON.stringify(mail);
    expect(words).toContain('Guten Tag Ann Meyer');
    for (const secret of ['Internal', 'lead@example.com', 'mia@example.com', '/t/'])
      expect(words).not.toContain(secret);
    expect(await deliveriesOf(on)).toHaveLength(2);
  });

  it('leaves nothing of the addresses it named when the driver is erased, and is exported before', async () => {
    const { db } = stack.database;
    const own = {
      email: 'planted-own@example.com',
      manager_email: 'planted-boss@example.com',
    };
    await stack.publishAs('settings', { id: 'settings', privacy: { coaching_emails: true } });
    await stack.publish(rule({ type: 'email', to: ['driver:manager', 'driver:email'] }));
    await directory('planted', own);
    const trip = await drive('planted');
    expect(mailedTo()).toEqual(['planted-boss@example.com', 'planted-own@example.com']);
    const exported: string[] = [];
    await exportDriver(db, trip, (rows) => {
      exported.push(...rows.map((row) => JSON.stringify(row)));
      return Promise.resolve();
    });
    const deliveries = exported.filter((row) => row.includes('"delivery"'));
    expect(deliveries.join()).toContain('planted-boss@example.com');
    expect(deliveries.join()).toContain('driver:email');
    const { id: erasureId } = await requestErasure(db, {
      fleetId: FLEET,
      driverId: 'planted',
      who: 'ann',
      why: 'asked',
      at: new Date(),
    });
    await stack.execute(WORKFLOWS.erasure, erasureWorkflowId({ fleet: FLEET, erasureId }), {
      fleet: FLEET,
      erasureId,
    });
    expect(await placesOf(db, Object.values(own))).toEqual([]);
  });
});
