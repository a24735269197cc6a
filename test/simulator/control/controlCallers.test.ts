import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Simulator } from '../../../simulator/simulator.ts';
import { still } from '../calls.ts';

let simulator: Simulator;
beforeAll(async () => {
  simulator = await still();
});
afterAll(() => simulator.close());
beforeEach(() => simulator.faults.clear());

/** Node's own `request`: `fetch` does not let its caller choose `Host` and `Origin`. */
async function ask(
  method: string,
  path: string,
  { body = '', ...headers }: OutgoingHttpHeaders & { body?: string } = {},
): Promise<{ status: number | undefined; answer: string }> {
  const outgoing = request(`${simulator.url}/control${path}`, { method, headers, agent: false }).end(body);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { status: response.statusCode, answer: await text(response) };
}

const JSON_TYPE = { 'content-type': 'application/json' };
const REFUSE_KEY = '{"refuse_key":401}';

it('accepts the requests that the README shows', async () => {
  const curl = { 'user-agent': 'curl/8.5.0', accept: '*/*', ...JSON_TYPE };
  expect((await ask('POST', '/trips', { ...curl, body: '{"kind":"ordinary"}' })).status).toBe(201);
  for (const host of ['localhost:4010', '127.0.0.1:4010', '[::1]:4010', '192.168.1.20:8080'])
    expect((await ask('POST', '/trips', { ...JSON_TYPE, host, body: '{}' })).status).toBe(201);
  const withCharset = { 'content-type': 'application/json; charset=utf-8', body: '{}' };
  expect((await ask('POST', '/trips', withCharset)).status).toBe(201);
});

it.each([
  ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['a form that spells JSON', { 'content-type': 'text/plain' }],
  ['a form with parts', { 'content-type': 'multipart/form-data; boundary=x' }],
  ['no content type', {}],
])('takes no POST of %s, which any web page may send', async (_what, headers) => {
  const before = simulator.webhooks().length;
  for (const body of [REFUSE_KEY, '']) {
    const { status, answer } = await ask('POST', '/notifications', { ...headers, body });
    expect({ status, answer }).toEqual({
      status: 415,
      answer: JSON.stringify({ error: 'Send JSON, with the header "content-type: application/json".' }),
    });
  }
  expect(simulator.webhooks()).toHaveLength(before);
});

it.each([
  ['PUT', '/faults'],
  ['PATCH', '/faults'],
])('takes no %s without the content type either', async (method, path) => {
  expect((await ask(method, path, { body: REFUSE_KEY })).status).toBe(415);
  expect(simulator.faults.current()).toEqual({ left: {} });
});

it.each([
  ['another site', 'https://evil.example'],
  ['a sandboxed page', 'null'],
  ['another port of this machine', 'http://127.0.0.1:1'],
])('refuses a page of %s', async (_what, origin) => {
  for (const [method, path] of [
    ['PUT', '/faults'],
    ['GET', '/requests'],
    ['DELETE', '/requests'],
  ] as const) {
    const { status, answer } = await ask(method, path, { ...JSON_TYPE, origin, body: REFUSE_KEY });
    expect(status).toBe(403);
    expect(answer).toContain('Origin');
  }
  expect(simulator.faults.current()).toEqual({ left: {} });
});

it('takes a page of its own', async () => {
  expect((await ask('GET', '/', { origin: simulator.url })).status).toBe(200);
});

it.each(['evil.example', 'evil.example:4010', '127.0.0.1.evil.example', 'localhost.evil.example', 'a b'])(
  'refuses the Host %j, under which a web page could reach it by its own name',
  async (host) => {
    const { status, answer } = await ask('PUT', '/faults', { ...JSON_TYPE, host, body: REFUSE_KEY });
    expect(status).toBe(403);
    expect(answer).toContain('Host');
    expect(simulator.faults.current()).toEqual({ left: {} });
  },
);

it('takes the name that it was started with', async () => {
  const named = await still({ host: 'localhost' });
  try {
    const host = `localhost:${new URL(named.url).port}`;
    const outgoing = request(`${named.url}/control`, { headers: { host } }).end();
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(200);
  } finally {
    await named.close();
  }
});
