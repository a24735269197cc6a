import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useServer } from '../../support/servers/useServer.ts';
import { useCli } from '../../support/servers/useCli.ts';

const server = useServer();
const command = useCli(server, 'editor');

const weekly = {
  id: 'weekly',
  name: 'Weekly',
  period: 'week',
  send: { weekday: 'mon', at: '07:00', timezone: 'Europe/Berlin' },
  to: ['lead@example.com'],
};

async function put(name: string, body: object): Promise<void> {
  const path = join(command.folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, JSON.stringify(body, undefined, 2));
}

const json = (name: string, ...more: string[]) =>
  command.json<{ changes: { kind: string; id: string; change: string }[] }>(
    'rules',
    name,
    command.folder,
    '--fleet',
    'north',
    ...more,
  );
const changes = async (name: string, ...more: string[]) =>
  (await json(name, ...more)).body.changes.map(({ kind, id, change }) => [kind, id, change]);

describe('digests as files', () => {
  it('are linted with their places, alone and in their folder', async () => {
    await put('digests/weekly.json', { ...weekly, send: { ...weekly.send, weekday: 'monday' } });
    for (const path of [
      command.folder,
      join(command.folder, 'digests'),
      join(command.folder, 'digests/weekly.json'),
    ]) {
      const { code, out } = await command.run('rules', 'lint', path);
      expect([path, code]).toEqual([path, 1]);
      expect(out).toMatch(/weekly\.json:\d+:\d+ error \/send\/weekday.*did you mean "mon"/s);
    }
    await put('digests/weekly.json', weekly);
    expect(await command.run('rules', 'lint', command.folder)).toMatchObject({
      code: 0,
      out: expect.stringContaining('1 digest file: 0 errors, 0 warnings') as string,
    });
  });

  it('are planned, applied, pulled with their schema, and pruned', async () => {
    await put('digests/weekly.json', weekly);
    expect(await changes('plan')).toEqual([['digest', 'weekly', 'new']]);
    expect(await changes('apply')).toEqual([['digest', 'weekly', 'new']]);
    // Documents that differ only in written defaults are equal.
    await put('digests/weekly.json', { ...weekly, min_trips: 3, paused: false });
    expect(await changes('plan')).toEqual([['digest', 'weekly', 'same']]);
    await put('digests/weekly.json', { ...weekly, send: { ...weekly.send, at: '08:00' } });
    const { out } = await command.run('rules', 'diff', command.folder, '--fleet', 'north');
    expect(out).toMatch(/07:00[^]*08:00/);
    expect(await changes('apply')).toEqual([['digest', 'weekly', 'changed']]);

    await rm(join(command.folder, 'digests'), { recursive: true });
    await put('rules/.keep.json', {}).then(() => rm(join(command.folder, 'rules/.keep.json')));
    await command.run('rules', 'pull', command.folder, '--fleet', 'north');
    expect((await readdir(join(command.folder, 'digests'))).sort()).toEqual([
      'digest.schema.json',
      'weekly.json',
    ]);
    const pulled = JSON.parse(await readFile(join(command.folder, 'digests/weekly.json'), 'utf8')) as object;
    expect(Object.keys(pulled).slice(0, 5)).toEqual(['$schema', 'id', 'name', 'period', 'send']);
    expect(pulled).toMatchObject({ send: { at: '08:00' } });

    await put('digests/another.json', { ...weekly, id: 'another' });
    await rm(join(command.folder, 'digests/weekly.json'));
    expect(await changes('apply', '--prune')).toEqual(
      expect.arrayContaining([
        ['digest', 'another', 'new'],
        ['digest', 'weekly', 'removed'],
      ]),
    );
    expect((await server.api('GET', '/digests/weekly')).json).toMatchObject({ id: 'weekly' });
    expect(server.gateway.synced.length).toBeGreaterThanOrEqual(4);
  });
});
