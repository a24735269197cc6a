import { beforeEach, describe, expect, it } from 'vitest';
import { createSlackSender } from '../../../activities/channels/slack/index.ts';
import { digestSlack } from '../../../messages/digests/index.ts';
import { lateAnswer } from '../../../messages/incidents/index.ts';
import { slackMessage } from '../../../messages/message.ts';
import { exampleDigest } from '../../messages/digests/exampleDigest.ts';
import { exampleAlert } from '../../messages/exampleAlert.ts';
import { exampleDeletion, exampleIncident } from '../../messages/exampleIncident.ts';
import { startSlackStandIn } from '../../support/stand-ins/slack.ts';
import { useStarted } from '../../support/run/useStarted.ts';

const slack = useStarted(startSlackStandIn);
beforeEach(() => {
  slack.messages.length = 0;
  slack.clearFaults();
});

const sender = () => createSlackSender({ token: slack.token, apiUrl: slack.url });
const refusals = (error: string, times: number) =>
  Array.from({ length: times }, () => ({ kind: 'error', error }) as const);

const MESSAGES = [
  ['an alert', slackMessage(exampleAlert)],
  ['a page', slackMessage(exampleIncident)],
  ['a note', slackMessage({ ...exampleIncident, reason: 'note' })],
  ['an approval request', slackMessage(exampleDeletion)],
  ['a digest', digestSlack(exampleDigest, { pageUrl: 'https://tripline.example/d/abc' })],
] as const;

/** Error codes with which Slack refuses a message for its content, though its channel would accept another one. */
const WORDS = ['msg_too_long', 'msg_blocks_too_long', 'invalid_blocks', 'invalid_blocks_format'];

describe.each(WORDS)('Slack answers %s', (word) => {
  it.each(MESSAGES)('to %s: a shorter one arrives', async (_name, message) => {
    for (const times of [1, 2]) {
      slack.fault('chat.postMessage', ...refusals(word, times));
      const result = await sender().post({ ...message, channel: '#fleet-safety', deliveryKey: `k-${times}` });
      expect(result.kind).toBe('sent');
    }
    const [short, words] = slack.messages;
    expect(short?.blocks.length).toBeLessThanOrEqual(message.blocks.length);
    expect(words).toMatchObject({ blocks: [], deliveryKey: 'k-2' });
    expect(words?.text.slice(0, 20)).toBe(message.text.slice(0, 20));
  });

  it('to all sizes: it is refused for good, and Slack is asked three times', async () => {
    slack.fault('chat.postMessage', ...refusals(word, 3));
    const before = slack.calls.length;
    const post = { ...MESSAGES[0][1], channel: '#fleet-safety', deliveryKey: 'k' };
    expect(await sender().post(post)).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining(word) as string,
    });
    expect(slack.calls.length - before).toBe(3);
    expect(slack.messages).toEqual([]);
  });

  it('to an update: the message shows the newest in fewer words', async () => {
    const posted = await sender().post({ ...MESSAGES[1][1], channel: '#fleet-safety', deliveryKey: 'k' });
    expect(posted.kind).toBe('sent');
    const { channel: channelId, ts } = slack.messages[0]!;
    slack.fault('chat.update', ...refusals(word, 1));
    const acknowledged = { ...exampleIncident.incident, state: 'acknowledged', assignee: 'Ben' } as const;
    const newest = slackMessage({ ...exampleIncident, incident: acknowledged });
    expect(await sender().update({ ...newest, channelId, ts })).toEqual({ kind: 'sent' });
    expect(JSON.stringify(slack.messages[0]?.blocks)).toContain('Assigned to Ben');
  });

  it('to an ephemeral message: its words arrive', async () => {
    slack.fault('chat.postEphemeral', ...refusals(word, 1));
    const { incident, fleet } = exampleIncident;
    const late = lateAnswer({ because: 'acknowledged', person: 'Ben' }, { incident, fleet });
    const to = { channelId: '#fleet-safety', userId: 'U1' };
    expect(await sender().sendEphemeral({ ...late, ...to })).toEqual({ kind: 'sent' });
    expect(slack.ephemerals.at(-1)?.text).toContain('Ben');
  });
});

describe('a Slack that counts every character', () => {
  it('takes a summary whose drivers have names of 500 characters at the first try', async () => {
    const name = 'Ä & B <'.repeat(72);
    const also = Array.from({ length: 30 }, () => ({
      rule: { ...exampleAlert.rule, name },
      sentence: name,
      text: name,
    }));
    const message = slackMessage({ ...exampleAlert, driver: { id: name, name }, text: name, also });
    const before = slack.calls.length;
    const result = await sender().post({ ...message, channel: '#fleet-safety', deliveryKey: 'k' });
    expect(result.kind).toBe('sent');
    expect(slack.calls.length - before).toBe(1);
  });

  it('refuses what is too long as a whole, so that the tests on it would see such a message', async () => {
    const text = { type: 'mrkdwn', text: 'x'.repeat(2_900) };
    const post = { channel: '#fleet-safety', text: 'x', deliveryKey: 'k' };
    const blocks = Array.from({ length: 4 }, () => ({ type: 'section', text }));
    expect(await sender().post({ ...post, blocks })).toMatchObject({
      reason: 'Slack answered msg_blocks_too_long',
    });
    const long = { ...text, text: 'x'.repeat(3_001) };
    expect(await sender().post({ ...post, blocks: [{ type: 'section', text: long }] })).toMatchObject({
      reason: 'Slack answered invalid_blocks',
    });
  });
});
