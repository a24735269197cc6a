import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer } from '../../server/main.ts';
import type { RunningServer } from '../../server/main.ts';
import { FLEET, startStack } from '../support/stack.ts';
import type { Stack } from '../support/stack.ts';

/** A test message takes the way of every message: the worker has the secrets, and the web server needs none. */
let stack: Stack;
let server: RunningServer;
beforeAll(async () => {
  stack = await startStack();
  await stack.startWorker();
  server = await startServer({
    config: { ...stack.config, port: 0, host: '127.0.0.1' },
    database: stack.database,
    log: pino({ level: 'silent' }),
    registry: new Registry(),
  });
});
afterAll(async () => {
  await server?.close();
  await stack?.close();
});

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
  return { status: response.status, json: (await response.json()) as Shown & { items?: never } };
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
  });

  it('goes out as an e-mail, and says what the mail server answered', async () => {
    const sent = await call('POST', '/channels/email/test', { body: { to: 'lead@example.com' } });
    const shown = await ended('email', sent.json.id);
    expect(shown.state).toBe('sent');
    expect(shown.answer).toMatch(/^250 /);
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
});
