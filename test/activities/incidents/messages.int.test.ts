import { Connection, ScheduleClient, WorkflowClient } from '@temporalio/client';
import { pino } from 'pino';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createChannels } from '../../../activities/channels/index.ts';
import { SLACK_TIME_LIMITS, createSlackSender } from '../../../activities/channels/slack/index.ts';
import {
  createBreakers,
  createFleetAlarms,
  createServiceEvidence,
  createTripStarter,
} from '../../../activities/dependencies/index.ts';
import type { ActivityDependencies, Breakers } from '../../../activities/dependencies/index.ts';
import { createActivities } from '../../../activities/index.ts';
import { LINK_KEY_NAME, answerLinks, isExpired } from '../../../messages/format/index.ts';
import { instanceKey } from '../../../store/db/index.ts';
import { createLedger, getDelivery, listOutbox, slackPeople } from '../../../store/deliveries/index.ts';
import type { Incident } from '../../../store/incidents/index.ts';
import { clearOfMidnight } from '../../support/run/clearOfMidnight.ts';
import { happens, incidentInStore } from '../../support/incidents/inStore.ts';
import { startSlackStandIn } from '../../support/stand-ins/slack.ts';
import { startSmtpStandIn } from '../../support/stand-ins/smtp.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';
import { useStarted } from '../../support/run/useStarted.ts';
import { storeAnswer, storeDeletion, storeDelivery, storeVerdict } from '../../support/store/records.ts';

/** Time limits with a long wait for names, because no test here is about late ones. */
const WAIT = { ...SLACK_TIME_LIMITS, nameMs: 60_000 };
const test = useDatabase();
let incident: Incident;
let fleet = '';
let count = 0;
/** Milliseconds by which the clock of the activities is ahead. */
let aheadMs = 0;

const slack = useStarted(startSlackStandIn);
const smtp = useStarted(startSmtpStandIn);
afterAll(() => Promise.all([slack.close(), smtp.close()]));
beforeEach(async () => {
  // Starts away from midnight, because messages show the date of another day.
  await clearOfMidnight('Europe/Berlin');
  fleet = `f-${(count += 1)}`;
  aheadMs = 0;
  breakers = createBreakers({ log: pino({ level: 'silent' }) });
  slack.messages.length = 0;
  slack.ephemerals.length = 0;
  smtp.mails.length = 0;
  slack.people.set('U0ANN', 'Ann Meyer').set('U0BOB', 'Bob <!channel>');
  incident = await incidentInStore(test.db, fleet);
});

let breakers: Breakers;
function activities(options: { readonly outbox?: boolean } = {}) {
  const log = pino({ level: 'silent' });
  const now = (): Date => new Date(Date.now() + aheadMs);
  const sender = options.outbox
    ? {}
    : { slack: createSlackSender({ token: slack.token, apiUrl: slack.url, timeLimits: WAIT }) };
  const deps: ActivityDependencies = {
    fleets: new Map([[fleet, { id: fleet, name: 'North', timezone: 'Europe/Berlin', ...sender }]]),
    db: test.db,
    ledger: createLedger(test.db),
    log,
    now,
    channels: createChannels({
      config: {
        fleets: [],
        outgoingWebhooks: {},
        emailFrom: 'Tripline <alerts@fleet.example>',
        ...(options.outbox ? {} : { smtpUrl: smtp.url }),
      },
    }),
    isSealedAsNew: () => true,
    schedules: new ScheduleClient({ connection: Connection.lazy() }),
    trips: createTripStarter(new WorkflowClient({ connection: Connection.lazy() }), {
      taskQueue: 'nowhere',
      tripHash: String,
    }),
    alarms: createFleetAlarms({ db: test.db, log, now }),
    pulse: createServiceEvidence(now),
    breakers,
    publicUrl: 'https://tripline.example',
    tripReadableWaitMs: 1000,
    repeatAfterMs: 1000,
  };
  return createActivities(deps);
}

const CHANNEL = { action: 'slack', receiver: '#safety-urgent' } as const;
const paged = (step: number, to: Parameters<typeof happens>[2]['to'] = [CHANNEL], cause = 'time') =>
  happens(test.db, incident, {
    event: { kind: 'paged', details: { round: 1, step, cause } },
    messageKind: 'incident_page',
    to,
    set: { position: step },
  });
