import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { Client, Connection } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import type { Payload } from '@temporalio/common';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { findTemporalCli } from '../../../cli/embedded/index.ts';
import { readCodecConfig } from '../../../config.ts';
import type { PayloadKey } from '../../../config.ts';
import { createCodecApp } from '../../../server/codec/index.ts';
import { listen } from '../../../server/http/index.ts';
import type { Listening } from '../../../server/http/index.ts';
import { createDataConverter, createPayloadCodec } from '../../../temporal/index.ts';

const TOKEN = 'planted-codec-token-1';
const UI = 'https://temporal.example.com';
const keyCalled = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;
const keysOf = (...entries: readonly string[]): readonly PayloadKey[] =>
  readCodecConfig({ PAYLOAD_ENCRYPTION_KEYS: entries.join(','), CODEC_TOKENS: TOKEN }).keys;
const [OLD, NEW] = [keyCalled('old-key'), keyCalled('new-key')];

const lines: string[] = [];
let server: Listening;
beforeAll(async () => {
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
  const tokens = [TOKEN, 'planted-codec-token-2'];
  const app = createCodecApp({ keys: keysOf(NEW, OLD), tokens, origins: [UI], log });
  server = await listen(app, { host: '127.0.0.1', port: 0 });
});
afterAll(() => server.close());

const base64 = (value: Uint8Array): string => Buffer.from(value).toString('base64');
/** Returns a payload as protobuf writes it in JSON. */
const sent = ({ metadata, data }: Payload): object => ({
  metadata: Object.fromEntries(Object.entries(metadata ?? {}).map(([name, value]) => [name, base64(value)])),
  ...(data?.length ? { data: base64(data) } : {}),
});
const plain = (value: unknown): Payload => defaultPayloadConverter.toPayload(value);
const sealed = async (value: unknown, ...keys: readonly string[]): Promise<object> =>
  sent((await createPayloadCodec(keysOf(...keys)).encode([plain(value)]))[0]!);

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Returns the decoded payloads of the response. */
  readonly values: () => unknown[];
}

async function ask(path: string, request: RequestInit = {}): Promise<Answer> {
  const response = await fetch(`${server.url}${path}`, request);
  const text = await response.text();
  const { status, headers } = response;
  const values = (): unknown[] =>
    (JSON.parse(text) as { payloads: { data: string }[] }).payloads.map(
      ({ data }) => JSON.parse(Buffer.from(data, 'base64').toString()) as unknown,
    );
  return { status, headers, text, values };
}

const JSON_BODY = { 'content-type': 'application/json' };
const decode = (body: unknown, headers: Record<string, string> = {}, path = '/decode'): Promise<Answer> =>
  ask(path, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { ...JSON_BODY, authorization: `Bearer ${TOKEN}`, 'x-namespace': 'default', ...headers },
  });

describe('decode', () => {
  it('opens payloads of every key, and leaves what is not encrypted as it is', async () => {
    const payloads = [await sealed({ driver: 'd-1' }, NEW), await sealed('old', OLD), sent(plain('plain'))];
    const answer = await decode({ payloads });
    expect(answer.status).toBe(200);
    expect(answer.values()).toEqual([{ driver: 'd-1' }, 'old', 'plain']);
    expect(answer.text).toContain(`"encoding":"${base64(Buffer.from('json/plain'))}"`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('answers below any path, as clients put namespaces in front', async () => {
    const answer = await decode({ payloads: [await sealed(1, NEW)] }, {}, '/tripline/default/decode');
    expect(answer.values()).toEqual([1]);
  });

  it('leaves a payload of an unknown key closed, opens the others, and logs the key’s id', async () => {
    const closed = await sealed('secret words', keyCalled('lost-key'));
    const answer = await decode({ payloads: [closed, await sealed('open', NEW)] });
    expect(answer.status).toBe(200);
    const { payloads } = JSON.parse(answer.text) as { payloads: object[] };
    expect(payloads[0]).toEqual(closed);
    expect(Buffer.from((payloads[1] as { data: string }).data, 'base64').toString()).toBe('"open"');
    expect(lines.join('')).toContain('encrypted with the key \\"lost-key\\"');
  });

  it('opens a payload of several megabytes', async () => {
    const value = 'x'.repeat(4_000_000);
    expect((await decode({ payloads: [await sealed(value, NEW)] })).values()).toEqual([value]);
  });
});

describe('who may ask', () => {
  const payloads = async (): Promise<string> => JSON.stringify({ payloads: [await sealed('secret', NEW)] });

  it.each([
    ['no token', undefined],
    ['a wrong token', 'Bearer planted-wrong-token-1'],
    ['a token without its scheme', TOKEN],
    ['a wrong password', `Basic ${base64(Buffer.from('ui:planted-wrong-token-1'))}`],
  ])('%s is answered 401, and nothing is decrypted', async (_name, authorization) => {
    const headers = { ...JSON_BODY, ...(authorization !== undefined && { authorization }) };
    const answer = await ask('/decode', { method: 'POST', headers, body: await payloads() });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Basic /);
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'not_authenticated' });
    expect(answer.text).not.toContain('payloads');
  });

  it.each([
    ['the second token', 'Bearer planted-codec-token-2'],
    ['a token as a password', `Basic ${base64(Buffer.from(`anyone:${TOKEN}`))}`],
  ])('%s opens', async (_name, authorization) => {
    const answer = await decode(await payloads(), { authorization });
    expect(answer.values()).toEqual(['secret']);
  });

  it('a browser signs in at the start page', async () => {
    expect((await ask('/')).headers.get('www-authenticate')).toMatch(/^Basic /);
    const authorization = `Basic ${base64(Buffer.from(`anyone:${TOKEN}`))}`;
    expect((await ask('/', { headers: { authorization } })).status).toBe(200);
  });

  it('a health check needs no token', async () => {
    expect(await ask('/healthz')).toMatchObject({ status: 200, text: '{"status":"ok"}' });
  });
});

