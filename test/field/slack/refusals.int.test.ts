import { MockActivityEnvironment } from '@temporalio/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSlackChannel, createSlackSender } from '../../../activities/channels/slack/index.ts';
import { messengersInTest } from '../../support/incidents/messengers.ts';
import type { MessengersInTest } from '../../support/incidents/messengers.ts';
import { startSlackStandIn } from '../../support/stand-ins/slack.ts';
import type { SlackOutage } from '../../support/stand-ins/slack.ts';
import { UNLIMITED } from '../../support/servers/stack.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';
import { useStarted } from '../../support/run/useStarted.ts';

const inTest = useDatabase();
const DAY_MS = 86_400_000;
const PAGE = '<!DOCTYPE html><html><body>Sign in first.</body></html>';
const no = (error: string): SlackOutage => ({ status: 200, body: JSON.stringify({ ok: false, error }) });

let fleets = 0;
let fleet: MessengersInTest;
const slack = useStarted(startSlackStandIn);
beforeEach(async () => {
  slack.outage = undefined;
  slack.clearFaults();
  slack.messages.length = 0;
  fleet = await messengersInTest(inTest.db, {
    fleet: `f-${(fleets += 1)}`,
    channels: { slack: createSlackChannel({ rateLimit: UNLIMITED }) },
    connections: { slack: createSlackSender({ token: slack.token, apiUrl: slack.url }) },
  });
});

const CHANNEL = { action: 'slack', receiver: '#safety-urgent' } as const;
const KINDS = ['incident_note', 'incident_page'] as const;

describe.each(KINDS)(
  'Slack that answers 429 without Retry-After to posts and lookups alike leaves a %s',
  (kind) => {
    it.each([
      ['without a body', ''],
      ['with the word alone', 'message_limit_exceeded'],
    ])('waiting, and it is sent once, unmarked, when the limit is over: %s', async (_how, body) => {
      const id = await fleet.plan(kind, CHANNEL);
      slack.outage = { status: 429, body };
      const limited = await fleet.attempts(id, 6);
      expect(limited.map(({ ended }) => ended)).toEqual(Array<string>(6).fill('slack_not_sent'));
      expect(await fleet.delivery(id)).toMatchObject({ state: 'pending', unknownOutcomeAttempts: [] });
      slack.outage = undefined;
      expect((await fleet.attempt(id)).ended).toBe('sent');
      expect(slack.messages).toHaveLength(1);
      expect(await fleet.delivery(id)).toMatchObject({ state: 'sent', possibleRepeat: false });
    });
  },
);

describe('Slack that refuses with a word about neither the message nor the channel', () => {
  it.each(KINDS)(
    'has a %s tried for a day with an alarm, and then shown as failed with the word',
    async (kind) => {
      const id = await fleet.plan(kind, CHANNEL);
      slack.outage = no('two_factor_setup_required');
      await fleet.attempt(id);
      expect(await fleet.openAlarms()).toEqual(['slack_refused']);
      fleet.pass(DAY_MS / 2);
      expect((await fleet.attempt(id)).ended).toBe('slack_not_sent');
      fleet.pass(DAY_MS / 2);
      expect((await fleet.attempt(id)).ended).toBe('failed');
      expect(await fleet.delivery(id)).toMatchObject({
        state: 'failed',
        reason: expect.stringContaining('two_factor_setup_required') as string,
      });
      expect(slack.messages).toEqual([]);
    },
  );

  it('and then takes messages has it once, unmarked', async () => {
    const id = await fleet.plan('incident_note', CHANNEL);
    slack.outage = no('message_limit_exceeded');
    await fleet.attempts(id, 5);
    slack.outage = undefined;
    expect((await fleet.attempt(id)).ended).toBe('sent');
    expect(slack.messages).toHaveLength(1);
    expect(await fleet.delivery(id)).toMatchObject({ possibleRepeat: false });
  });

  it('is counted anew after an attempt that it did not answer', async () => {
    const id = await fleet.plan('incident_note', CHANNEL);
    slack.outage = no('message_limit_exceeded');
    await fleet.attempt(id);
    fleet.pass(DAY_MS);
    slack.outage = { status: 403, body: PAGE };
    await fleet.attempt(id);
    expect(await fleet.delivery(id)).toMatchObject({ refusals: 0, refusedSince: null });
    slack.outage = no('message_limit_exceeded');
    expect((await fleet.attempt(id)).ended).toBe('slack_not_sent');
  });

  it('in a thread alone has the message begin a thread of its own', async () => {
    expect((await fleet.attempt(await fleet.plan('incident_page', CHANNEL))).ended).toBe('sent');
    slack.fault('chat.postMessage', {
      kind: 'answer',
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: '{"ok":false,"error":"restricted_by_a_new_preference"}',
    });
    expect((await fleet.attempt(await fleet.plan('incident_page', CHANNEL))).ended).toBe('sent');
    expect(slack.messages.map(({ threadTs }) => threadTs)).toEqual([undefined, undefined]);
  });
});

