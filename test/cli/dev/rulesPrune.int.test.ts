import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { publishStarterRules } from '../../../cli/dev/index.ts';
import { useServer } from '../../support/servers/useServer.ts';
import { useCli } from '../../support/servers/useCli.ts';

const server = useServer();

const night = {
  id: 'night',
  name: 'Night',
  conditions: { all: [{ fact: 'trip.local_hour', operator: 'lessThan', value: 5 }] },
};
const command = useCli(server, 'editor');
beforeEach(async () => {
  await publishStarterRules(server.db, 'north');
  await server.api('PUT', '/conditions/night', { body: night });
  await server.api('POST', '/conditions/night/publish', { body: {} });
});

interface Answer {
  readonly changes: readonly { readonly kind: string; readonly id: string; readonly change: string }[];
  readonly documents: readonly { readonly kind: string; readonly id: string; readonly result: string }[];
  readonly notes: readonly string[];
}
const rules = (name: string, ...more: string[]): ReturnType<typeof command.json<Answer>> =>
  command.json<Answer>('rules', name, command.folder, '--fleet', 'north', ...more);
const removed = ({ changes }: Answer): readonly string[] =>
  changes.filter(({ change }) => change === 'removed').map(({ kind, id }) => `${kind} ${id}`);
const own = {
  id: 'own',
  name: 'Own',
  severity: 'info',
  actions: [{ type: 'slack', channel: '#fleet' }],
  conditions: { all: [{ fact: 'trip.distance_km', operator: 'greaterThan', value: 900 }] },
};

describe('--prune', () => {
  it('removes rules alone where a folder holds rule files alone, and says what it left', async () => {
    await command.put('own.json', own);
    for (const name of ['plan', 'apply']) {
      const { code, body } = await rules(name, '--prune');
      expect(code).toBe(0);
      expect(removed(body)).toContain('rule score-drop');
      expect(removed(body).filter((each) => !each.startsWith('rule '))).toEqual([]);
      for (const kind of ['rotations', 'routes', 'escalation-policies', 'conditions'])
        expect(body.notes).toContainEqual(
          expect.stringContaining(`unchanged: there is no ${join(command.folder, kind)}`),
        );
    }
    expect((await server.api('GET', '/rotations/safety')).json).toMatchObject({ version: 1 });
  });

  it('removes what has no file of a kind whose folder is there, and no rule without rules/', async () => {
    await command.put('rules/own.json', own);
    await mkdir(join(command.folder, 'conditions'));
    expect(removed((await rules('plan', '--prune')).body)).toContain('condition night');
    await command.put('conditions/night.json', night);
    await rm(join(command.folder, 'rules'), { recursive: true });
    const { body } = await rules('plan', '--prune');
    expect(removed(body)).toEqual([]);
    expect(body.notes).toContainEqual(expect.stringMatching(/published in rules unchanged/));
  });
});

describe('pull', () => {
  it('writes every kind, each with its schema', async () => {
    const { code, body } = await rules('pull');
    expect(code).toBe(0);
    expect(new Set(body.documents.map(({ result }) => result))).toEqual(new Set(['written']));
    expect(new Set(body.documents.map(({ kind }) => kind))).toEqual(
      new Set([
        'rotation',
        'recipient route',
        'escalation policy',
        'condition',
        'rule',
        'digest',
        'settings',
      ]),
    );
    for (const kind of ['rotations', 'routes', 'escalation-policies', 'conditions', 'rules', 'digests'])
      expect(await readdir(join(command.folder, kind))).toContainEqual(
        expect.stringMatching(/\.schema\.json$/),
      );
    expect((await rules('plan', '--prune', '--exit-code')).code).toBe(0);
  });

  it('goes on without a schema, says so, and remembers what it wrote', async () => {
    const { fetch } = globalThis;
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) =>
      (url as Request).url.endsWith('/rotations/schema')
        ? new Response('', { status: 404 })
        : fetch(url, init),
    );
    const { code, body } = await rules('pull');
    expect(code).toBe(0);
    expect(body.documents).toContainEqual(expect.objectContaining({ id: 'night', result: 'written' }));
    expect(body.notes).toEqual([expect.stringMatching(/rotation\.schema\.json was not written.*404/)]);
  });

  it('remembers what it wrote when it breaks off', async () => {
    const { fetch } = globalThis;
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) =>
      (url as Request).url.includes('/conditions?') ? new Response('', { status: 500 }) : fetch(url, init),
    );
    const { code } = await command.run('rules', 'pull', command.folder, '--fleet', 'north');
    expect(code).toBe(2);
    const lock = await readFile(join(command.folder, '.tripline.json'), 'utf8');
    expect(lock).toContain('"safety": 1');
  });
});
