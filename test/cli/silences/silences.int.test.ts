import { beforeAll, expect, it } from 'vitest';
import { keepGroups } from '../../../store/facts/index.ts';
import { silencesBetween } from '../../../store/alerts/index.ts';
import { saveDraft } from '../../../store/documents/index.ts';
import { storePublished } from '../../support/store/published.ts';
import { useServer } from '../../support/servers/useServer.ts';
import { useCli } from '../../support/servers/useCli.ts';
import { storeAlert, storeDirectory } from '../../support/store/records.ts';

const server = useServer();
beforeAll(async () => {
  const rule = { fleetId: 'north', kind: 'rule', who: 'ed', at: new Date() } as const;
  for (const id of ['hard-brake', 'phone-use']) await saveDraft(server.db, { ...rule, id, body: { id } });
  await storePublished(server.db, { kind: 'rule', body: { id: 'collision', severity: 'critical' } });
  const groups = { groupIds: ['harbour'], members: new Map(), at: new Date() };
  await keepGroups(server.db, { fleetId: 'north', ...groups });
  const rows = [{ driverId: 'd-5', fields: { name: 'Ann' } }] as const;
  await storeDirectory(server.db, { rows });
});
const command = useCli(server, 'editor');
const run = (...args: string[]) => command.run('silences', ...args, '--fleet', 'north');
const activeSilences = () => {
  const now = new Date();
  return silencesBetween(server.db, { fleetId: 'north', from: now, to: now });
};

it('adds a silence, says which alerts it stops, lists it and ends it early', async () => {
  expect((await run()).out).toContain('No active silences.');
  const added = await run(
    'add',
    '--id',
    'a1',
    '--reason',
    'Roadworks',
    '--until',
    '2099-07-01T18:00',
    '--rule',
    'hard-brake',
    '--rule',
    'phone-use',
    '--driver',
    'd-5',
    '--group',
    'harbour',
  );
  expect(added.code).toBe(0);
  // The fleet's clock is in Berlin, two hours ahead of UTC in July.
  expect(added.out).toContain(
    'Silenced until Wed 01 Jul 2099, 18:00 (Europe/Berlin): alerts of the rule hard-brake or phone-use about the driver Ann (d-5) while in the group harbour.',
  );
  expect(added.out).not.toContain('warning');
  expect(await activeSilences()).toMatchObject([
    { id: 'a1', to: new Date('2099-07-01T16:00:00Z'), drivers: ['d-5'], groups: ['harbour'] },
  ]);
  const listed = await run('list');
  expect(listed.out).toMatch(/a1 +Wed 01 Jul 2099, 18:00 +alerts of the rule hard-brake/);
  expect(listed.out).toContain('“Roadworks”, ed');
  const ended = await run('end', 'a1', '--why', 'Open again');
  expect(ended.out).toContain('No longer silenced since ');
  expect(ended.out).toContain('Ended by ed: “Open again”');
  expect(await activeSilences()).toEqual([]);
  expect((await run('list', '--all')).out).toMatch(/a1 +over/);
});

it('takes a span and makes an id from the reason; without a scope it says that it is the whole fleet', async () => {
  const before = Date.now();
  const { body } = await command.json<{ id: string; until: string }>(
    'silences',
    'add',
    '--reason',
    'Bremsübung, Süd!',
    '--until',
    '2h',
    '--fleet',
    'north',
    '--yes',
  );
  expect(body.id).toMatch(/^bremsubung-sud-[0-9a-f]{4}$/);
  const until = new Date(body.until).getTime();
  expect(until).toBeGreaterThanOrEqual(before + 7_200_000);
  expect(until).toBeLessThanOrEqual(Date.now() + 7_200_000);
  expect((await run()).out).toContain('every alert of the whole fleet, except those of critical rules');
  await run('end', body.id);
});