const noted = (kind: 'joined' | 'acknowledged') =>
  happens(test.db, incident, {
    event: { kind, who: 'ann', by: 'Ann' },
    messageKind: 'incident_note',
    to: [CHANNEL],
  });
const send = (deliveryId: string) => activities().sendSlack({ fleet, deliveryId });
const refresh = () => activities().refreshIncidentMessages({ fleet, incidentId: incident.id });
const press = (user: string, kind: 'acknowledge' | 'resolve' | 'escalate') =>
  storeAnswer(test.db, {
    fleetId: fleet,
    id: incident.id,
    answer: {
      kind,
      who: `slack:${user}`,
      by: user.toLowerCase(),
      via: 'slack',
      key: `${user}-${kind}`,
      origin: { user, channel: slack.messages[0]!.channel },
    },
  });
const shown = (index: number) => JSON.stringify(slack.messages[index]?.blocks).replaceAll('\u200B', '');

describe('the first page of an incident in a channel', () => {
  it('has place, speeds, picture and buttons, and begins a thread for the next pages and notes', async () => {
    for (const id of [...(await paged(1)), ...(await paged(2)), ...(await noted('joined'))])
      expect(await send(id)).toBe('sent');
    const [root, page, note] = slack.messages;
    expect(root?.threadTs).toBeUndefined();
    expect([page?.threadTs, page?.broadcast]).toEqual([root?.ts, true]);
    expect([note?.threadTs, note?.broadcast]).toEqual([root?.ts, false]);
    for (const words of [
      '52.51627, 13.37770',
      '100 km/h before, 0 km/h after',
      'slack_file',
      'Late: the trip arrived',
    ])
      expect(shown(0)).toContain(words);
    expect(shown(0)).toContain('When, driver’s clock*\\nTue, 10 Mar 2026, 14:32:10 (UTC+2)');
    expect(shown(1)).toContain('Step 2 of 2: not acknowledged');
    for (const index of [0, 1]) expect(shown(index)).toContain('incident_acknowledge');
    expect(shown(2)).not.toContain('action_id');
    expect(new Set(slack.messages.map(({ deliveryKey }) => deliveryKey)).size).toBe(3);
  });

  it('that is a person’s own channel is a thread there', async () => {
    const to = [{ action: 'slack', receiver: 'U0ANN' }] as const;
    for (const id of [...(await paged(1, to)), ...(await paged(2, to))]) await send(id);
    expect(slack.messages.map(({ channel, threadTs }) => [channel, threadTs])).toEqual([
      ['DU0ANN', undefined],
      ['DU0ANN', slack.messages[0]?.ts],
    ]);
    expect(shown(0)).toContain('Step 1: notified Ann Meyer');
  });

  it('is tried although Slack is known to be unavailable, a note is not, and the answer to it lets everything through', async () => {
    const [page, note] = [(await paged(1))[0]!, (await noted('joined'))[0]!];
    // The clock does not advance, so an open circuit breaker lets no further probe through.
    breakers = createBreakers({ log: pino({ level: 'silent' }), nowMs: () => 0 });
    for (let each = 0; each < 5; each += 1) breakers.of({ fleet, kind: 'slack' }).enter()!.end('unavailable');
    const calls = slack.calls.length;
    await expect(send(note)).rejects.toMatchObject({ type: 'slack_unavailable' });
    expect(slack.calls).toHaveLength(calls);
    expect(await getDelivery(test.db, { fleetId: fleet, id: note })).toMatchObject({
      state: 'pending',
      attempt: 0,
    });
    expect(await send(page)).toBe('sent');
    expect(await send(note)).toBe('sent');
  });

  it('leaves a note in doubt waiting while Slack does not answer a check, instead of giving it up', async () => {
    const note = (await noted('joined'))[0]!;
    slack.fault('chat.postMessage', { kind: 'drop' });
    await expect(send(note)).rejects.toMatchObject({ type: 'slack_unclear' });
    for (let check = 0; check < 3; check += 1) {
      slack.fault('conversations.history', { kind: 'status', status: 503 });
      await expect(send(note)).rejects.toMatchObject({ type: 'delivery_unknown_outcome' });
    }
    expect(slack.messages).toHaveLength(0);
    expect(await send(note)).toBe('sent');
    expect(slack.messages).toHaveLength(1);
  });

  it('whose thread refuses replies is no reason to notify nobody', async () => {
    await send((await paged(1))[0]!);
    slack.fault('chat.postMessage', { kind: 'error', error: 'restricted_action_thread_locked' });
    expect(await send((await paged(2))[0]!)).toBe('sent');
    expect(slack.messages[1]?.threadTs).toBeUndefined();
  });

  it('whose answer was lost is found again, in the channel or in its thread, and not sent twice', async () => {
    const ids = [...(await paged(1)), ...(await noted('joined'))];
    for (const id of ids) {
      slack.fault('chat.postMessage', { kind: 'accept_and_drop' });
      await expect(send(id)).rejects.toMatchObject({ type: 'slack_unclear' });
      expect(await send(id)).toBe('sent');
    }
    expect(slack.messages).toHaveLength(2);
    expect(slack.calls).toContain('conversations.replies');
    expect(shown(0)).toContain('slack_file');
    await paged(2);
    expect(await refresh()).toBe(1);
  });
});

