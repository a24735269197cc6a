import { beforeAll, describe, expect, it } from 'vitest';
import { LINK_KEY_NAME, tripLinks } from '../../../messages/format/index.ts';
import { instanceKey, openDatabase } from '../../../store/db/index.ts';
import { ODD_DRIVER, TRIP, recordEverything } from '../records.ts';
import type { Recorded } from '../records.ts';
import { UNAVAILABLE_DATABASE_URL, TOKENS, startServerInTest } from '../../support/servers/server.ts';
import { useServer } from '../../support/servers/useServer.ts';

let recorded: Recorded;
const server = useServer();
beforeAll(async () => {
  recorded = await recordEverything(server.db, 'north');
  await recordEverything(server.db, 'south');
});

const page = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { headers: { accept: 'text/html,*/*;q=0.8', ...headers }, redirect: 'manual' });

describe('a trip’s page', () => {
  const seconds = Math.floor(Date.now() / 1000);
  const link = async (more: Partial<Parameters<typeof tripLinks.sign>[1]> = {}): Promise<string> => {
    const key = await instanceKey(server.db, LINK_KEY_NAME);
    const trip = { fleet: 'north', driverId: ODD_DRIVER, tripId: TRIP, expires: seconds + 60, ...more };
    return `${server.url}/t/${tripLinks.sign(key, trip)}`;
  };

  it('opens by its link alone, is kept nowhere and tells nobody where it came from', async () => {
    const response = await page(await link());
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-robots-tag')).toContain('noindex');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    const policy = response.headers.get('content-security-policy')!;
    const nonce = /'nonce-([^']+)'/.exec(policy)![1]!;
    expect(policy).not.toMatch(/unsafe|script-src/);
    const html = await response.text();
    expect(html).toContain(`nonce="${nonce}"`);
    expect(html).toContain('1 collision in the trip detected (threshold: more than 0)');
    expect(html).toContain('data:image/png;base64,');
    expect(html).not.toMatch(/52\.52001|<script/);
  });

  it.each<[string, () => Promise<string>]>([
    ['has expired', () => link({ expires: seconds - 60 })],
    ['is damaged', async () => (await link()).slice(0, -3)],
    ['is of a fleet that is configured no longer', () => link({ fleet: 'west' })],
    ['is of a trip that is not kept', () => link({ tripId: '1' })],
    ['is nonsense', () => Promise.resolve(`${server.url}/t/nonsense`)],
  ])('does not open when the link %s', async (_why, url) => {
    const browser = await page(await url());
    expect(browser.status).toBe(404);
    expect(browser.headers.get('content-type')).toContain('text/html');
    const html = await browser.text();
    const nonce = /'nonce-([^']+)'/.exec(browser.headers.get('content-security-policy') ?? '')?.[1];
    expect(html).toContain(`<style nonce="${nonce}">`);
    expect(html).toContain('class="brand"');
    const script = await fetch(await url());
    expect(script.status).toBe(404);
    expect(script.headers.get('content-type')).toContain('application/problem+json');
  });

  it('leaves neither link nor ids in the log', async () => {
    const url = await link();
    await page(url);
    expect(server.logged()).toContain('"route":"/t/{signed}"');
    expect(server.logged()).not.toContain(url.split('/t/')[1]!.slice(0, 20));
    expect(server.logged()).not.toContain(ODD_DRIVER);
  });
});

describe('a message of the outbox', () => {
  const own = (path: string, id = recorded.outboxId): string =>
    `${server.url}/api/v1/fleets/north/outbox/${id}${path}`;
  const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

  it('is a document for a frame of the console, with its picture, that runs and fetches nothing', async () => {
    const response = await fetch(own('/page'), { headers: bearer(TOKENS.viewer) });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/html');
    const policy = response.headers.get('content-security-policy')!;
    expect(policy).toMatch(/default-src 'none'.*frame-ancestors 'self'.*sandbox /);
    expect(policy).not.toMatch(/script/);
    expect(response.headers.get('x-frame-options')).toBeNull();
    expect(await response.text()).toContain('data:image/png;base64,');
    const message = (await (await fetch(own(''), { headers: bearer(TOKENS.viewer) })).json()) as object;
    expect(message).toMatchObject({ id: recorded.outboxId, receiver: '#fleet-safety' });
  });

  it('is shown to its own fleet alone', async () => {
    for (const path of ['', '/page', '/picture']) {
      expect((await fetch(own(path))).status, path).toBe(401);
      const south = await fetch(own(path), { headers: bearer(TOKENS.southAdmin) });
      expect(south.status, path).toBe(404);
      expect((await fetch(own(path, '999999'), { headers: bearer(TOKENS.viewer) })).status, path).toBe(404);
    }
  });
});

