import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSilence, endSilence, listAlerts } from '../../store/alerts/index.ts';
import { latestDecision, setTripState } from '../../store/trips/index.ts';
import { listDeliveries } from '../../store/deliveries/index.ts';
import { WORKFLOWS, releaseWorkflowId } from '../../workflows/contracts/index.ts';
import type { ReplayInput } from '../../workflows/contracts/index.ts';
import { standInTrip, tripAt } from '../support/stand-ins/analytics.ts';
import { clearOfMidnight } from '../support/run/clearOfMidnight.ts';
import { quietNow } from '../support/run/quietNow.ts';
import { FLEET, releaseHeld } from '../support/servers/stack.ts';
import { useStack } from '../support/servers/useStack.ts';
import { eventsOf, liveRule } from '../support/rules/documents.ts';

const CODES = { PHONE_USE: 2, HARD_BRAKE: 0, COLLISION: 4 };

const stack = useStack();
beforeAll(() => stack.startWorker());
beforeEach(async () => {
  stack.slack.messages.length = 0;
  stack.smtp.mails.length = 0;
  await stack.database.db.updateTable('documents').set({ publishedVersion: null }).execute();
});

const put = (driverId: string, tripId: string, types: readonly (keyof typeof CODES)[]) => {
  const events = types.map((type) => CODES[type]);
  stack.put({ driverId, tripId }, { events });
  return { driverId, tripId };
};
const key = (trip: { driverId: string; tripId: string }) => ({ fleetId: FLEET, ...trip });
const alertsOf = async (rule: string) =>
  (await listAlerts(stack.database.db, { fleetId: FLEET, rule })).items
    .map(({ state, reason, detail }) => [state, reason, detail].filter(Boolean).join(' '))
    .sort();

/** Re-evaluates a trip, and sends what is new. */
async function replay(trip: { driverId: string; tripId: string }): Promise<void> {
  const input: ReplayInput = {
    fleet: FLEET,
    ...trip,
    effects: true,
    who: 'ann',
    simulationId: randomUUID(),
  };
  await stack.execute(WORKFLOWS.replay, `replay:${randomUUID()}`, input);
}