describe('every page of an incident', () => {
  it('shows in place who has it, once for each change', async () => {
    for (const id of [...(await paged(1)), ...(await paged(2))]) await send(id);
    await refresh();
    expect(await refresh()).toBe(0);
    await press('U0BOB', 'acknowledge');
    expect(await refresh()).toBe(2);
    for (const index of [0, 1]) {
      expect(shown(index)).toContain('Assigned to Bob &lt;!channel&gt; since');
      expect(shown(index)).not.toContain('<!channel>"');
      expect(shown(index)).toContain('slack_file');
    }
    const updates = slack.calls.filter((call) => call === 'chat.update').length;
    expect(await refresh()).toBe(0);
    expect(slack.calls.filter((call) => call === 'chat.update')).toHaveLength(updates);
    await press('U0BOB', 'resolve');
    expect(await refresh()).toBe(2);
    for (const index of [0, 1]) expect(shown(index)).not.toContain('action_id');
  });

  it('keeps the address of who answered, if Slack confirmed it', async () => {
    slack.addresses.set('U0ANN', { email: 'ann@example.com', isConfirmed: true });
    slack.addresses.set('U0BOB', { email: 'bob@example.com', isConfirmed: false });
    await send((await paged(1))[0]!);
    for (const user of ['U0ANN', 'U0BOB']) {
      await press(user, 'acknowledge');
      await refresh();
    }
    const known = await slackPeople(test.db, { fleetId: fleet, userIds: ['U0ANN', 'U0BOB'] });
    expect([known.get('U0ANN')?.email, known.get('U0BOB')?.email]).toEqual(['ann@example.com', null]);
  });

  it('shows since when who was handed it has it, not when someone else took it', async () => {
    await send((await paged(1))[0]!);
    await press('U0ANN', 'acknowledge');
    await test.db
      .updateTable('incidents')
      .set({ acknowledgedAt: new Date(Date.now() - 86_400_000) })
      .where('id', '=', incident.id)
      .execute();
    const answer = { kind: 'reassign', who: 'ann', via: 'api', to: 'Cem' } as const;
    await storeAnswer(test.db, { fleetId: fleet, id: incident.id, answer });
    await refresh();
    // Starts away from midnight, because messages show the date of another day.
    expect(shown(0)).toMatch(/Assigned to Cem since \d\d:\d\d\./);
  });

  it('waits as long as Slack asks, then shows the newest; what was updated is not updated again', async () => {
    for (const id of [...(await paged(1)), ...(await paged(2))]) await send(id);
    await press('U0ANN', 'acknowledge');
    slack.fault('chat.update', { kind: 'dawdle', ms: 1 }, { kind: 'limited', seconds: 7 });
    await expect(refresh()).rejects.toMatchObject({ nextRetryDelay: 7000 });
    expect(shown(1)).not.toContain('Assigned to Ann Meyer since');
    expect(await refresh()).toBe(1);
    expect(shown(1)).toContain('Assigned to Ann Meyer since');
  });

  it('that cannot be updated stops no other, and is not tried for ever', async () => {
    for (const id of [...(await paged(1)), ...(await paged(2))]) await send(id);
    await press('U0ANN', 'acknowledge');
    slack.messages.shift();
    expect(await refresh()).toBe(1);
    expect(shown(0)).toContain('Assigned to Ann Meyer since');
    expect(await refresh()).toBe(0);
  });

  it('shows the newest when several bring it up to date at once', async () => {
    await send((await paged(1))[0]!);
    await press('U0ANN', 'acknowledge');
    slack.fault('chat.update', { kind: 'dawdle', ms: 300 });
    const first = refresh();
    await press('U0ANN', 'resolve');
    await Promise.all([first, refresh()]);
    expect(shown(0)).toContain('Ann Meyer resolved it');
  });

  it('is updated when only the answer to the update was lost', async () => {
    await send((await paged(1))[0]!);
    await press('U0ANN', 'acknowledge');
    slack.fault('chat.update', { kind: 'accept_and_drop' });
    await expect(refresh()).rejects.toMatchObject({ type: 'messages_not_updated' });
    expect(await refresh()).toBe(1);
  });
});