describe('pages of Temporal’s UI', () => {
  const preflight = (origin: string, more: Record<string, string> = {}): Promise<Answer> =>
    ask('/decode', {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        ...more,
        'access-control-request-headers': 'authorization,content-type,x-namespace',
      },
    });

  it('may ask after a preflight request without a token, with the token and cookies', async () => {
    const asked = await preflight(UI);
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-origin')).toBe(UI);
    expect(asked.headers.get('access-control-allow-credentials')).toBe('true');
    expect(asked.headers.get('access-control-allow-methods')).toBe('POST');
    expect(asked.headers.get('access-control-allow-headers')).toBe(
      'authorization, content-type, x-namespace',
    );
    expect(asked.headers.get('vary')).toContain('Origin');
    expect(asked.headers.get('access-control-allow-private-network')).toBeNull();
    const answer = await decode({ payloads: [await sealed('secret', NEW)] }, { origin: UI });
    expect(answer.values()).toEqual(['secret']);
    expect(answer.headers.get('access-control-allow-origin')).toBe(UI);
  });

  it('on the internet may ask a server of a private network', async () => {
    const asked = await preflight(UI, { 'access-control-request-private-network': 'true' });
    expect(asked.headers.get('access-control-allow-private-network')).toBe('true');
  });

  it('read the reason of a refusal', async () => {
    const answer = await decode({ payloads: [] }, { origin: UI, authorization: '' });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([401, UI]);
  });

  it.each(['https://evil.example.com', 'null', `${UI}.evil.example.com`])(
    'of the origin %s may not ask, even with the token',
    async (origin) => {
      expect((await preflight(origin)).status).toBe(403);
      const answer = await decode({ payloads: [await sealed('secret', NEW)] }, { origin });
      expect(answer.status).toBe(403);
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      expect(answer.text).not.toContain('payloads');
    },
  );
});

describe('what is no request', () => {
  it.each([
    ['another type', '{"payloads":[]}', { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
    ['no JSON', '{"payloads": planted-words', {}, 400, 'bad_request'],
    ['no payloads', '{"payload":"planted-words"}', {}, 400, 'bad_request'],
    ['no base64', '{"payloads":[{"data":"planted words!"}]}', {}, 400, 'bad_request'],
    ['too much', ' '.repeat(17_000_000), {}, 413, 'too_large'],
  ] as const)('%s is refused without being quoted', async (_name, text, headers, status, code) => {
    const answer = await decode(text, headers);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toMatchObject({ code });
    expect(answer.text).not.toContain('planted');
  });

  it('nothing else is answered, encode included', async () => {
    const answer = await decode({ payloads: [sent(plain('x'))] }, {}, '/encode');
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([404, { code: 'not_found' }]);
  });
});

it('neither contents nor tokens are logged', async () => {
  await decode({ payloads: [await sealed('planted-content', NEW)] });
  await decode('planted-content');
  const logged = lines.join('');
  expect(logged).toContain('"route":"/decode"');
  expect(logged).not.toContain('planted-content');
  expect(logged).not.toContain(TOKEN);
});

describe('Temporal’s own command line', () => {
  let client: Client;
  let cli: string;
  beforeAll(async () => {
    const connection = await Connection.connect({ address: inject('temporalAddress') });
    client = new Client({ connection, dataConverter: createDataConverter(keysOf(NEW)) });
    const cliPath = process.env['TEMPORAL_CLI_PATH'];
    cli = await findTemporalCli({ ...(cliPath && { cliPath }), progress: () => undefined });
  });
  afterAll(() => client.connection.close());

  async function show(workflowId: string, ...more: readonly string[]): Promise<string> {
    const args = ['workflow', 'show', '--workflow-id', workflowId, '--address', inject('temporalAddress')];
    const { stdout, stderr } = await promisify(execFile)(cli, [...args, '--output', 'json', ...more], {
      env: { HOME: '/nonexistent' },
    }).catch((error: { stdout: string; stderr: string }) => error);
    return stdout + stderr;
  }

  it('shows an encrypted workflow over the codec server, and not without it', async () => {
    const workflowId = `codec-${randomUUID()}`;
    const args = [{ driver: 'planted-driver' }];
    const handle = await client.workflow.start('nobodysWorkflow', {
      workflowId,
      args,
      taskQueue: `nobody-${randomUUID()}`,
    });
    const endpoint = ['--codec-endpoint', `${server.url}/{namespace}`];
    // The command prints bytes in base64.
    const content = base64(Buffer.from(JSON.stringify(args[0])));
    expect(await show(workflowId, ...endpoint, '--codec-auth', `Bearer ${TOKEN}`)).toContain(content);
    expect(await show(workflowId)).not.toContain(content);
    await handle.terminate();
  });
});

describe('the configuration', () => {
  const mistakes = (environment: Record<string, string>): string => {
    try {
      readCodecConfig(environment);
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };

  it('needs keys and tokens, and says how to make them', () => {
    const said = mistakes({});
    expect(said).toContain('PAYLOAD_ENCRYPTION_KEYS is not set');
    expect(said).toContain('CODEC_TOKENS is not set');
    expect(said).toContain('openssl rand -hex 32');
  });

  it('refuses a short token without printing it', () => {
    const said = mistakes({ PAYLOAD_ENCRYPTION_KEYS: OLD, CODEC_TOKENS: `${TOKEN},short-token` });
    expect(said).toContain('CODEC_TOKENS: entry 2 is shorter than 16 characters');
    expect(said).not.toContain('short-token');
  });
});