it('reads and prints times in UTC with --utc, and on the fleet’s clock without, and names which', async () => {
  const added = await run(
    'add',
    '--id',
    'u1',
    '--reason',
    'x',
    '--until',
    '2099-07-01T18:00',
    '--utc',
    '--yes',
  );
  expect(added.out).toContain('Silenced until Wed 01 Jul 2099, 18:00 (UTC):');
  expect(await activeSilences()).toMatchObject([{ to: new Date('2099-07-01T18:00:00Z') }]);
  const local = (await run('list')).out;
  expect(local).toContain('until (Europe/Berlin)');
  expect(local).toMatch(/u1 +Wed 01 Jul 2099, 20:00/);
  await run('end', 'u1');
});

it('refuses a time that the fleet’s clock skips', async () => {
  const refused = await run('add', '--id', 'u2', '--reason', 'x', '--until', '2027-03-28T02:30');
  expect(refused).toMatchObject({ code: 2, out: expect.stringContaining('skip this time') as string });
});

it('asks about a driver of whom nothing is stored, and needs --yes where it cannot ask', async () => {
  const add = (...args: string[]) => run('add', '--reason', 'x', '--until', '1h', ...args);
  const asked = await add('--driver', 'd-55', '--id', 'unseen');
  expect(asked.code).toBe(2);
  expect(asked.out).toContain('warning: nothing is stored about a driver "d-55" (did you mean "d-5"?)');
  expect(asked.out).toContain('this is no terminal: add --yes.');
  expect(await activeSilences()).not.toContainEqual(expect.objectContaining({ id: 'unseen' }));
  const made = await add('--driver', 'd-55', '--id', 'unseen', '--yes');
  expect([made.code, made.out]).toEqual([0, expect.stringContaining('about the driver d-55')]);
  expect(await activeSilences()).toContainEqual(expect.objectContaining({ id: 'unseen' }));
});

it('asks before it silences the fleet or a critical rule, with what that would have stopped', async () => {
  const alert = { fleetId: 'north', driverId: 'd-5', version: 1, revision: 1, state: 'raised' } as const;
  for (const [rule, severity, tripId] of [
    ['collision', 'critical', 't-1'],
    ['hard-brake', 'warning', 't-2'],
    ['phone-use', 'info', 't-3'],
    ['hard-brake', 'warning', 't-4'],
  ] as const)
    await storeAlert(server.db, { ...alert, rule, severity, tripId });
  const add = (...args: string[]) => run('add', '--reason', 'x', '--until', '1h', ...args);
  const fleet = await add('--id', 'fleet');
  expect(fleet.code).toBe(2);
  expect(fleet.out).toContain('warning: it silences the whole fleet: only critical rules still alert');
  expect(fleet.out).toContain('it would have stopped 3 alerts: hard-brake 2, phone-use 1.');
  expect(fleet.out).toContain('This silences the whole fleet and asks first');
  const critical = await add('--id', 'crash', '--rule', 'collision');
  expect(critical.code).toBe(2);
  expect(critical.out).toContain('warning: the rule "collision" is critical: nobody is notified or paged');
  expect(critical.out).toContain('it would have stopped 1 alert: collision 1.');
  expect((await add('--id', 'brakes', '--rule', 'hard-brake')).code).toBe(0);
  expect((await add('--id', 'crash', '--rule', 'collision', '--yes')).code).toBe(0);
  for (const id of ['brakes', 'crash']) await run('end', id);
});

it('refuses a group or a rule that does not exist, and what is no time', async () => {
  const add = (...args: string[]) => run('add', '--reason', 'x', '--until', '1h', ...args);
  const group = await add('--group', 'harbor');
  expect([group.code, group.out]).toEqual([
    2,
    expect.stringContaining(
      '/groups/0: there is no group "harbor" (did you mean "harbour"?) (allowed: harbour)',
    ),
  ]);
  const unknown = await add('--rule', 'hard-brak');
  expect(unknown.code).toBe(2);
  expect(unknown.out).toContain('did you mean "hard-brake"?');
  const odd = await run('add', '--reason', 'x', '--until', 'tomorrow');
  expect(odd.code).toBe(2);
  expect(odd.out).toContain('--until tomorrow: write a span such as 2h or 3d');
  expect((await run('end', 'nobody')).code).toBe(2);
});
