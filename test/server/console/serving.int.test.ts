import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import compression from 'compression';
import express from 'express';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { consoleRoutes } from '../../../server/console/index.ts';
import { listen, mountRoutes, problemHandler, requestLog } from '../../../server/http/index.ts';
import type { Listening } from '../../../server/http/index.ts';

/** Tests what a browser gets of a console, on a real socket: which copy of a file, which headers, which policy. */
const SCRIPT = 'console.log("tripline");\n'.repeat(200);
let folder: string;
let server: Listening;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tripline-serving-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<meta name="csp-nonce" content="%NONCE%">');
  writeFileSync(join(folder, 'paths.json'), JSON.stringify(['/', '/fleets/{fleet}']));
  writeFileSync(join(folder, 'assets/main-1.js'), SCRIPT);
  writeFileSync(join(folder, 'assets/main-1.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(folder, 'assets/main-1.js.gz'), gzipSync(SCRIPT));
  const app = express();
  app.use(requestLog(pino({ level: 'silent' })), compression());
  const { routes, missing } = consoleRoutes({ consoleFolder: folder });
  mountRoutes(app, routes, missing);
  app.use(problemHandler);
  server = await listen(app, { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true });
});

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['gzip, br;q=0', 'gzip'],
  ['br', 'br'],
  ['identity', null],
])('sends a browser that accepts %s the smallest copy it can read: %s', async (accepted, encoding) => {
  const response = await fetch(`${server.url}/assets/main-1.js`, {
    headers: { 'accept-encoding': accepted },
  });
  expect(response.headers.get('content-encoding')).toBe(encoding);
  expect(response.headers.get('vary')?.toLowerCase()).toContain('accept-encoding');
  expect(await response.text()).toBe(SCRIPT);
});

it('allows the console its own files, pictures that it makes, and nothing else', async () => {
  const policy = (await fetch(server.url)).headers.get('content-security-policy')!;
  const nonce = /'nonce-([^']+)'/.exec(policy)![1]!;
  expect(Object.fromEntries(policy.split('; ').map((part) => part.split(/ (.*)/s).slice(0, 2)))).toEqual({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': `'self' 'nonce-${nonce}'`,
    'img-src': "'self' data: blob:",
    'frame-src': "'self'",
    'connect-src': "'self'",
    'font-src': "'self'",
    'manifest-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  });
});

it('answers HEAD like GET, without a body', async () => {
  for (const path of ['/', '/fleets/north', '/assets/main-1.js']) {
    const response = await fetch(server.url + path, { method: 'HEAD' });
    expect([path, response.status, await response.text()]).toEqual([path, 200, '']);
  }
  expect((await fetch(`${server.url}/fleets`, { method: 'HEAD' })).status).toBe(404);
});

it('answers a problem where there is no such file or page', async () => {
  for (const path of ['/assets/main-2.js', '/assets/', '/fleets/north/nothing']) {
    const response = await fetch(server.url + path);
    expect([path, response.status]).toEqual([path, 404]);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
  }
});

it('answers a browser with the console where nothing is, and with a 404 all the same', async () => {
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  for (const path of ['/nothing', '/fleets/north/nothing', '/fleets/north/rules/a/b/c', '/%7Bx%7D']) {
    const response = await fetch(server.url + path, { headers: { accept } });
    expect([path, response.status]).toEqual([path, 404]);
    expect(await response.text()).toContain('name="csp-nonce"');
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(response.headers.get('vary')?.toLowerCase()).toContain('accept');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  }
  for (const [method, path] of [
    ['GET', '/api/v1/nothing'],
    ['GET', '/webhooks/north/token/nothing'],
    ['GET', '/assets/main-2.js'],
    ['POST', '/nothing'],
  ] as const) {
    const response = await fetch(server.url + path, { method, headers: { accept } });
    expect([path, response.status]).toEqual([path, 404]);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
  }
});
