import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSlackSender } from '../../../activities/channels/slack/index.ts';
import { startSlackStandIn } from '../../support/stand-ins/slack.ts';
import type { SlackFault } from '../../support/stand-ins/slack.ts';
import { useStarted } from '../../support/run/useStarted.ts';

/** Tests answers that callers of Slack's Web API reported, each with what is known of the message afterwards. */
let channelId = '';
const slack = useStarted(startSlackStandIn);
beforeAll(async () => {
  const channel = await sender().resolve('#fleet-safety');
  if (channel.kind === 'found') channelId = channel.channelId;
});
beforeEach(() => slack.clearFaults());

const sender = () => createSlackSender({ token: slack.token, apiUrl: slack.url });
const post = () =>
  sender().post({ channel: '#fleet-safety', text: 'Collision', blocks: [], deliveryKey: 'k-1' });
const find = () => sender().find({ channelId, deliveryKey: 'k-1', sinceSeconds: 0 });

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const HTML =
  '<!DOCTYPE html><html><head><title>Access denied</title></head><body>Sign in first.</body></html>';
const answer = (status: number, body = '', headers: Readonly<Record<string, string>> = {}): SlackFault => ({
  kind: 'answer',
  status,
  headers,
  body,
});
const no = (error: string, status = 200): SlackFault =>
  answer(status, JSON.stringify({ ok: false, error }), JSON_TYPE);
const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toUTCString();

const LIMITED = { kind: 'not_sent' };
const LATER = 'later';
const REFUSED_A_DAY = { kind: 'not_sent', refusal: { alarm: 'slack_refused', endsAfterMs: 86_400_000 } };
const UNREADABLE = { kind: 'unknown_outcome', unavailable: true };
const NOT_SLACK = { kind: 'not_sent', unavailable: true };

