import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getTrip, latestDecision } from '../../store/trips/index.ts';
import { listDeliveries } from '../../store/deliveries/index.ts';
import { PLANTED_LATITUDE, PLANTED_LONGITUDE } from '../support/stand-ins/analytics.ts';
import type { standInTrip } from '../support/stand-ins/analytics.ts';
import { FLEET } from '../support/servers/stack.ts';
import { useStack } from '../support/servers/useStack.ts';
import { eventsOf, liveRule } from '../support/rules/documents.ts';

const collision = liveRule(eventsOf('COLLISION'), {
  id: 'collision',
  name: 'Collision',
  severity: 'critical',
  actions: [
    { type: 'slack', channel: '#fleet-safety' },
    { type: 'email', to: ['lead@example.com'], subject: '{{ rule.name }}: {{ driver.id }}' },
  ],
});
const phone = liveRule(
  {
    fact: 'driver.events.count',
    params: { type: 'PHONE_USE', window: '7d' },
    operator: 'greaterThanInclusive',
    value: 3,
  },
  { id: 'repeated-phone-use', name: 'Repeated phone use' },
);
const drop = liveRule(
  { fact: 'driver.score_change', params: { over: '7d' }, operator: 'lessThanInclusive', value: -10 },
  { id: 'score-drop', name: 'Score drop' },
);

const stack = useStack();
beforeAll(async () => {
  await stack.publish(collision, phone, drop);
  await stack.startWorker();
});
beforeEach(() => {
  stack.slack.messages.length = 0;
  stack.smtp.mails.length = 0;
});

const put = (driverId: string, tripId: string, options: Parameters<typeof standInTrip>[1] = {}) => {
  stack.put({ driverId, tripId }, options);
  return { driverId, tripId };
};
const key = (trip: { driverId: string; tripId: string }) => ({ fleetId: FLEET, ...trip });

describe('a trip', () => {
  it('that no rule is about sends nothing, and its history is short and holds no path', async () => {
    const trip = put('ann@example.com/1', '1790000000001');
    expect(await stack.runTrip(trip)).toEqual({ state: 'decided', revision: 1, deliveries: 0 });
    expect(stack.slack.messages).toHaveLength(0);
    const history = await stack.historyOf(trip);
    expect(history.events).toBeLessThanOrEqual(8);
    for (const planted of [String(PLANTED_LATITUDE), String(PLANTED_LONGITUDE), 'planted-'])
      expect(history.text).not.toContain(planted);
    expect(history.text).toContain('1790000000001');
  });

  it('with a collision reaches Slack and e-mail once, with picture and link', async () => {
    const trip = put('d-17', '1790000000002', { events: [4] });
    expect(await stack.runTrip(trip)).toMatchObject({ state: 'decided', deliveries: 2 });
    expect(stack.slack.messages).toHaveLength(1);
    const shown = JSON.stringify(stack.slack.messages[0]);
    expect(shown).toContain('Collision');
    expect(shown).toContain('d-17');
    expect(shown).toContain('/t/');
    expect(shown).toContain('slack_file');
    expect(stack.smtp.mails).toHaveLength(1);
    const { parsed } = stack.smtp.mails[0]!;
    expect(parsed.subject).toBe('Collision: d-17');
    expect(parsed.attachments[0]).toMatchObject({ mimeType: 'image/png', contentId: '<trip-path>' });
    const { items } = await listDeliveries(stack.database.db, key(trip));
    expect(items.map((each) => [each.action, each.state, each.possibleRepeat])).toEqual([
      ['email', 'sent', false],
      ['slack', 'sent', false],
    ]);
  });

  it('with one matching action has at most fourteen history events', async () => {
    const driver = 'phoner';
    const at = (day: number): Date => new Date(Date.now() - day * 86_400_000);
    await stack.runTrip(put(driver, 'p-1', { events: [2], endedAt: at(5) }));
    await stack.runTrip(put(driver, 'p-2', { events: [2], endedAt: at(3) }));
    expect(stack.slack.messages).toHaveLength(0);
    const third = put(driver, 'p-3', { events: [2], endedAt: at(1) });
    await stack.runTrip(third);
    expect(stack.slack.messages).toHaveLength(1);
    const history = await stack.historyOf(third);
    expect(history.events).toBeLessThanOrEqual(14);
    const decision = await latestDecision(stack.database.db, key(third));
    const rule = decision?.rules.find((each) => each.rule === 'repeated-phone-use');
    expect(rule).toMatchObject({ outcome: 'matched', version: 1 });
    expect(rule?.trace).toMatchObject({
      all: [{ fact: 'driver.events.count', actual: 3, result: 'true' }],
      result: 'true',
    });
  });

  it('after which a driver’s score has dropped fires the score rule', async () => {
    const endedAt = new Date(Date.UTC(2026, 10, 20, 12));
    stack.analytics.scores.set(
      'dropper',
      new Map([
        ['2026-11-20', 61],
        ['2026-11-13', 74],
      ]),
    );
    const trip = put('dropper', 's-1', { endedAt });
    await stack.runTrip(trip);
    expect(stack.slack.messages).toHaveLength(1);
    const decision = await latestDecision(stack.database.db, key(trip));
    expect(decision?.rules.find((each) => each.rule === 'score-drop')?.trace).toMatchObject({
      all: [{ actual: -13 }],
    });
  });

  it('without a known score explains that it could not decide', async () => {
    const trip = put('unscored', 'u-1');
    await stack.runTrip(trip);
    const decision = await latestDecision(stack.database.db, key(trip));
    expect(decision?.rules.find((each) => each.rule === 'score-drop')?.outcome).toBe('unknown');
  });

  it('that is not readable yet is decided once it is', async () => {
    const trip = { driverId: 'late', tripId: 'l-1' };
    const running = stack.runTrip(trip);
    await expect
      .poll(async () => (await getTrip(stack.database.db, key(trip)))?.state, { timeout: 30_000 })
      .toBe('waiting');
    put('late', 'l-1', { events: [4] });
    expect(await running).toMatchObject({ state: 'decided', deliveries: 2 });
  });
});