describe('the machines’ addresses', () => {
  it('say alive and ready', async () => {
    expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ status: 'ok' });
    await expect
      .poll(async () => {
        const ready = await fetch(`${server.url}/readyz`);
        return { status: ready.status, json: await ready.json() };
      })
      .toEqual({ status: 200, json: { status: 'ok', checks: { database: 'ok', temporal: 'ok' } } });
  });

  it('say alive, and what is unavailable', async () => {
    const database = openDatabase(UNAVAILABLE_DATABASE_URL, { connectTimeoutMs: 500 });
    const cut = await startServerInTest(database);
    cut.gateway.unavailable = true;
    try {
      expect((await fetch(`${cut.url}/healthz`)).status).toBe(200);
      const ready = await fetch(`${cut.url}/readyz`);
      expect(ready.status).toBe(503);
      expect(await ready.json()).toMatchObject({
        status: 503,
        checks: { database: 'unavailable', temporal: 'unavailable' },
      });
      const answer = await cut.api('GET', '/trips');
      expect(answer).toMatchObject({
        status: 503,
        json: { detail: expect.stringContaining('database') as string },
      });
      expect(answer.headers.get('retry-after')).toBe('30');
      expect((await cut.api('GET', '/trips', { token: 'wrong-token' })).status).toBe(401);
    } finally {
      await cut.close();
      await database.close();
    }
  });

  it('show the documentation from their own assets', async () => {
    const html = await (await page(`${server.url}/docs/`)).text();
    expect(html).toContain('Tripline API');
    for (const asset of ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-init.js'])
      expect((await fetch(`${server.url}/docs/${asset}`)).status, asset).toBe(200);
    expect(html).not.toMatch(/(src|href)="https?:/);
    expect(await (await fetch(`${server.url}/docs/swagger-ui-init.js`)).text()).toContain('/openapi.json');
    const bare = await page(`${server.url}/docs`);
    expect(bare.headers.get('location')).toBe('/docs/');
    const policy = (await page(`${server.url}/docs/`)).headers.get('content-security-policy')!;
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe-eval');
  });

  it('serve the rule’s schema and a packed document', async () => {
    const schema = (await (await fetch(`${server.url}/rule.schema.json`)).json()) as Record<string, unknown>;
    expect(schema).toMatchObject({ title: 'Tripline rule' });
    const packed = await fetch(`${server.url}/openapi.json`, { headers: { 'accept-encoding': 'gzip' } });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(await packed.json()).toMatchObject({ openapi: '3.1.0' });
  });
});

describe('every answer', () => {
  it.each([
    ['GET', '/nothing', 404],
    ['GET', '/api/v1/fleets/north/nothing', 404],
    ['GET', '/api/v2/fleets/north/rules', 404],
    ['DELETE', '/healthz', 405],
    ['PATCH', '/api/v1/fleets/north/rules/x', 405],
    ['GET', '/%zz', 400],
    ['GET', '/api/v1/fleets/north/trips/%zz/1', 400],
  ])('to %s %s is a problem: %s', async (method, path, status) => {
    const response = await fetch(server.url + path, { method });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    expect(await response.json()).toMatchObject({ status });
    if (status === 405) expect(response.headers.get('allow')).toMatch(/GET/);
  });

  it.each([
    ['/rules/schema', 'GET, HEAD'],
    ['/digests/validate', 'POST'],
    ['/rules/x', 'DELETE, GET, HEAD, PUT'],
  ])('to OPTIONS %s names the methods of that path alone: %s', async (path, allowed) => {
    const url = `${server.url}/api/v1/fleets/north${path}`;
    const options = await fetch(url, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, allowed]);
    const patch = await fetch(url, { method: 'PATCH' });
    expect([patch.status, patch.headers.get('allow')]).toEqual([405, allowed]);
  });

  it('to a document called like a route is that nothing can be put there', async () => {
    const answer = await server.api('PUT', '/rules/schema', { body: {} });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('names no software and lets nobody frame or sniff it', async () => {
    const { headers } = await fetch(`${server.url}/healthz`);
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('carries the request’s id: the caller’s own when it is a plain one', async () => {
    const id = async (given: string): Promise<string> =>
      (await fetch(`${server.url}/healthz`, { headers: { 'x-request-id': given } })).headers.get(
        'x-request-id',
      )!;
    expect(await id('mine-1')).toBe('mine-1');
    expect(await id('not mine')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('that nobody foresaw says nothing of its inside, but the log does', async () => {
    const broken = await startServerInTest({
      db: server.db,
      ping: () => Promise.resolve(),
      reading: (work) => work(),
    });
    broken.gateway.answer = () => Promise.reject(new Error('planted inside'));
    const answer = await broken.api('POST', `/trips/d/t/replay`);
    await broken.close();
    expect(answer.status).toBe(500);
    expect(JSON.stringify(answer.json)).not.toContain('planted inside');
    expect(broken.logged()).toContain('planted inside');
  });
});

describe('guessing tokens', () => {
  it('makes an address wait, and neither a right token nor a webhook with it', async () => {
    const guessed = await startServerInTest(server.database);
    try {
      for (let index = 0; index < 300; index += 1)
        expect((await guessed.api('GET', '/rules', { token: `wrong-${index}` })).status).toBe(401);
      const late = await guessed.api('GET', '/rules', { token: 'wrong-again' });
      expect(late.status).toBe(429);
      expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await guessed.api('GET', '/rules', { token: undefined })).status).toBe(401);
      expect((await guessed.api('GET', '/rules')).status).toBe(200);
      const body = JSON.stringify({ type: 'TRIP_SCORED', driver_id: 'd', trip_id: 't' });
      const webhook = await fetch(`${guessed.url}/webhooks/north/${TOKENS.webhook}`, {
        method: 'POST',
        body,
      });
      expect(webhook.status).toBe(202);
    } finally {
      await guessed.close();
    }
  });

  it('is not what a flood of right ones is', async () => {
    const answers = await Promise.all(Array.from({ length: 400 }, () => server.api('GET', '/rules?limit=1')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});
