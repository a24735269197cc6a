import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listAlarms } from '../../store/alarms/index.ts';
import { listDeliveries } from '../../store/deliveries/index.ts';
import type { Delivery } from '../../store/deliveries/index.ts';
import { eventRule } from '../support/servers/rules.ts';
import { FLEET } from '../support/servers/stack.ts';
import type { Trip } from '../support/servers/stack.ts';
import { useStack } from '../support/servers/useStack.ts';

const collision = eventRule('COLLISION', {
  actions: [
    { type: 'slack', channel: '#fleet-safety' },
    { type: 'email', to: ['lead@example.com'], subject: '{{ rule.name }}: {{ driver.id }}' },
  ],
});

const stack = useStack();
beforeAll(async () => {
  await stack.publish(collision);
  await stack.startWorker();
});
beforeEach(() => {
  stack.slack.messages.length = 0;
  stack.smtp.mails.length = 0;
});

const put = (driverId: string, tripId: string, options?: Parameters<typeof stack.put>[1]) =>
  stack.put({ driverId, tripId }, options);
const deliveriesOf = async (trip: Trip, rule?: string) =>
  (await listDeliveries(stack.database.db, { fleetId: FLEET, ...trip, ...(rule && { rule }) })).items;
const deliveryBy = async (trip: Trip, action: Delivery['action']) =>
  (await deliveriesOf(trip)).find((each) => each.action === action);

describe('a trip when something is in the way', () => {
  it('a refused key raises one alarm for many trips, which then continue automatically', async () => {
    stack.analytics.mode = 'refuse_key';
    const trips = ['k-1', 'k-2', 'k-3'].map((id) => put('keyless', id));
    const running = trips.map((trip) => stack.runTrip(trip));
    await expect
      .poll(
        async () =>
          (await listAlarms(stack.database.db, { fleetId: FLEET, openOnly: true })).map((each) => each.kind),
        { timeout: 20_000 },
      )
      .toEqual(['analytics_unauthorised']);
    stack.analytics.mode = 'ok';
    expect((await Promise.all(running)).map((each) => each.state)).toEqual(['decided', 'decided', 'decided']);
    expect(stack.logged().split('refuses the API key: check').length - 1).toBe(1);
    await expect
      .poll(() => listAlarms(stack.database.db, { fleetId: FLEET, openOnly: true }), { timeout: 30_000 })
      .toEqual([]);
  });

  it('Slack takes the message and the answer is lost: it is found, and not sent again', async () => {
    stack.slack.fault('chat.postMessage', { kind: 'accept_and_drop' });
    const trip = put('d-1', 'lost-answer', { events: [4] });
    await stack.runTrip(trip);
    expect(stack.slack.messages).toHaveLength(1);
    expect(await deliveryBy(trip, 'slack')).toMatchObject({
      state: 'sent',
      possibleRepeat: false,
    });
  });

  it('Slack does not list channels any more: a message whose answer is lost is found all the same', async () => {
    await stack.runTrip(put('d-1', 'known-channel', { events: [4] }));
    await stack.worker?.shutdown();
    await stack.startWorker();
    stack.slack.messages.length = 0;
    const refused = Array.from({ length: 20 }, () => ({ kind: 'error', error: 'missing_scope' }) as const);
    stack.slack.fault('conversations.list', ...refused);
    stack.slack.fault('chat.postMessage', { kind: 'accept_and_drop' });
    const trip = put('d-1', 'new-worker', { events: [4] });
    await stack.runTrip(trip);
    expect(stack.slack.messages).toHaveLength(1);
    expect(await deliveryBy(trip, 'slack')).toMatchObject({ possibleRepeat: false });
  });

  it('Slack cuts the line and takes the message later: the repeat is marked, however soon it went out', async () => {
    stack.slack.fault('chat.postMessage', { kind: 'drop_and_accept' });
    const trip = put('d-1', 'late-message', { events: [4] });
    await stack.runTrip(trip);
    expect(stack.slack.messages).toHaveLength(2);
    expect(JSON.stringify(stack.slack.messages[0])).toContain('ossible duplicate');
    expect(await deliveryBy(trip, 'slack')).toMatchObject({
      state: 'sent',
      possibleRepeat: true,
    });
  });

  it('the mail server needs longer for its answer than a lease lasts: one mail, no doubt', async () => {
    stack.smtp.fault({ kind: 'dawdle_at', step: 'message', ms: 52_000 });
    const trip = put('d-1', 'slow-mail', { events: [4] });
    await stack.runTrip(trip);
    expect(stack.smtp.mails).toHaveLength(1);
    expect(await deliveryBy(trip, 'email')).toMatchObject({
      state: 'sent',
      attempt: 1,
      possibleRepeat: false,
    });
  });

  it('the mail server takes the mail and the answer is lost: one more, marked', async () => {
    stack.smtp.fault({ kind: 'accept_and_drop' });
    const trip = put('d-1', 'lost-mail', { events: [4] });
    await stack.runTrip(trip);
    expect(stack.smtp.mails).toHaveLength(2);
    expect(stack.smtp.mails[0]!.parsed.messageId).toBe(stack.smtp.mails[1]!.parsed.messageId);
    expect(stack.smtp.mails[1]!.parsed.subject).toContain('Possible duplicate');
    expect(await deliveryBy(trip, 'email')).toMatchObject({
      state: 'sent',
      possibleRepeat: true,
    });
  });

  it('the mail server loses its answer twice: unconfirmed, and no third mail', async () => {
    stack.smtp.fault({ kind: 'accept_and_drop' }, { kind: 'accept_and_drop' });
    const trip = put('d-1', 'lost-twice', { events: [4] });
    await stack.runTrip(trip);
    expect(stack.smtp.mails).toHaveLength(2);
    expect(await deliveryBy(trip, 'email')).toMatchObject({
      state: 'unconfirmed',
      possibleRepeat: true,
    });
  });

  it('a channel that is not there and a refused recipient fail visibly, and the rest goes out', async () => {
    await stack.publish({
      ...collision,
      id: 'collision-elsewhere',
      name: 'Elsewhere',
      actions: [
        { type: 'slack', channel: '#nowhere' },
        { type: 'email', to: ['gone@example.com', 'here@example.com'] },
      ],
    });
    stack.smtp.unknownRecipients.add('gone@example.com');
    const trip = put('d-2', 'refused', { events: [4] });
    await stack.runTrip(trip);
    const items = await deliveriesOf(trip, 'collision-elsewhere');
    const found = Object.fromEntries(items.map((each) => [each.receiver, [each.state, each.reason]]));
    expect(found['#nowhere']).toEqual(['failed', expect.stringContaining('channel_not_found')]);
    expect(found['gone@example.com']).toEqual([
      'failed',
      expect.stringContaining('refused the recipient (550)'),
    ]);
    expect(found['here@example.com']?.[0]).toBe('sent');
  });

  it('a template that cannot be rendered for the trip is left out, and the message goes out without doubt', async () => {
    await stack.publish({
      ...collision,
      id: 'collision-by-template',
      actions: [{ type: 'email', to: ['template@example.com'], subject: '{{ rule.nothing_of_the_kind }}' }],
    });
    const trip = put('d-3', 'unrendered', { events: [4] });
    await stack.runTrip(trip);
    expect(await deliveriesOf(trip, 'collision-by-template')).toMatchObject([
      { state: 'sent', possibleRepeat: false, attempt: 1 },
    ]);
    expect(stack.smtp.mails.map((mail) => mail.parsed.subject)).toContainEqual(
      expect.stringContaining('Collision'),
    );
  });
});
