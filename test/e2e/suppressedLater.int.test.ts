import { beforeAll, beforeEach, expect, it } from 'vitest';
import { listAlerts } from '../../store/alerts/index.ts';
import { listAudit } from '../../store/db/index.ts';
import { listDeliveries } from '../../store/deliveries/index.ts';
import { FLEET } from '../support/servers/stack.ts';
import { useStack, useTemporalRequests } from '../support/servers/useStack.ts';
import { eventsOf, liveRule } from '../support/rules/documents.ts';

const CODES = { HARD_BRAKE: 0, COLLISION: 4 };

const stack = useStack();
beforeAll(() => stack.startWorker());
useTemporalRequests(stack);
beforeEach(() => {
  stack.slack.messages.length = 0;
});

const alertsOf = async (rule: string) =>
  (await listAlerts(stack.database.db, { fleetId: FLEET, rule })).items;

it('an alert is sent, once, when the message fails for good of the rule that suppressed it', async () => {
  await stack.publish(
    liveRule(eventsOf('HARD_BRAKE'), { id: 'brake', name: 'Hard brake' }),
    liveRule(eventsOf('COLLISION'), {
      id: 'crash',
      severity: 'critical',
      suppresses: ['brake'],
      actions: [{ type: 'slack', channel: '#no-such-channel' }],
    }),
  );
  const trip = { driverId: 'crasher', tripId: 'unheard' };
  const events = Object.values(CODES);
  stack.put(trip, { events });
  await stack.runTrip(trip);
  const { db } = stack.database;
  const states = async (): Promise<string[]> =>
    (await listDeliveries(db, { fleetId: FLEET, ...trip })).items
      .map(({ rule, state }) => `${rule} ${state}`)
      .sort();
  await expect.poll(states, { timeout: 60_000 }).toEqual(['brake sent', 'crash failed']);
  expect(stack.slack.messages).toHaveLength(1);
  expect(JSON.stringify(stack.slack.messages)).toContain('Hard brake');
  expect(await alertsOf('brake')).toMatchObject([
    { state: 'raised', suppressedBy: 'crash', suppressionEnded: 'failed' },
  ]);
  expect((await listAudit(db, { fleetId: FLEET, action: 'alert.unsuppressed' })).items).toMatchObject([
    { why: 'brake: Suppressed by the rule "crash" until its message failed.' },
  ]);
});