/** A report, the answer, the expected outcome of a post, and the expected outcome of a lookup with this answer. */
const REPORTED: readonly [string, SlackFault, object, string][] = [
  ['429 without Retry-After (node-slack-sdk 1421)', answer(429), LIMITED, LATER],
  [
    '429 without Retry-After whose body is the word alone (slack-go 1383)',
    answer(429, 'message_limit_exceeded'),
    LIMITED,
    LATER,
  ],
  [
    '429 with a sentence (slack-bot-api 57)',
    answer(429, 'You are sending too many requests.'),
    LIMITED,
    LATER,
  ],
  [
    '429 with a date (RFC 9110)',
    answer(429, '', { 'retry-after': inSeconds(40) }),
    { kind: 'not_sent', afterMs: expect.closeTo(40_000, -4) as number },
    LATER,
  ],
  ['429 with a word as Retry-After', answer(429, '', { 'retry-after': 'soon' }), LIMITED, LATER],
  ['429 with Retry-After 0', answer(429, '', { 'retry-after': '0' }), LIMITED, LATER],
  [
    '429 that names the pause in its body alone (alertmanager 2111)',
    answer(429, '{"retry_after":7,"ok":false,"error":"rate_limited"}', JSON_TYPE),
    { kind: 'not_sent', afterMs: 7_000 },
    LATER,
  ],
  ['the limit as a word of a 200 (python-slack-sdk 488)', no('ratelimited'), LIMITED, LATER],
  [
    'a word for the limit of a plan (grafana oncall 1721)',
    no('message_limit_exceeded'),
    REFUSED_A_DAY,
    'unknown',
  ],
  ['fatal_error now and then (node-slack-sdk 1680)', no('fatal_error'), UNREADABLE, 'unavailable'],
  [
    'internal_error, which may have done part of it (Slack’s list)',
    no('internal_error'),
    UNREADABLE,
    'unavailable',
  ],
  [
    'a page of a proxy with 200 (slack-bot-api 150)',
    answer(200, HTML, { 'content-type': 'text/html' }),
    UNREADABLE,
    'unavailable',
  ],
  ['an empty 200', answer(200), UNREADABLE, 'unavailable'],
  ['the word ok alone (slack-github-action 671)', answer(200, 'ok'), UNREADABLE, 'unavailable'],
  ['a JSON null', answer(200, 'null', JSON_TYPE), UNREADABLE, 'unavailable'],
  ['a JSON list', answer(200, '[]', JSON_TYPE), UNREADABLE, 'unavailable'],
  ['an object without ok', answer(200, '{}', JSON_TYPE), UNREADABLE, 'unavailable'],
  [
    'a cut JSON (terminal-slack 30)',
    answer(200, '{"ok":true,"channel":"C1","ts":', JSON_TYPE),
    UNREADABLE,
    'unavailable',
  ],
  ['ok false without a word', answer(200, '{"ok":false}', JSON_TYPE), UNREADABLE, 'unavailable'],
  [
    'ok false with a sentence in place of a word',
    no('Something went wrong, sorry.'),
    UNREADABLE,
    'unavailable',
  ],
  ['502 with a page', answer(502, HTML), UNREADABLE, 'unavailable'],
  ['500 with a readable word', no('internal_error', 500), UNREADABLE, 'unavailable'],
  ['503 with a readable word', no('service_unavailable', 503), UNREADABLE, 'unavailable'],
  ['401 of a proxy (node-slack-sdk 1058)', answer(401, HTML), NOT_SLACK, 'unavailable'],
  ['403 of a proxy (python-slack-sdk 1483)', answer(403, HTML), NOT_SLACK, 'unavailable'],
  [
    '407 of a proxy that wants a login, which fetch itself makes an error of',
    answer(407, HTML),
    UNREADABLE,
    'unavailable',
  ],
  ['404 of something that is not Slack (node-red-slack 30)', answer(404, HTML), NOT_SLACK, 'unavailable'],
  ['408 of a gateway that gave up', answer(408, HTML), UNREADABLE, 'unavailable'],
  [
    'a redirect to a sign-in page',
    answer(302, '', { location: 'http://127.0.0.1:1/sign-in' }),
    NOT_SLACK,
    'unavailable',
  ],
  ['403 with a readable word (alertmanager 3727)', no('invalid_token', 403), REFUSED_A_DAY, 'unknown'],
  ['not_allowed_token_type (Slack’s list)', no('not_allowed_token_type'), REFUSED_A_DAY, 'unknown'],
  ['two_factor_setup_required (Slack’s list)', no('two_factor_setup_required'), REFUSED_A_DAY, 'unknown'],
  ['enterprise_is_restricted (Slack’s list)', no('enterprise_is_restricted'), REFUSED_A_DAY, 'unknown'],
  ['a word that Slack has not invented yet', no('quantum_link_down'), REFUSED_A_DAY, 'unknown'],
  [
    'invalid_auth that passed by itself (jenkinsci slack-plugin 631)',
    no('invalid_auth'),
    { kind: 'not_sent', alarm: 'slack_access' },
    LATER,
  ],
  [
    'token_revoked until someone reinstalls (louisville.io 62)',
    no('token_revoked'),
    { kind: 'not_sent', alarm: 'slack_access' },
    LATER,
  ],
  [
    'accesslimited to other networks (Slack’s list)',
    no('accesslimited'),
    { kind: 'not_sent', alarm: 'slack_access' },
    LATER,
  ],
  ['missing_scope', no('missing_scope'), { kind: 'not_sent', alarm: 'slack_access' }, 'unknown'],
  ['service_unavailable (Slack’s list)', no('service_unavailable'), NOT_SLACK, 'unavailable'],
  [
    'team_added_to_org while a workspace moves (Slack’s list)',
    no('team_added_to_org'),
    NOT_SLACK,
    'unavailable',
  ],
  ['channel_not_found', no('channel_not_found'), { kind: 'refused' }, 'unknown'],
  ['is_archived', no('is_archived'), { kind: 'refused' }, 'unknown'],
  [
    'restricted_action_read_only_channel (Slack’s list)',
    no('restricted_action_read_only_channel'),
    { kind: 'refused' },
    'unknown',
  ],
  ['msg_too_long', no('msg_too_long'), { kind: 'refused', tooLong: true }, 'unknown'],
  [
    'msg_blocks_too_long (Slack’s list)',
    no('msg_blocks_too_long'),
    { kind: 'refused', tooLong: true },
    'unknown',
  ],
  ['invalid_blocks', no('invalid_blocks'), { kind: 'refused' }, 'unknown'],
];

describe('an answer to a post', () => {
  it.each(REPORTED)('has a known outcome: %s', async (_what, fault, known) => {
    slack.fault('chat.postMessage', fault);
    const result = await post();
    expect(result).toMatchObject(known);
    expect(JSON.stringify(result)).not.toMatch(/DOCTYPE|Something went wrong|too many requests/);
  });

  it.each([
    ['without a time', '{"ok":true,"channel":"C1"}'],
    ['and nothing else', '{"ok":true}'],
  ])(
    'that says ok %s leaves the outcome unknown, because the message could not be found again',
    async (_what, body) => {
      slack.fault('chat.postMessage', answer(200, body, JSON_TYPE));
      expect(await post()).toMatchObject(UNREADABLE);
    },
  );

  it('that names no pause leaves the pause to the profile', async () => {
    slack.fault('chat.postMessage', answer(429));
    expect(await post()).not.toHaveProperty('afterMs');
  });
});

describe('an answer to a lookup', () => {
  it.each(REPORTED)('says what the lookup knows: %s', async (_what, fault, _known, lookup) => {
    slack.fault('conversations.history', fault);
    expect((await find()).kind).toBe(lookup);
  });
});

describe('the lookup of a channel’s name', () => {
  it('is repeated at once after a limit, because the next page waits for it', async () => {
    const one = sender();
    slack.fault('conversations.list', answer(429));
    expect(await one.resolve('#fleet-safety')).toEqual({ kind: 'later' });
    expect((await one.resolve('#fleet-safety')).kind).toBe('found');
  });
});
