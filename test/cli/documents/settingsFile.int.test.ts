import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useServer } from '../../support/servers/useServer.ts';
import { useCli } from '../../support/servers/useCli.ts';
import { liveRule } from '../../support/rules/documents.ts';

const server = useServer();
const command = useCli(server, 'admin');

const rule = liveRule(
  { fact: 'trip.score', operator: 'lessThan', value: 10 },
  {
    id: 'collision',
    name: 'Collision',
    severity: 'critical',
    actions: [{ type: 'slack', channel: '#fleet' }],
  },
);
const changes = async (name: string, ...more: string[]) => {
  const args = ['rules', name, command.folder, '--fleet', 'north', ...more];
  const { body } = await command.json<{ changes: { kind: string; id: string; change: string }[] }>(...args);
  return body.changes.map(({ kind, id, change }) => `${kind} ${id} ${change}`);
};

it('lies beside the folders of the other kinds, or beside rules that have no folder', async () => {
  await command.put('settings.json', { units: 'mi' });
  await command.put('collision.json', rule);
  const alone = await command.run('rules', 'lint', join(command.folder, 'settings.json'));
  const beside = await command.run('rules', 'lint', command.folder);
  for (const { code, out } of [alone, beside]) {
    expect(code).toBe(1);
    expect(out).toMatch(/settings\.json:\d+:\d+ error \/units/);
  }
  await command.put('settings.json', { units: 'miles' });
  expect(await command.run('rules', 'lint', command.folder)).toMatchObject({
    code: 0,
    out: expect.stringContaining('1 settings file, 1 rule file: 0 errors, 0 warnings') as string,
  });
});

it('is planned, applied and pulled with its schema, and never pruned', async () => {
  await command.put('settings.json', { privacy: { phone: false } });
  await command.put('rules/collision.json', rule);
  expect(await changes('plan')).toEqual(['rule collision new', 'settings settings new']);
  expect(await changes('apply')).toEqual(['rule collision new', 'settings settings new']);
  // Documents that differ only in written defaults are equal.
  await command.put('settings.json', { id: 'settings', units: 'km', privacy: { phone: false } });
  expect(await changes('plan')).toEqual(['rule collision same', 'settings settings same']);
  await command.put('settings.json', { privacy: { phone: true } });
  expect(await changes('apply')).toEqual(['rule collision same', 'settings settings changed']);
  await command.put('settings.json', { privacy: { phone: true, name: false } });
  await command.run('rules', 'pull', command.folder, '--force', '--fleet', 'north');
  expect(JSON.parse(await command.read('settings.json'))).toMatchObject({
    $schema: './settings.schema.json',
    privacy: { phone: true, name: true },
  });
  expect(JSON.parse(await command.read('settings.schema.json'))).toMatchObject({
    title: 'Tripline settings',
  });
});

it('stays published where a folder without it prunes', async () => {
  await command.put('rules/collision.json', rule);
  expect(await changes('apply', '--prune')).toEqual([
    'rule collision same',
    'settings settings kept (no file)',
  ]);
});
