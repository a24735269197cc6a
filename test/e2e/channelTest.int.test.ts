import { randomBytes, randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { Webhook } from 'standardwebhooks';
import { beforeAll, describe, expect, it } from 'vitest';
import { endpointSecret, originOf } from '../../messages/channels/webhook/index.ts';
import { startServer } from '../../server/main.ts';
import { FLEET } from '../support/servers/stack.ts';
import { useStack } from '../support/servers/useStack.ts';
import { useStarted } from '../support/run/useStarted.ts';
import { startHttpStandIn } from '../support/stand-ins/http.ts';

/** Tests that a test message is sent like every other: the worker has the secrets, and the web server needs none. */
const SIGNING_SECRET = `whsec_${randomBytes(32).toString('base64')}`;
const hook = useStarted(() => startHttpStandIn(({ path }) => ({ status: path === '/gone' ? 410 : 204 })));
const stack = useStack(() => ({
  more: { WEBHOOK_SIGNING_SECRET: SIGNING_SECRET, WEBHOOK_ALLOW_HOSTS: hook.host },
}));
const server = useStarted(() =>
  startServer({
    config: { ...stack.config, port: 0, host: '127.0.0.1' },
    database: stack.database,
    log: pino({ level: 'silent' }),
    registry: new Registry(),
  }),
);
beforeAll(() => stack.startWorker());

interface Shown {
  readonly id: string;
  readonly state: string;
  readonly answer?: string;
}

async function call(method: string, path: string, options: { body?: object; key?: string } = {}) {
  const response = await fetch(`${server.url}/api/v1/fleets/${FLEET}${path}`, {
    method,
    headers: {
      authorization: 'Bearer planted-editor-token',
      'content-type': 'application/json',
      ...(options.key !== undefined && { 'idempotency-key': options.key }),
    },
    ...(options.body && { body: JSON.stringify(options.body) }),
  });
  return {
    status: response.status,
    json: (await response.json()) as Shown & {
      readonly items?: readonly { channel?: string; testable?: boolean; title?: string }[];
    },
  };
}

async function ended(channel: string, id: string): Promise<Shown> {
  let shown: Shown | undefined;
  await expect
    .poll(
      async () => {
        shown = (await call('GET', `/channels/${channel}/tests/${id}`)).json;
        return shown.state;
      },
      { timeout: 60_000 },
    )
    .not.toBe('pending');
  return shown!;
}

describe('a test message', () => {
  it('goes to Slack once, however often the press is repeated', async () => {
    const key = randomUUID();
    const press = { body: { to: '#fleet-safety', by: 'Ann' }, key };
    const answers = await Promise.all([1, 2, 3].map(() => call('POST', '/channels/slack/test', press)));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1);
    expect(await ended('slack', answers[0]!.json.id)).toMatchObject({
      state: 'sent',
      receiver: '#fleet-safety',
    });
    expect(stack.slack.messages.map(({ text }) => text)).toEqual([expect.stringContaining('Test message')]);
    expect(JSON.stringify(stack.slack.messages[0]!.blocks)).toContain('Ann tested this channel');
    const { json } = await call('GET', '/deliveries?channel=slack');
    expect(json.items?.map(({ title }) => title)).toEqual([
      expect.stringMatching(/Test message · Ann tested this channel/),
    ]);
  });

  it('goes out as an e-mail, and says what the mail server answered', async () => {
    const sent = await call('POST', '/channels/email/test', { body: { to: 'lead@example.com' } });
    const shown = await ended('email', sent.json.id);
    expect(shown.state).toBe('sent');
    expect(shown.answer).toMatch(/^250 /);
    const { json } = await call('GET', '/deliveries?channel=email');
    expect(json.items?.map(({ title }) => title)).toEqual(['Test message']);
    expect(stack.smtp.mails.map(({ to, parsed }) => [to, parsed.subject])).toEqual([
      [['lead@example.com'], 'Test message'],
    ]);
  });

  it('that the channel refuses says why', async () => {
    stack.smtp.unknownRecipients.add('nobody@example.com');
    const sent = await call('POST', '/channels/email/test', { body: { to: 'nobody@example.com' } });
    const shown = await ended('email', sent.json.id);
    expect(shown.state).toBe('failed');
    expect(shown.answer).toContain('550');
  });

  it('goes to a receiver of webhooks, signed, with a body of its own', async () => {
    const sent = await call('POST', '/channels/webhook/test', { body: { to: `${hook.url}/in`, by: 'Ann' } });
    expect(sent.status).toBe(202);
    const { json: listed } = await call('GET', '/channels');
    expect(listed.items?.map(({ channel, testable }) => [channel, testable])).toEqual([
      ['slack', true],
      ['email', true],
      ['webhook', true],
    ]);
    expect(await ended('webhook', sent.json.id)).toMatchObject({ state: 'sent', receiver: `${hook.url}/in` });
    const [{ headers, body }] = hook.received as [(typeof hook.received)[number]];
    const secret = endpointSecret(SIGNING_SECRET, { fleet: FLEET, origin: originOf(hook.url)! }, 1);
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual({
      type: 'channel.test',
      timestamp: expect.any(String) as string,
      data: {
        fleet: FLEET,
        text: expect.stringContaining('Ann tested this channel') as string,
        possible_repeat: false,
      },
    });
    expect(hook.received).toHaveLength(1);
  });

  it('that a receiver of webhooks refuses says why, and an address that is none is refused at once', async () => {
    const sent = await call('POST', '/channels/webhook/test', { body: { to: `${hook.url}/gone` } });
    const shown = await ended('webhook', sent.json.id);
    expect(shown).toMatchObject({ state: 'failed', answer: expect.stringContaining('410') as string });
    for (const to of ['#fleet-safety', 'lead@example.com', 'ftp://one.example', 'https://a:b@one.example'])
      expect((await call('POST', '/channels/webhook/test', { body: { to } })).status).toBe(422);
  });
});
