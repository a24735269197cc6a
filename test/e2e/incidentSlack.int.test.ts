import { beforeAll, expect, it } from 'vitest';
import { listDeliveries } from '../../store/deliveries/index.ts';
import {
  answer,
  chain,
  collide,
  collisionRule,
  incidentsOf,
  timelineOf,
  untilEvent,
} from '../support/incidents/documents.ts';
import { FLEET } from '../support/servers/stack.ts';
import { useStack } from '../support/servers/useStack.ts';
import { eventsOf, liveRule } from '../support/rules/documents.ts';

const stack = useStack();
beforeAll(async () => {
  for (const name of ['slow', 'flood', 'snooze']) stack.slack.channels.add(name);
  await stack.startWorker();
});

const braking = liveRule(eventsOf('HARD_BRAKE'), {
  id: 'hard-brake',
  name: 'Hard brake',
  actions: [{ type: 'slack', channel: '#flood' }],
});

it('wakes nobody who is called while Slack is slow and someone answers meanwhile', async () => {
  await stack.publishAs('escalation-policy', chain([[0, '#slow']]));
  await stack.publish(collisionRule());
  stack.slack.fault('conversations.list', { kind: 'dawdle', ms: 20_000 }, { kind: 'dawdle', ms: 20_000 });
  await stack.runTrip(collide(stack, 'd-slow', 'slow-1'));
  const incident = (await incidentsOf(stack, 'd-slow'))[0]!;
  // The page is being put together by now.
  await expect.poll(() => stack.slack.calls.includes('conversations.list'), { timeout: 20_000 }).toBe(true);
  await answer(stack, incident, { kind: 'acknowledge' });
  const pages = async () =>
    (await listDeliveries(stack.database.db, { fleetId: FLEET, driverId: 'd-slow' })).items
      .filter(({ kind }) => kind === 'incident_page')
      .map(({ state, reason }) => [state, reason]);
  await expect.poll(pages, { timeout: 20_000 }).toEqual([['skipped', 'acknowledged']]);
  expect(stack.slack.messages).toEqual([]);
});

it('lets a page into a channel that is taken for a while, before what waits for it', async () => {
  await stack.publishAs('escalation-policy', chain([[0, '#flood']]));
  await stack.publish(collisionRule(), braking);
  stack.put({ driverId: 'd-wait', tripId: 'wait-1' }, { events: [0] });
  const until = new Date(Date.now() + 25_000);
  await stack.database.db
    .insertInto('rateLimits')
    .values({ fleetId: FLEET, key: '#flood', bookedUntil: until })
    .execute();
  const waiting = stack.runTrip({ driverId: 'd-wait', tripId: 'wait-1' });
  await stack.runTrip(collide(stack, 'd-page', 'page-1'));
  await expect.poll(() => stack.slack.messages.length, { timeout: 40_000 }).toBe(2);
  const [first, second] = stack.slack.messages.map(({ blocks }) => JSON.stringify(blocks));
  expect(first).toContain('incident_acknowledge');
  expect(second).toContain('Hard brake');
  await waiting;
});

it('mentions who is on call, says who is next, and pages again when a snooze is over', async () => {
  await stack.publishAs('rotation', {
    id: 'safety',
    timezone: 'Europe/Berlin',
    handover: { weekday: 'mon', at: '08:00' },
    people: [{ name: 'Ann', email: 'ann@example.com', slack: 'U0ANN' }],
  });
  const first = [
    { type: 'slack', channel: '#snooze' },
    { type: 'email', to: ['rotation:safety'] },
  ];
  await stack.publishAs('escalation-policy', {
    id: 'collision',
    name: 'Collision',
    steps: [
      { after: '0m', notify: first },
      { after: '1h', notify: [{ type: 'email', to: ['rotation:safety', 'head@example.com'] }] },
    ],
  });
  await stack.publish(collisionRule());
  stack.slack.messages.length = 0;
  await stack.runTrip(collide(stack, 'd-snooze', 'snooze-1'));
  const incident = (await incidentsOf(stack, 'd-snooze'))[0]!;
  const shown = (index: number) => JSON.stringify(stack.slack.messages[index]?.blocks ?? []);
  await expect.poll(() => shown(0), { timeout: 20_000 }).toContain('incident_snooze');
  expect(shown(0)).toContain('*Paged*\\n<@U0ANN>');
  expect(shown(0)).toMatch(
    /Ann and head@example\.com are paged at (?:\d+ \w+, )?\d\d:\d\d \([\w/]+\) unless this is acknowledged\./,
  );
  // Too short for a person: its end is waited for here.
  await answer(stack, incident, { kind: 'snooze', via: 'slack', minutes: 0.1, key: 'press' });
  await expect.poll(() => shown(0), { timeout: 20_000 }).toContain('Then people are paged again.');
  expect(shown(0)).not.toMatch(/are paged at|Paged/);
  const again = await untilEvent(stack, incident, { kind: 'paged', times: 2 });
  expect(again.details).toMatchObject({ cause: 'paging_resumed', page: 0 });
  const kinds = (await timelineOf(stack, incident)).map(({ kind }) => kind);
  expect(kinds.slice(0, 5)).toEqual(['opened', 'paged', 'snoozed', 'paging_resumed', 'paged']);
  const pages = () =>
    stack.slack.messages.map((_, index) => shown(index)).filter((text) => text.includes('snooze by'));
  await expect.poll(pages, { timeout: 20_000 }).not.toEqual([]);
  await answer(stack, incident, { kind: 'resolve', disposition: 'confirmed' });
});