describe('noise', () => {
  it('is throttled across trips of two drivers that are decided at once', async () => {
    await stack.publish(
      liveRule(eventsOf('PHONE_USE'), { id: 'fleet-throttle', throttle: { per: 'fleet', every: '1h' } }),
    );
    const trips = ['a', 'b', 'c', 'd', 'e', 'f'].map((id, index) =>
      put(index % 2 ? 'one' : 'two', `throttle-${id}`, ['PHONE_USE']),
    );
    await Promise.all(trips.map((trip) => stack.runTrip(trip)));
    expect(stack.slack.messages).toHaveLength(1);
    const alerts = await alertsOf('fleet-throttle');
    expect(alerts.filter((each) => each === 'raised')).toHaveLength(1);
    expect(alerts.filter((each) => each.startsWith('stopped throttled 20'))).toHaveLength(5);
  });

  it('of a collision suppresses its own hard brake', async () => {
    await stack.publish(
      liveRule(eventsOf('HARD_BRAKE'), { id: 'brake' }),
      liveRule(eventsOf('COLLISION'), { id: 'crash', severity: 'critical', suppresses: ['brake'] }),
    );
    const trip = put('crasher', 'suppress-1', ['HARD_BRAKE', 'COLLISION']);
    await stack.runTrip(trip);
    expect(stack.slack.messages).toHaveLength(1);
    expect(await alertsOf('brake')).toEqual(['stopped suppressed crash']);
    const decision = await latestDecision(stack.database.db, key(trip));
    expect(decision?.actions).toEqual([
      { rule: 'brake', action: 'slack', receiver: '#fleet-safety', reason: 'suppressed' },
      { rule: 'crash', action: 'slack', receiver: '#fleet-safety' },
    ]);
  });

  it('is silenced at once, and no longer when the silence is ended', async () => {
    await stack.publish(liveRule(eventsOf('PHONE_USE'), { id: 'silent' }));
    const silence = { fleetId: FLEET, id: 'roadworks', who: 'ed' };
    await createSilence(stack.database.db, {
      ...silence,
      reason: 'Roadworks',
      until: new Date(Date.now() + 3_600_000),
      drivers: ['muted'],
      at: new Date(),
    });
    await stack.runTrip(put('muted', 'silence-1', ['PHONE_USE']));
    await stack.runTrip(put('heard', 'silence-2', ['PHONE_USE']));
    expect(await alertsOf('silent')).toEqual(['raised', 'stopped silenced roadworks']);
    await endSilence(stack.database.db, { ...silence, at: new Date() });
    await stack.runTrip(put('muted', 'silence-3', ['PHONE_USE']));
    expect(stack.slack.messages).toHaveLength(2);
  });

  it('of one trip is one Slack message and one mail', async () => {
    const actions = [
      { type: 'slack', channel: '#fleet-safety' },
      { type: 'email', to: ['lead@example.com'] },
    ];
    await stack.publish(
      liveRule(eventsOf('HARD_BRAKE'), { id: 'braked', name: 'Hard brake', actions }),
      liveRule(eventsOf('COLLISION'), { id: 'crashed', name: 'Collision', severity: 'critical', actions }),
    );
    const trip = put('grouped', 'group-1', ['HARD_BRAKE', 'COLLISION']);
    await stack.runTrip(trip);
    expect(stack.slack.messages).toHaveLength(1);
    const shown = JSON.stringify(stack.slack.messages[0]);
    expect(shown).toContain('Critical: Collision');
    expect(shown).toContain('Warning: Hard brake');
    expect(stack.smtp.mails).toHaveLength(1);
    const { parsed } = stack.smtp.mails[0]!;
    expect(parsed.subject).toContain('Collision');
    expect(parsed.subject).toContain('(+1 more)');
    expect(parsed.text).toContain('WARNING: Hard brake');
    const { items } = await listDeliveries(stack.database.db, key(trip));
    expect(items.map(({ rule, action, state, reason }) => [rule, action, state, reason]).sort()).toEqual([
      ['braked', 'email', 'skipped', 'grouped'],
      ['braked', 'slack', 'skipped', 'grouped'],
      ['crashed', 'email', 'sent', null],
      ['crashed', 'slack', 'sent', null],
    ]);
  });

  it('in quiet hours is held, and goes as one message without what was resolved meanwhile', async () => {
    const quiet_hours = quietNow(33);
    const actions = [
      { type: 'slack', channel: '#fleet-safety', quiet_hours },
      { type: 'email', to: ['night@example.com'], quiet_hours },
    ];
    await stack.publish(
      liveRule(eventsOf('PHONE_USE'), { id: 'quiet', name: 'Phone at night', actions }),
      liveRule(eventsOf('COLLISION'), {
        id: 'loud',
        name: 'Loud one',
        severity: 'critical',
        actions: actions.slice(0, 1),
      }),
    );
    const [first, second, gone, mended, loud] = [
      put('q-one', 'quiet-1', ['PHONE_USE']),
      put('q-two', 'quiet-2', ['PHONE_USE']),
      put('q-three', 'quiet-3', ['PHONE_USE']),
      put('q-four', 'quiet-4', ['PHONE_USE']),
      put('q-five', 'quiet-5', ['COLLISION']),
    ];
    for (const trip of [first, second, gone, mended, loud]) await stack.runTrip(trip);
    expect(stack.slack.messages.map(({ text }) => text)).toEqual([expect.stringContaining('Loud one')]);
    expect(stack.smtp.mails).toHaveLength(0);
    expect(await alertsOf('quiet')).toEqual(Array.from({ length: 4 }, () => 'held quiet_hours'));
    const { items: held } = await listDeliveries(stack.database.db, { ...key(first), state: 'held' });
    expect(held).toHaveLength(2);
    const planned = { fleet: FLEET, releaseAt: held[0]!.releaseAt!.toISOString() };
    const waiting = stack.client.workflow.getHandle(releaseWorkflowId(planned));
    expect((await waiting.describe()).status.name).toBe('RUNNING');
    expect((await stack.historyOf(first)).events).toBeLessThanOrEqual(14);
    await waiting.terminate('its time is moved');

    await setTripState(stack.database.db, { ...key(gone), state: 'gone', at: new Date() });
    put('q-four', 'quiet-4', []);
    await replay(mended);
    stack.slack.messages.length = 0;
    await releaseHeld(stack);
    expect(stack.slack.messages).toHaveLength(1);
    const shown = JSON.stringify(stack.slack.messages[0]);
    expect(shown).toContain('2 alerts from quiet hours');
    for (const driver of ['q-one', 'q-two']) expect(shown).toContain(driver);
    for (const driver of ['q-three', 'q-four']) expect(shown).not.toContain(driver);
    expect(stack.smtp.mails.map(({ parsed }) => parsed.subject)).toEqual(['2 alerts from quiet hours']);
    expect(await alertsOf('quiet')).toEqual([
      'raised',
      'raised',
      'stopped resolved gone',
      'stopped resolved not_matched',
    ]);
    const left = await listDeliveries(stack.database.db, { ...key(gone), rule: 'quiet' });
    expect(left.items.map(({ state, reason }) => `${state} ${reason}`)).toEqual([
      'skipped resolved',
      'skipped resolved',
    ]);
    await releaseHeld(stack);
    expect(stack.slack.messages).toHaveLength(1);
  });

  it('in a batch is held, and goes as one summary across rules, also after a restart of the worker', async () => {
    // A window that ends meanwhile would send it.
    await clearOfMidnight('Europe/Berlin');
    const batched = (channel: string) => [{ type: 'slack', channel, batch: { every: '24h' } }];
    await stack.publish(
      liveRule(eventsOf('PHONE_USE'), {
        id: 'b-phone',
        name: 'Phone, batched',
        actions: batched('#fleet-safety'),
      }),
      liveRule(eventsOf('HARD_BRAKE'), {
        id: 'b-brake',
        name: 'Brake, batched',
        actions: batched('#fleet-safety'),
      }),
      liveRule(eventsOf('COLLISION'), {
        id: 'b-crash',
        severity: 'critical',
        name: 'Crash',
        actions: batched('#fleet-safety'),
      }),
    );
    const first = put('b-one', 'batch-1', ['PHONE_USE']);
    const silenced = put('b-muted', 'batch-2', ['PHONE_USE']);
    for (const trip of [
      first,
      silenced,
      put('b-two', 'batch-3', ['HARD_BRAKE']),
      put('b-three', 'batch-4', ['COLLISION']),
    ])
      await stack.runTrip(trip);
    expect(stack.slack.messages.map(({ text }) => text)).toEqual([expect.stringContaining('Crash')]);
    expect(await alertsOf('b-phone')).toEqual(['held batched', 'held batched']);
    const decision = await latestDecision(stack.database.db, key(first));
    expect(decision?.actions).toEqual([
      { rule: 'b-phone', action: 'slack', receiver: '#fleet-safety', reason: 'batched' },
    ]);
    const { items: held } = await listDeliveries(stack.database.db, { ...key(first), state: 'held' });
    const planned = { fleet: FLEET, releaseAt: held[0]!.releaseAt!.toISOString() };
    const waiting = stack.client.workflow.getHandle(releaseWorkflowId(planned));
    expect((await waiting.describe()).status.name).toBe('RUNNING');

    await stack.worker?.shutdown();
    await stack.startWorker();
    expect((await waiting.describe()).status.name).toBe('RUNNING');
    await waiting.terminate('its time is moved');
    await createSilence(stack.database.db, {
      fleetId: FLEET,
      id: 'b-muted',
      reason: 'Known',
      who: 'ed',
      drivers: ['b-muted'],
      at: new Date(),
      until: new Date(Date.now() + 3_600_000),
    });
    stack.slack.messages.length = 0;
    await releaseHeld(stack);
    expect(stack.slack.messages).toHaveLength(1);
    const shown = JSON.stringify(stack.slack.messages[0]);
    expect(shown).toContain('Summary: 2 alerts');
    expect(shown).toContain('2 alerts of 2 trips and 2 drivers were batched into this summary');
    expect(shown).not.toContain('quiet hours');
    for (const words of ['b-one', 'b-two', 'Phone, batched', 'Brake, batched'])
      expect(shown).toContain(words);
    expect(shown).not.toContain('b-muted');
    expect(await alertsOf('b-phone')).toEqual(['raised', 'stopped silenced b-muted']);
    await releaseHeld(stack);
    expect(stack.slack.messages).toHaveLength(1);
  }, 250_000);

  it('of a rule that becomes true is sent once a run, whatever order its trips come in', async () => {
    await stack.publish(
      liveRule(eventsOf('PHONE_USE'), { id: 'once', name: 'Once a run', trigger: 'becomes_true' }),
    );
    const at = Date.now() - 3 * 3_600_000;
    const drive = async (minute: number, types: readonly 'PHONE_USE'[]): Promise<void> => {
      const trip = { driverId: 'runner', tripId: `run-${minute}` };
      const endedAt = new Date(at + minute * 60_000);
      const made = standInTrip(trip.tripId, { endedAt, events: types.map((type) => CODES[type]) });
      stack.analytics.trips.set(tripAt(trip.driverId, trip.tripId), made);
      await stack.runTrip(trip);
    };
    const sent = () => stack.slack.messages.length;
    await drive(0, ['PHONE_USE']);
    await drive(10, ['PHONE_USE']);
    expect(sent()).toBe(1);
    await drive(20, []);
    await drive(30, ['PHONE_USE']);
    expect(sent()).toBe(2);
    // A late match inside a run, a late trip that splits one, and the next match of its second part.
    await drive(5, ['PHONE_USE']);
    await drive(35, []);
    expect(sent()).toBe(2);
    await drive(40, ['PHONE_USE']);
    await drive(50, ['PHONE_USE']);
    expect(sent()).toBe(3);
    expect(await alertsOf('once')).toEqual([
      'raised',
      'raised',
      'raised',
      'stopped still_true run-0',
      'stopped still_true run-0',
      'stopped still_true run-40',
    ]);
    // A re-evaluation does not throttle the run's first trip by itself, and sends nothing twice.
    await replay({ driverId: 'runner', tripId: 'run-0' });
    expect(sent()).toBe(3);
    expect((await alertsOf('once')).filter((each) => each === 'raised')).toHaveLength(3);
  });

  it('of a trip that was gone when quiet hours ended is sent when it is back, and only once', async () => {
    const actions = [{ type: 'slack', channel: '#fleet-safety', quiet_hours: quietNow(33) }];
    await stack.publish(liveRule(eventsOf('PHONE_USE'), { id: 'walk', name: 'Phone at night', actions }));
    const trip = put('walker', 'walk-1', ['PHONE_USE']);
    await stack.runTrip(trip);
    await setTripState(stack.database.db, { ...key(trip), state: 'gone', at: new Date() });
    await releaseHeld(stack);
    expect(await alertsOf('walk')).toEqual(['stopped resolved gone']);
    await replay(trip);
    expect(await alertsOf('walk')).toEqual(['held quiet_hours']);
    await releaseHeld(stack);
    expect(stack.slack.messages).toHaveLength(1);
    await replay(trip);
    await releaseHeld(stack);
    expect(stack.slack.messages).toHaveLength(1);
    expect(await alertsOf('walk')).toEqual(['raised']);
  });

  it('of one alert in quiet hours is its usual message', async () => {
    const actions = [{ type: 'slack', channel: '#fleet-safety', quiet_hours: quietNow(33) }];
    await stack.publish(liveRule(eventsOf('PHONE_USE'), { id: 'lone', name: 'Phone at night', actions }));
    await stack.runTrip(put('lonely', 'lone-1', ['PHONE_USE']));
    await releaseHeld(stack);
    expect(stack.slack.messages.map(({ text }) => text)).toEqual([
      expect.stringContaining('Warning: Phone at night'),
    ]);
    expect(JSON.stringify(stack.slack.messages)).toContain('slack_file');
  });

  it('over budget goes into one summary, and the receiver is notified once', async () => {
    // The next day has its own budget, and its own notice.
    await clearOfMidnight('Europe/Berlin');
    await stack.publish(
      liveRule(eventsOf('PHONE_USE'), {
        id: 'chatty',
        name: 'Chatty',
        budget: { alerts_per_day: 1 },
        owner: 'owner@example.com',
      }),
    );
    await Promise.all(
      ['a', 'b', 'c', 'd'].map((id) => stack.runTrip(put(`c-${id}`, `budget-${id}`, ['PHONE_USE']))),
    );
    expect(stack.slack.messages).toHaveLength(1);
    expect(stack.smtp.mails.map(({ parsed }) => [parsed.to?.[0]?.address, parsed.subject])).toEqual([
      ['owner@example.com', 'Over budget: Chatty'],
    ]);
    expect((await alertsOf('chatty')).map((each) => each.replace(/ \(.*/, ''))).toEqual([
      'raised',
      ...Array.from({ length: 3 }, () => 'stopped over_budget 1 a day'),
    ]);
    stack.slack.messages.length = 0;
    await releaseHeld(stack);
    expect(stack.slack.messages).toHaveLength(1);
    const shown = JSON.stringify(stack.slack.messages[0]);
    expect(shown).toMatch(/3 more alerts on \d+ \w+ \d{4}: Chatty/);
    expect(shown).toContain('about 3 drivers');
    expect(stack.smtp.mails).toHaveLength(1);
  }, 250_000);
});
