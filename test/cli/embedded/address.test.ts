import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { main } from '../../../cli/main.ts';
import { refuseBusyPort } from '../../../cli/embedded/index.ts';

let other: Server;
let port: number;
let said: string;
beforeEach(async () => {
  other = createServer((_request, response) => void response.writeHead(401).end('{}'));
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  port = (other.address() as AddressInfo).port;
  said = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    said += String(chunk);
    return true;
  });
});
afterEach(() => {
  other.close();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const explain = (): Promise<number> => main(['node', 'tripline', 'trips', 'explain', 'd-1', '1']);

it('asks the Tripline that is configured here, and names it when it refuses the token', async () => {
  vi.stubEnv('TRIPLINE_TOKEN', 'a-token-of-another');
  vi.stubEnv('TRIPLINE_URL', '');
  vi.stubEnv('PORT', String(port));
  vi.stubEnv('PUBLIC_URL', 'https://tripline.example.com');
  expect(await explain()).toBe(2);
  expect(said).toContain(`The API at http://127.0.0.1:${port} does not know this token (401)`);
});

it('asks the one that TRIPLINE_URL names before all others', async () => {
  vi.stubEnv('TRIPLINE_TOKEN', 'a-token-of-another');
  vi.stubEnv('TRIPLINE_URL', `http://localhost:${port}`);
  vi.stubEnv('PORT', '1');
  expect(await explain()).toBe(2);
  expect(said).toContain(`http://localhost:${port}`);
});

it('refuses a port that is in use, and lets a free one pass', async () => {
  await expect(refuseBusyPort({ host: '127.0.0.1', port })).rejects.toThrow(`Port ${port} is in use.`);
  other.close();
  await once(other, 'close');
  await expect(refuseBusyPort({ host: '127.0.0.1', port })).resolves.toBeUndefined();
  await expect(refuseBusyPort({ host: '127.0.0.1', port: 0 })).resolves.toBeUndefined();
});

it('ends quietly when nobody reads on', async () => {
  const command = fileURLToPath(new URL('../../../cli/tripline.mjs', import.meta.url));
  const rules = fileURLToPath(new URL('../../../rules/examples', import.meta.url));
  const child = spawn(process.execPath, [command, 'rules', 'lint', rules], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  expect(errors).toBe('');
  expect([code, signal]).toEqual([0, null]);
}, 60_000);
