import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { main } from '../../../cli/main.ts';
import { TOKENS } from '../../support/servers/server.ts';
import { useServer } from '../../support/servers/useServer.ts';

let folder: string;
let out: string;
const server = useServer();
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tripline-apply-'));
  vi.stubEnv('TRIPLINE_URL', server.url);
  vi.stubEnv('TRIPLINE_TOKEN', TOKENS.editor);
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    out += String(chunk);
    return true;
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

const ruleOf = (id: string, value: number) => ({
  id,
  name: id,
  severity: 'info',
  conditions: { all: [{ fact: 'trip.distance_km', operator: 'greaterThan', value }] },
  actions: [{ type: 'slack', channel: '#fleet' }],
});

const put = (id: string, value: number): Promise<void> =>
  writeFile(join(folder, `${id}.json`), JSON.stringify(ruleOf(id, value)));

async function apply(...more: string[]): Promise<unknown> {
  out = '';
  expect(
    await main(['node', 'tripline', 'rules', 'apply', folder, '--fleet', 'north', '--json', ...more]),
  ).toBe(0);
  return (JSON.parse(out) as { changes: unknown }).changes;
}

it('publishes what differs, and removes only when asked to', async () => {
  await put('long', 300);
  await put('longer', 600);
  expect(await apply('--dry-run')).toMatchObject([
    { id: 'long', change: 'new' },
    { id: 'longer', change: 'new' },
  ]);
  expect(await apply()).toMatchObject([
    { id: 'long', change: 'new', version: 1 },
    { id: 'longer', change: 'new', version: 1 },
  ]);
  expect(await apply()).toMatchObject([
    { id: 'long', change: 'same', version: 1 },
    { id: 'longer', change: 'same', version: 1 },
  ]);
  await put('long', 301);
  await rm(join(folder, 'longer.json'));
  expect(await apply('--why', 'agreed')).toMatchObject([
    { id: 'long', change: 'changed', version: 2 },
    { id: 'longer', change: 'kept (no file)' },
  ]);
  expect(await apply('--prune')).toMatchObject([
    { id: 'long', change: 'same', version: 2 },
    { id: 'longer', change: 'removed' },
  ]);
  expect(await apply('--prune')).toMatchObject([{ id: 'long', change: 'same', version: 2 }]);
});

it('publishes its own file or nothing, when someone saves another draft in between', async () => {
  await put('raced', 300);
  const real = fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (input instanceof Request && input.url.endsWith('/raced/publish'))
      await server.api('PUT', '/rules/raced', { token: TOKENS.admin, body: ruleOf('raced', 1) });
    return real(input, init);
  });
  let error = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    error += String(chunk);
    return true;
  });
  expect(await main(['node', 'tripline', 'rules', 'apply', folder, '--fleet', 'north'])).toBe(1);
  expect(error).toContain('The draft of rule "raced" has changed: ann saved it');
  expect((await server.api('GET', '/rules/raced')).json).not.toHaveProperty('version');
});