describe.each<[string, SlackOutage]>([
  ['a page of a proxy with 200', { status: 200, body: PAGE }],
  ['nothing with 200', { status: 200, body: '' }],
  ['a page of a gateway with 502', { status: 502, body: PAGE }],
  ['internal_error', no('internal_error')],
])('Slack in whose place comes %s for hours', (_what, outage) => {
  it('leaves a note waiting, and it is sent once, unmarked', async () => {
    const id = await fleet.plan('incident_note', CHANNEL);
    slack.outage = outage;
    const ends = (await fleet.attempts(id, 4)).map(({ ended }) => ended);
    expect(ends[0]).toBe('slack_unclear');
    fleet.pass(6 * 3_600_000);
    expect(await fleet.delivery(id)).toMatchObject({ state: 'pending', possibleRepeat: false });
    slack.outage = undefined;
    expect((await fleet.attempt(id)).ended).toBe('sent');
    expect(slack.messages).toHaveLength(1);
    expect(await fleet.delivery(id)).toMatchObject({ possibleRepeat: false });
  });

  it('has a page sent once more, marked, and then waiting for a lookup', async () => {
    const id = await fleet.plan('incident_page', CHANNEL);
    slack.outage = outage;
    await fleet.attempts(id, 5);
    expect(await fleet.delivery(id)).toMatchObject({
      state: 'pending',
      possibleRepeat: true,
      unknownOutcomeAttempts: [1, 2],
    });
    slack.outage = undefined;
    fleet.pass(60_000);
    expect((await fleet.attempt(id)).ended).toBe('sent');
    expect(slack.messages).toHaveLength(1);
  });
});

describe('an update that Slack refuses with a word about neither the message nor the channel', () => {
  const changed = async (): Promise<string> => {
    const id = await fleet.plan('incident_page', CHANNEL);
    expect((await fleet.attempt(id)).ended).toBe('sent');
    await fleet.plan('incident_note', CHANNEL);
    return id;
  };
  const pageShows = async (id: string) => (await fleet.delivery(id))?.shownChange;
  const asActivity = (sinceMs: number): Promise<number> =>
    new MockActivityEnvironment({ scheduledTimestampMs: sinceMs }).run(() => fleet.refresh());

  it('is tried again, and made when Slack takes it', async () => {
    const id = await changed();
    const shown = await pageShows(id);
    slack.outage = no('message_limit_exceeded');
    await expect(asActivity(fleet.now().getTime())).rejects.toMatchObject({ type: 'messages_not_updated' });
    expect(await pageShows(id)).toBe(shown);
    slack.outage = undefined;
    expect(await asActivity(fleet.now().getTime())).toBe(1);
    expect(await pageShows(id)).toBeGreaterThan(shown ?? 0);
  });

  it('is left after a day, and the incident goes on without it', async () => {
    await changed();
    slack.outage = no('message_limit_exceeded');
    expect(await asActivity(fleet.now().getTime() - DAY_MS)).toBe(0);
  });
});
