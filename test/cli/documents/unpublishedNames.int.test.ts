import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useServer } from '../../support/servers/useServer.ts';
import { useCli } from '../../support/servers/useCli.ts';

const server = useServer();
const command = useCli(server, 'editor');

const night = {
  id: 'night',
  name: 'Night',
  conditions: { all: [{ fact: 'trip.local_hour', operator: 'lessThan', value: 5 }] },
};
const rule = (id: string, more: object): object => ({
  id,
  name: id,
  severity: 'critical',
  conditions: { all: [{ condition: 'night' }] },
  actions: [{ type: 'slack', channel: '#fleet' }],
  ...more,
});
const run = (name: string, path: string) =>
  command.run('rules', name, join(command.folder, path), '--fleet', 'north');

it('plan warns of a file that names what is not published, and apply refuses it and saves nothing', async () => {
  await command.put('rules/dark.json', rule('dark', {}));
  await command.put('conditions/night.json', night);
  const message =
    '/conditions/all/0/condition: there is no published shared condition "night": publish it first, or name the folder that holds both';
  const planned = await command.json<{ changes: object[] }>(
    'rules',
    'plan',
    join(command.folder, 'rules/dark.json'),
    '--fleet',
    'north',
  );
  const [pointer, ...words] = message.split(': ');
  expect(planned.body.changes).toMatchObject([{ warnings: [{ pointer, message: words.join(': ') }] }]);
  const { code, out } = await run('apply', 'rules/dark.json');
  expect(out).toMatch(new RegExp(`dark\\.json:\\d+ ${message}`));
  expect(code).toBe(1);
  expect((await server.api('GET', '/rules/dark')).status).toBe(404);
  expect((await run('plan', '')).code).toBe(0);
});

it('a policy that is neither in the folder nor published is reported before anything is applied', async () => {
  await command.put('conditions/night.json', night);
  const actions = [{ type: 'escalate', policy: 'collision' }];
  await command.put('rules/crash.json', rule('crash', { actions }));
  for (const name of ['plan', 'apply']) {
    const { code, out } = await run(name, '');
    expect(out).toMatch(
      /crash\.json:\d+ \/actions\/0\/policy: there is no published escalation policy "collision"/,
    );
    expect(code).toBe(1);
  }
  expect((await server.api('GET', '/conditions/night')).status).toBe(404);
  const steps = [{ after: '0m', notify: [{ type: 'email', to: ['lead@example.com'] }] }];
  await command.put('escalation-policies/collision.json', { id: 'collision', name: 'Collision', steps });
  expect((await run('plan', '')).code).toBe(0);
  const applied = await run('apply', '');
  expect([applied.code, applied.out]).toEqual([0, expect.stringContaining('3 changed.')]);
});
