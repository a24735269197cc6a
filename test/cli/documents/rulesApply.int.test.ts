import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { TOKENS } from '../../support/servers/server.ts';
import { useCli } from '../../support/servers/useCli.ts';
import { useServer } from '../../support/servers/useServer.ts';

const server = useServer();
const command = useCli(server, 'editor');

const ruleOf = (id: string, value: number) => ({
  id,
  name: id,
  severity: 'info',
  conditions: { all: [{ fact: 'trip.distance_km', operator: 'greaterThan', value }] },
  actions: [{ type: 'slack', channel: '#fleet' }],
});

const put = (id: string, value: number): Promise<void> => command.put(`${id}.json`, ruleOf(id, value));

async function apply(...more: string[]): Promise<unknown> {
  const args = ['rules', 'apply', command.folder, '--fleet', 'north', ...more];
  const { code, body } = await command.json<{ changes: unknown }>(...args);
  expect(code).toBe(0);
  return body.changes;
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
  await rm(join(command.folder, 'longer.json'));
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
  const { code, errors } = await command.run('rules', 'apply', command.folder, '--fleet', 'north');
  expect(code).toBe(1);
  expect(errors).toContain('The draft of rule "raced" has changed: ann saved it');
  expect((await server.api('GET', '/rules/raced')).json).not.toHaveProperty('version');
});
