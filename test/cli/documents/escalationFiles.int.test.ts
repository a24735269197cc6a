import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { useServer } from '../../support/servers/useServer.ts';
import { useCli } from '../../support/servers/useCli.ts';

const server = useServer();
const command = useCli(server, 'editor');

const rotation = {
  id: 'safety',
  timezone: 'Europe/Berlin',
  starts: '2026-11-02',
  handover: { weekday: 'mon', at: '08:00' },
  people: [
    { name: 'Ann', email: 'ann@example.com', slack: 'U01' },
    { name: 'Ben', email: 'ben@example.com', slack: 'U02' },
  ],
};
const policy = {
  id: 'collision',
  name: 'Collision',
  steps: [
    { after: '0m', notify: [{ type: 'email', to: ['rotation:safety'] }] },
    {
      after: '10m',
      notify: [{ type: 'slack', channel: '#office' }],
      when: { days: ['sat', 'sun'], timezone: 'Europe/Berlin' },
    },
  ],
  unanswered: [{ type: 'email', to: ['director@example.com'] }],
};
const rule = {
  id: 'crash',
  name: 'Crash',
  severity: 'critical',
  conditions: {
    all: [{ fact: 'trip.events.count', params: { type: 'COLLISION' }, operator: 'greaterThan', value: 0 }],
  },
  actions: [{ type: 'escalate', policy: 'collision' }],
};

async function put(name: string, body: object): Promise<void> {
  const path = join(command.folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, JSON.stringify(body, undefined, 2));
}

async function putAll(): Promise<void> {
  await put('rotations/safety.json', rotation);
  await put('escalation-policies/collision.json', policy);
  await put('rules/crash.json', rule);
}

const json = (name: string, ...more: string[]) =>
  command.json<{ changes: { kind: string; id: string; change: string; drift?: { now: number } }[] }>(
    'rules',
    name,
    command.folder,
    '--fleet',
    'north',
    ...more,
  );

describe('policies and rotations as files', () => {
  it('are checked beside each other and beside the rules', async () => {
    await putAll();
    const clean = await command.run('rules', 'lint', command.folder);
    expect(clean).toMatchObject({
      code: 0,
      out: expect.stringContaining(
        '1 rule file, 1 escalation policy file, 1 rotation file: 0 errors, 0 warnings',
      ) as string,
    });
    await put('rules/crash.json', { ...rule, actions: [{ type: 'escalate', policy: 'colision' }] });
    const steps = [{ after: '0m', notify: [{ type: 'email', to: ['rotation:saftey'] }] }];
    await put('escalation-policies/collision.json', { ...policy, steps });
    const { code, out } = await command.run('rules', 'lint', command.folder);
    expect(code).toBe(1);
    expect(out).toContain('there is no published rotation "saftey" (did you mean "safety"?)');
    expect(out).toContain('there is no published escalation policy "colision" (did you mean "collision"?)');
    expect(out).toMatch(/escalation-policies\/collision\.json:\d+:\d+ error \/steps\/0\/notify\/0\/to\/0/);
  });

  it('may be checked alone, and are not taken for rules', async () => {
    await putAll();
    for (const name of ['rotations', 'rotations/safety.json', 'escalation-policies/collision.json'])
      expect(await command.run('rules', 'lint', join(command.folder, name))).toMatchObject({
        code: 0,
        out: expect.stringMatching(/^1 (rotation|escalation policy) file: 0 errors, 0 warnings/) as string,
      });
  });

  it('are published before what names them, report drift, and are retired after it', async () => {
    await putAll();
    const applied = await json('apply');
    expect(applied.body.changes.map(({ kind, id, change }) => [kind, id, change])).toEqual([
      ['rotation', 'safety', 'new'],
      ['escalation policy', 'collision', 'new'],
      ['rule', 'crash', 'new'],
    ]);
    const repeat = { times: 1, every: '15m' };
    await server.api('PUT', '/escalation-policies/collision', { body: { ...policy, repeat } });
    await server.api('POST', '/escalation-policies/collision/publish', {});
    const planned = (await json('plan')).body.changes;
    expect(planned[1]).toMatchObject({ change: 'changed', drift: { now: 2 } });
    await rm(join(command.folder, 'escalation-policies/collision.json'));
    await command.run('rules', 'pull', command.folder, '--fleet', 'north');
    expect((await readdir(join(command.folder, 'escalation-policies'))).sort()).toEqual([
      'collision.json',
      'escalation-policy.schema.json',
    ]);
    const pulled = await readFile(join(command.folder, 'escalation-policies/collision.json'), 'utf8');
    expect(JSON.parse(pulled)).toEqual({ $schema: './escalation-policy.schema.json', ...policy, repeat });
    expect((await json('plan', '--exit-code')).code).toBe(0);
    await rm(join(command.folder, 'rotations/safety.json'));
    await rm(join(command.folder, 'escalation-policies/collision.json'));
    await rm(join(command.folder, 'rules/crash.json'));
    await put('rules/other.json', { ...rule, id: 'other', actions: [{ type: 'slack', channel: '#x' }] });
    const pruned = await json('apply', '--prune');
    expect(pruned.body.changes.filter(({ change }) => change === 'removed').map(({ kind }) => kind)).toEqual([
      'rule',
      'escalation policy',
      'rotation',
    ]);
  });
});

describe('what people look at before they trust it', () => {
  beforeEach(async () => {
    await putAll();
    await json('apply');
  });

  it('shows who would be notified when, with what is skipped', async () => {
    const at = ['--at', '2026-11-09T06:55:00Z', '--fleet', 'north'];
    const { code, out } = await command.run('escalation', 'preview', 'collision', ...at);
    expect(code).toBe(0);
    expect(out).toContain('ann@example.com  Ann, on call in safety');
    expect(out).toContain('step 2 is skipped: its hours are Saturday, Sunday (Europe/Berlin)');
    expect(out).toMatch(/Not acknowledged\n.* \+25m +e-mail {2}director@example\.com/);
  });

  it('is whose week it is, on the clock of the rotation', async () => {
    const span = ['--from', '2026-11-09T12:00:00Z', '--to', '2026-11-10T12:00:00Z', '--fleet', 'north'];
    const { code, out } = await command.run('rotations', 'shifts', 'safety', ...span);
    expect(code).toBe(0);
    expect(out).toContain('Mon 09 Nov 2026, 08:00 – Mon 16 Nov 2026, 08:00  Ben');
    expect(out).not.toContain('Ann');
    const wrong = await command.run('rotations', 'shifts', 'safety', '--from', 'tomorrow');
    expect(wrong).toMatchObject({ code: 2 });
  });
});

describe('routes preview', () => {
  const route = {
    id: 'lead',
    by: 'group',
    entries: { north: { email: ['rotation:safety'], slack: '#north' } },
    default: { email: ['fleet@example.com'] },
  };

  it('shows whom each entry stands for, and what applies to a driver with the reason', async () => {
    await put('rotations/safety.json', rotation);
    await put('routes/lead.json', route);
    expect((await json('apply')).code).toBe(0);
    const { code, out } = await command.run('routes', 'preview', 'lead', '--fleet', 'north');
    expect(code).toBe(0);
    expect(out).toContain('north by e-mail');
    expect(out).toContain('on call in safety');
    expect(out).toContain('default by e-mail');
    const of = await command.run('routes', 'preview', 'lead', '--driver', 'd-9', '--fleet', 'north');
    expect(of.code).toBe(1);
    expect(of.out).toContain('Driver d-9: groups not known');
    expect(of.out).toContain('default: the driver’s groups were not known');
    expect(of.out).toContain('route:lead reaches no one');
  });
});
