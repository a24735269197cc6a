import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSlackSender } from '../../../../activities/channels/slack/index.ts';
import { startSlackStandIn } from '../../../support/stand-ins/slack.ts';
import { useStarted } from '../../../support/run/useStarted.ts';

const slack = useStarted(startSlackStandIn);
beforeAll(async () => {
  const channel = await sender().resolve('#fleet-safety');
  if (channel.kind === 'found') lookup.channelId = channel.channelId;
});
beforeEach(() => {
  slack.messages.length = 0;
});

const sender = (token = slack.token) => createSlackSender({ token, apiUrl: slack.url });
const hasty = (lookupMs = 2_000) =>
  createSlackSender({
    token: slack.token,
    apiUrl: slack.url,
    timeLimits: { resolveMs: 2_000, nameMs: 300, lookupMs, callMs: 15_000 },
  });
const post = {
  channel: '#fleet-safety',
  text: 'Collision',
  blocks: [{ type: 'section', text: { type: 'mrkdwn', text: 'x' } }],
  deliveryKey: 'k-1',
};
const lookup = {
  channelId: '',
  deliveryKey: 'k-1',
  sinceSeconds: Math.floor(Date.now() / 1000) - 60,
};

describe('a message', () => {
  it('carries its delivery’s key and can be found by it', async () => {
    const sent = await sender().post(post);
    expect(sent).toMatchObject({ kind: 'sent', reference: { ts: slack.messages[0]!.ts } });
    expect(await sender().find(lookup)).toMatchObject({ kind: 'found', ts: slack.messages[0]!.ts });
  });

  it('that was taken while the answer was lost is found afterwards', async () => {
    slack.fault('chat.postMessage', { kind: 'accept_and_drop' });
    expect((await sender().post(post)).kind).toBe('unknown_outcome');
    expect((await sender().find(lookup)).kind).toBe('found');
  });

  it('that never arrived is not found', async () => {
    slack.fault('chat.postMessage', { kind: 'drop' });
    expect((await sender().post(post)).kind).toBe('unknown_outcome');
    expect((await sender().find(lookup)).kind).toBe('absent');
  });

  it('cannot be looked for when Slack does not let the app look', async () => {
    slack.fault('conversations.history', { kind: 'error', error: 'missing_scope' });
    expect((await sender().find(lookup)).kind).toBe('unknown');
  });

  it('is not looked for longer than the claim allows, however slowly Slack answers: it is unavailable then', async () => {
    const one = hasty();
    slack.fault('conversations.history', { kind: 'dawdle', ms: 12_000 });
    const began = performance.now();
    expect((await one.find(lookup)).kind).toBe('unavailable');
    slack.fault('conversations.list', { kind: 'dawdle', ms: 12_000 });
    expect((await one.resolve('#fleet-safety')).kind).toBe('unavailable');
    expect(performance.now() - began).toBeLessThan(12_000);
  });

  it('that was not found in a partial answer of Slack counts as no lookup: waiting would not shorten it', async () => {
    await sender().post(post);
    slack.fault('conversations.history', { kind: 'dawdle', ms: 15_000 });
    // Long enough for the thread's answer on a slow machine, and over before the channel's.
    const one = hasty(6_000);
    expect((await one.find({ ...lookup, threadTs: slack.messages[0]!.ts, deliveryKey: 'k-2' })).kind).toBe(
      'unknown',
    );
  });

  it('waits as long as Slack asks', async () => {
    slack.fault('chat.postMessage', { kind: 'limited', seconds: 3 });
    expect(await sender().post(post)).toMatchObject({ kind: 'not_sent', afterMs: 3000 });
  });

  it('to a channel that is not there is refused with a remedy', async () => {
    expect(await sender().post({ ...post, channel: '#nowhere' })).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('invite the app') as string,
    });
  });

  it('with a wrong token raises the fleet’s alarm and shows no token', async () => {
    const result = await sender('xoxb-planted-token').post(post);
    expect(result).toMatchObject({ kind: 'not_sent', alarm: 'slack_access' });
    expect(JSON.stringify(result)).not.toContain('planted');
  });
});

describe('a channel’s name', () => {
  it('leads to its id, also where private channels may not be listed', async () => {
    slack.withheld.add('groups:read');
    expect(await sender().resolve('#fleet-safety')).toEqual({ kind: 'found', channelId: lookup.channelId });
    slack.withheld.clear();
  });

  it('that leads nowhere is not asked for again at once', async () => {
    const one = sender();
    const before = slack.calls.length;
    const unknown = { kind: 'unknown' };
    expect(await Promise.all([one.resolve('#nowhere'), one.resolve('#nowhere')])).toEqual([unknown, unknown]);
    expect(await one.resolve('#nowhere')).toEqual(unknown);
    expect(slack.calls.length - before).toBe(1);
  });

  it('that nobody answers for is asked for again as soon as Slack is back', async () => {
    const one = sender();
    slack.fault('conversations.list', { kind: 'status', status: 500 });
    expect(await one.resolve('#fleet-safety')).toEqual({ kind: 'unavailable' });
    expect((await one.resolve('#fleet-safety')).kind).toBe('found');
  });
});

describe('a picture', () => {
  it('is uploaded and its id comes back', async () => {
    const id = await sender().upload({ filename: 'trip.png', png: Buffer.from('png'), altText: 'path' });
    expect(id).toMatch(/^F\d+$/);
    expect(slack.uploads.at(-1)?.bytes.toString()).toContain('png');
  });

  it('that Slack does not take delays nothing', async () => {
    slack.fault('files.getUploadURLExternal', { kind: 'error', error: 'missing_scope' });
    expect(
      await sender().upload({ filename: 'trip.png', png: Buffer.from('png'), altText: 'path' }),
    ).toBeUndefined();
  });

  it('goes into the message afterwards', async () => {
    await sender().post(post);
    const [message] = slack.messages;
    expect(
      await sender().update({
        channelId: message!.channel,
        ts: message!.ts,
        text: 'Collision',
        blocks: [{ type: 'divider' }],
      }),
    ).toEqual({ kind: 'sent' });
    expect(slack.messages[0]!.blocks).toEqual([{ type: 'divider' }]);
  });
});