describe('who presses too late', () => {
  it('hears once, where nobody else sees it, who was first', async () => {
    await send((await paged(1))[0]!);
    await press('U0ANN', 'acknowledge');
    expect((await press('U0BOB', 'acknowledge')).kind).toBe('late');
    await Promise.all([refresh(), refresh()]);
    await refresh();
    expect(slack.ephemerals).toEqual([
      {
        channel: slack.messages[0]?.channel,
        user: 'U0BOB',
        text: expect.stringMatching(
          /^Assigned to Ann Meyer since \d\d:\d\d\. Your answer changed nothing\.$/,
        ) as string,
      },
    ]);
    expect(shown(0)).toContain(
      'Bob &lt;!channel&gt; wanted to acknowledge it (Slack); too late, nothing changed',
    );
  });

  it('hears it later when Slack could not take the word', async () => {
    await send((await paged(1))[0]!);
    await press('U0ANN', 'acknowledge');
    await press('U0BOB', 'acknowledge');
    slack.fault('chat.postEphemeral', { kind: 'limited', seconds: 1 });
    await expect(refresh()).rejects.toMatchObject({ nextRetryDelay: 1000 });
    expect(slack.ephemerals).toEqual([]);
    await refresh();
    expect(slack.ephemerals).toHaveLength(1);
  });
});

describe('people', () => {
  it('are asked for once, and keep the name they had while Slack does not answer', async () => {
    await send((await paged(1))[0]!);
    await press('U0ANN', 'acknowledge');
    const before = slack.calls.filter((call) => call === 'users.info').length;
    await refresh();
    await press('U0ANN', 'escalate');
    await refresh();
    expect(slack.calls.filter((call) => call === 'users.info').length - before).toBe(1);
    aheadMs = 2 * 86_400_000;
    slack.fault('users.info', { kind: 'error', error: 'missing_scope' });
    await press('U0ANN', 'acknowledge');
    await press('U0ANN', 'resolve');
    await refresh();
    expect(shown(0)).toContain('Ann Meyer resolved it');
  });
});

describe('a page by e-mail', () => {
  it('has the picture, a link to answer in the receiver’s name, and is one conversation with the others', async () => {
    const to = [{ action: 'email', receiver: 'ann@example.com' }] as const;
    for (const deliveryId of [...(await paged(1, to)), ...(await paged(2, to))])
      expect(await activities().sendEmail({ fleet, deliveryId })).toBe('sent');
    const [first, second] = smtp.mails.map(({ parsed }) => parsed);
    expect(first?.subject).toBe('Open · Critical: Collision detected · d-17');
    expect(first?.attachments[0]?.contentId).toBe('<trip-path>');
    expect(first?.references).toBe(second?.references);
    expect(first?.messageId).not.toBe(second?.messageId);
    const signed = /https:\/\/tripline\.example\/a\/(\S+)/.exec(first?.text ?? '')?.[1] ?? '';
    const key = await instanceKey(test.db, LINK_KEY_NAME);
    const link = answerLinks.read(key, signed)!;
    expect(link).toMatchObject({ fleet, incidentId: incident.id, receiver: 'ann@example.com' });
    expect(isExpired(link, Date.now() / 1000)).toBe(false);
  });
});

