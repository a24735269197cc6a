import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import express from 'express';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { consoleRoutes } from '../../../server/console/index.ts';
import { listen, mountRoutes, problemHandler, requestLog } from '../../../server/http/index.ts';
import type { Listening } from '../../../server/http/index.ts';

/** How the console is served, whatever is in it. */
let folder: string;
let built: Listening;
let missing: Listening;
const SCRIPT = 'console.log("tripline");\n'.repeat(200);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tripline-console-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<meta name="csp-nonce" content="%NONCE%">');
  writeFileSync(
    join(folder, 'paths.json'),
    JSON.stringify(['/', '/fleets/{fleet}', '/fleets/{fleet}/incidents/{id}']),
  );
  writeFileSync(join(folder, 'assets/main-1.js'), SCRIPT);
  writeFileSync(join(folder, 'assets/main-1.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(folder, 'assets/main-1.js.gz'), gzipSync(SCRIPT));
  built = await serve(folder);
  missing = await serve(join(folder, 'nothing'));
});
afterAll(async () => {
  await Promise.all([built.close(), missing.close()]);
  rmSync(folder, { recursive: true });
});

function serve(consoleFolder: string): Promise<Listening> {
  const app = express();
  app.use(requestLog(pino({ level: 'silent' })));
  mountRoutes(app, consoleRoutes({ consoleFolder }).routes);
  app.use(problemHandler);
  return listen(app, { host: '127.0.0.1', port: 0 });
}

it('answers each of its addresses with the page, and a nonce of its own each time', async () => {
  const nonces = new Set<string>();
  for (const path of ['/', '/fleets/north', '/fleets/north/incidents/7']) {
    const response = await fetch(built.url + path);
    expect([path, response.status]).toEqual([path, 200]);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const policy = response.headers.get('content-security-policy')!;
    const nonce = /'nonce-([^']+)'/.exec(policy)![1]!;
    expect(await response.text()).toBe(`<meta name="csp-nonce" content="${nonce}">`);
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).not.toContain('unsafe');
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(3);
});

it('answers 404 to every other path, and 405 to another method', async () => {
  for (const path of [
    '/fleets',
    '/fleets/north/other',
    '/incidents',
    '/assets/main-2.js',
    '/assets/..%2findex.html',
  ])
    expect([path, (await fetch(built.url + path)).status]).toEqual([path, 404]);
  expect((await fetch(`${built.url}/fleets/north`, { method: 'POST' })).status).toBe(405);
});

it('serves its assets for ever, compressed as the browser likes', async () => {
  for (const encoding of ['br', 'gzip', 'identity']) {
    const response = await fetch(`${built.url}/assets/main-1.js`, {
      headers: { 'accept-encoding': encoding },
    });
    expect(response.headers.get('content-encoding') ?? 'identity').toBe(encoding);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-type')).toContain('javascript');
    expect(await response.text()).toBe(SCRIPT);
  }
});

it('says how to build it where it is missing', async () => {
  const response = await fetch(missing.url);
  expect(response.status).toBe(503);
  expect(await response.text()).toContain('npm run build:console');
});
