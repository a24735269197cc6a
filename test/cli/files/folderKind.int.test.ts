import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useServer } from '../../support/servers/useServer.ts';
import { useCli } from '../../support/servers/useCli.ts';

const night = {
  id: 'night',
  name: 'Night',
  conditions: { all: [{ fact: 'trip.local_hour', operator: 'lessThan', value: 5 }] },
};
const rotation = {
  id: 'safety',
  timezone: 'Europe/Berlin',
  starts: '2026-11-02',
  handover: { weekday: 'mon', at: '08:00' },
  people: [{ name: 'Ann', email: 'ann@example.com', slack: 'U01' }],
};
const rule = (id: string, conditions: object): object => ({
  id,
  name: id,
  severity: 'info',
  conditions,
  actions: [{ type: 'slack', channel: '#fleet' }],
});
const far = (id: string, value: number): object =>
  rule(id, { all: [{ fact: 'trip.distance_km', operator: 'greaterThan', value }] });
const atNight = (id: string): object => rule(id, { all: [{ condition: 'night' }] });

const server = useServer();
beforeAll(async () => {
  for (const [path, body] of [
    ['/conditions/night', night],
    ['/rotations/safety', rotation],
    ['/rules/far', far('far', 300)],
  ] as const) {
    await server.api('PUT', path, { body });
    await server.api('POST', `${path}/publish`, { body: {} });
  }
});
const command = useCli(server, 'editor');

interface Answer {
  readonly changes: readonly { readonly kind: string; readonly id: string; readonly change: string }[];
  readonly notes: readonly string[];
}
const rules = (name: string, folder: string, ...more: string[]) =>
  command.json<Answer>('rules', name, join(command.folder, folder), '--fleet', 'north', ...more);
const withFile = ({ changes }: Answer): string[] =>
  changes.filter(({ change }) => !change.startsWith('kept')).map((each) => `${each.id} ${each.change}`);

describe('a folder with rule files in itself', () => {
  it('holds the same rules after pulling as before, and the other kinds beside them', async () => {
    await command.put('bare/own.json', atNight('own'));
    expect((await rules('pull', 'bare')).code).toBe(0);
    expect(JSON.parse(await command.read('bare/far.json'))).toMatchObject({ id: 'far' });
    expect(JSON.parse(await command.read('bare/conditions/night.json'))).toMatchObject({ id: 'night' });
    const planned = await rules('plan', 'bare');
    expect(withFile(planned.body)).toEqual(['safety same', 'night same', 'far same', 'own new']);
    expect((await command.run('rules', 'lint', join(command.folder, 'bare'))).out).toMatch(
      /^2 rule files, /m,
    );
    const tests = await command.json<{ rules: unknown[] }>('rules', 'test', join(command.folder, 'bare'));
    expect(tests.body.rules).toHaveLength(2);
  });
});

describe('the folder of one kind', () => {
  beforeEach(async () => {
    await command.put('all/rules/far.json', far('far', 310));
    await command.put('all/rules/dark.json', atNight('dark'));
    await command.put('all/conditions/night.json', night);
    await command.put('all/rotations/safety.json', { ...rotation, name: 'Safety' });
  });

  it('is read as that kind by plan, diff, apply and lint', async () => {
    for (const name of ['plan', 'diff'])
      expect(withFile((await rules(name, 'all/rotations')).body)).toEqual(['safety changed']);
    expect(withFile((await rules('plan', 'all/rules')).body)).toEqual(['dark new', 'far changed']);
    expect(withFile((await rules('apply', 'all/rotations', '--dry-run')).body)).toEqual(['safety changed']);
    expect(await command.run('rules', 'lint', join(command.folder, 'all/rotations'))).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^1 rotation file: 0 errors/) as string,
    });
    const pruned = await rules('plan', 'all/rotations', '--prune');
    expect(withFile(pruned.body)).toEqual(['safety changed']);
    expect(pruned.body.notes).toEqual([]);
  });

  it('is pulled alone, and says how to get the others', async () => {
    const { body } = await rules('pull', 'all/rotations', '--force');
    expect(body.notes).toEqual([
      `Only rotations were pulled, since ${join(command.folder, 'all/rotations')} is their folder: \`tripline rules pull ${join(command.folder, 'all')}\` writes the other kinds beside it.`,
    ]);
    expect(JSON.parse(await command.read('all/rules/far.json'))).toEqual(far('far', 310));
    expect(withFile((await rules('plan', 'all/rotations')).body)).toEqual(['safety same']);
  });

  it('shares the lock file of the folder that holds it', async () => {
    expect((await rules('pull', 'all', '--force')).code).toBe(0);
    await command.put('all/rules/far.json', far('far', 320));
    expect((await rules('apply', 'all/rules')).code).toBe(0);
    expect((await rules('plan', 'all', '--refuse-drift')).code).toBe(0);
  });

  it('is tested with the conditions beside it when it holds rules, else refused', async () => {
    const tests = { tests: [{ name: 'a', trip: { trip_id: 't' }, expect: 'unknown' }] };
    await command.put('all/rules/dark.test.json', tests);
    for (const path of ['all', 'all/rules', 'all/rules/dark.json', 'all/rules/dark.test.json'])
      expect(await command.run('rules', 'test', join(command.folder, path))).toMatchObject({
        code: 0,
        out: expect.stringContaining('1 passed, 0 failed') as string,
      });
    const { code, out } = await command.run('rules', 'test', join(command.folder, 'all/rotations'));
    expect([code, out]).toEqual([2, expect.stringContaining('holds rotations, and only rules have tests')]);
  });

  it('of digests holds digests, which are never read as rules', async () => {
    await command.put('all/digests/weekly.json', { id: 'weekly' });
    for (const path of ['all/digests', 'all/digests/weekly.json']) {
      const { code, out } = await command.run('rules', 'lint', join(command.folder, path));
      expect([code, out]).toEqual([1, expect.stringContaining('/period') as string]);
      expect(out).not.toContain('/conditions');
    }
    await rm(join(command.folder, 'all/digests'), { recursive: true });
  });
});