describe('a mail whose worker dies', () => {
  const to = [{ action: 'email', receiver: 'ann@example.com' }] as const;
  const dead = { fleetId: '', id: '', at: new Date(0), leaseMs: 0, beginsLater: true };

  it('before the mail server could have it, is sent as if nothing had been', async () => {
    const [deliveryId = ''] = await paged(1, to);
    const ledger = createLedger(test.db);
    for (let kill = 0; kill < 3; kill += 1) await ledger.claim({ ...dead, fleetId: fleet, id: deliveryId });
    smtp.fault({ kind: 'dawdle_at', step: 'MAIL FROM', ms: 1_000 });
    const sending = activities().sendEmail({ fleet, deliveryId });
    // A crash while the server delays its answer to MAIL FROM would leave no unknown outcome either.
    const row = () => getDelivery(test.db, { fleetId: fleet, id: deliveryId });
    await expect.poll(async () => (await row())?.unsentAttempt, { interval: 10 }).toBe(4);
    expect(await sending).toBe('sent');
    expect(await row()).toMatchObject({ unsentAttempt: null, possibleRepeat: false });
    expect(smtp.mails.map(({ parsed }) => parsed.text?.includes('Possible duplicate'))).toEqual([false]);
  });

  it('after it began, is sent once more and says so', async () => {
    const [deliveryId = ''] = await paged(1, to);
    const ledger = createLedger(test.db);
    const claim = await ledger.claim({ ...dead, fleetId: fleet, id: deliveryId });
    const attempt = claim.kind === 'go' ? claim.attempt : 0;
    expect(await ledger.beginSending({ fleetId: fleet, id: deliveryId, attempt, at: new Date(0) })).toBe(
      true,
    );
    expect(await activities().sendEmail({ fleet, deliveryId })).toBe('sent');
    expect(smtp.mails.map(({ parsed }) => parsed.text?.includes('Possible duplicate'))).toEqual([true]);
  });
});

describe('a request to delete a trip', () => {
  it('shows in place what was decided, and who decided, once', async () => {
    const deletionId = await deletionOf(incident);
    const deliveryId = await askedFor(incident, deletionId);
    expect(await send(deliveryId)).toBe('sent');
    expect(shown(0)).toContain('deletion_approve');
    const refreshed = () => activities().refreshDeletionRequest({ fleet, deletionId });
    expect(await refreshed()).toBe(0);
    const verdict = { decision: 'rejected', who: 'slack:U0ANN', by: 'ann', note: 'It was real.' } as const;
    await storeVerdict(test.db, { fleetId: fleet, id: deletionId, ...verdict });
    expect(await refreshed()).toBe(1);
    expect(shown(0)).toContain('Ann Meyer rejected the deletion on');
    expect(shown(0)).toContain('“It was real.”');
    expect(shown(0)).not.toContain('action_id');
    expect(await refreshed()).toBe(0);
  });
});

async function deletionOf({ fleetId, driverId, tripId }: Incident): Promise<string> {
  const at = new Date();
  const { id } = await storeDeletion(test.db, {
    fleetId,
    driverId,
    tripId,
    rule: 'crash',
    at,
    cause: 'The trip is a test.',
    expiresAt: new Date(at.getTime() + 86_400_000),
  });
  return id;
}

/** Plans a message that requests an approval. */
async function askedFor({ fleetId, driverId, tripId }: Incident, deletionId: string): Promise<string> {
  const { id } = await storeDelivery(test.db, {
    fleetId,
    driverId,
    tripId,
    rule: 'asks',
    action: 'slack',
    receiver: '#fleet-safety',
  });
  await test.db
    .updateTable('deliveries')
    .set({ kind: 'deletion_request', deletionId })
    .where('id', '=', id)
    .execute();
  return id;
}

describe('without a Slack app', () => {
  it('the outbox keeps buttons and threads, and shows what Slack would show', async () => {
    for (const deliveryId of [...(await paged(1)), ...(await noted('joined'))])
      await activities({ outbox: true }).sendSlack({ fleet, deliveryId });
    await storeAnswer(test.db, {
      fleetId: fleet,
      id: incident.id,
      answer: { kind: 'acknowledge', who: 'ed', by: 'Ed', via: 'api' },
    });
    const one = activities({ outbox: true });
    expect(await one.refreshIncidentMessages({ fleet, incidentId: incident.id })).toBe(1);
    expect(await one.refreshIncidentMessages({ fleet, incidentId: incident.id })).toBe(0);
    const { items } = await listOutbox(test.db, { fleetId: fleet });
    const [note, page] = items;
    expect(JSON.stringify(page?.blocks)).toContain('Assigned to Ed since');
    const row = await test.db
      .selectFrom('deliveries')
      .select('reference')
      .where('id', '=', note!.deliveryId)
      .executeTakeFirstOrThrow();
    expect(row.reference).toEqual({ outbox_id: note?.id, thread_outbox_id: page?.id });
  });
});
