import { beforeAll, describe, expect, it } from 'vitest';
import { storePublished } from '../../../support/store/published.ts';
import { silenceFor } from '../../../../rules/admission/index.ts';
import { silencesBetween } from '../../../../store/alerts/index.ts';
import { keepGroups } from '../../../../store/facts/index.ts';
import { TOKENS } from '../../../support/servers/server.ts';
import { useServer } from '../../../support/servers/useServer.ts';
import { storeAlert, storeDirectory } from '../../../support/store/records.ts';

const server = useServer();
beforeAll(async () => {
  await storePublished(server.db, { kind: 'rule', body: { id: 'hard-braking' } });
  await addToDirectory('d-1');
});

async function addToDirectory(driverId: string): Promise<void> {
  await storeDirectory(server.db, { rows: [{ driverId, fields: { name: 'Ann' } }] });
}

const UNTIL = '2099-01-01T01:00:00+01:00';
const editor = { token: TOKENS.editor };
const post = (body: object, token: string = TOKENS.editor) =>
  server.api('POST', '/silences', { token, body });
const activeSilences = async () => {
  const now = new Date();
  return (await silencesBetween(server.db, { fleetId: 'north', from: now, to: now })).map(({ id }) => id);
};

describe('a silence', () => {
  it('is made, counts at once, is shown, and ends early with who and why', async () => {
    const made = await post({
      id: 'a1',
      reason: 'Roadworks',
      until: UNTIL,
      by: 'Ann',
      rules: ['hard-braking'],
      drivers: ['d-1'],
      groups: ['north'],
    });
    expect(made.status).toBe(200);
    expect(made.json).toMatchObject({
      id: 'a1',
      reason: 'Roadworks',
      until: '2099-01-01T00:00:00.000Z',
      active: true,
      rules: ['hard-braking'],
      drivers: ['d-1'],
      groups: ['north'],
      created_by: 'ed',
    });
    expect(await activeSilences()).toEqual(['a1']);
    expect((await server.api('GET', '/silences/a1', { token: TOKENS.viewer })).json).toEqual({
      ...made.json,
      may_end: false,
    });
    const ended = await server.api('DELETE', '/silences/a1', {
      ...editor,
      body: { why: 'Open again', by: 'Ann' },
    });
    expect(ended.json).toMatchObject({ active: false, ended_by: 'ed', ended_why: 'Open again' });
    expect(await activeSilences()).toEqual([]);
    const again = await server.api('DELETE', '/silences/a1', editor);
    expect(again.json).toEqual(ended.json);
    const audit = await server.api('GET', '/audit?subject_type=silence', { token: TOKENS.viewer });
    expect(audit.json['items']).toMatchObject([
      { action: 'silence.ended', subject_id: 'a1', who: 'ed', by: 'Ann', why: 'Open again' },
      { action: 'silence.created', subject_id: 'a1', who: 'ed', by: 'Ann', why: 'Roadworks' },
    ]);
  });

  it('is found among those in force', async () => {
    await post({ id: 'b1', reason: 'x', until: UNTIL });
    const ids = async (query: string): Promise<unknown[]> =>
      ((await server.api('GET', `/silences${query}`)).json['items'] as { id: string }[]).map(({ id }) => id);
    expect(await ids('?active=true')).toEqual(['b1']);
    expect(await ids('')).toEqual(['b1', 'a1']);
    const ended = await server.api('DELETE', '/silences/b1?why=Done%20with&by=Ann', editor);
    expect(ended).toMatchObject({ status: 200, json: { ended_why: 'Done with' } });
    const audit = await server.api('GET', '/audit?subject_type=silence&subject_id=b1&limit=1');
    expect(audit.json['items']).toMatchObject([{ action: 'silence.ended', why: 'Done with', by: 'Ann' }]);
  });

  it.each<[string, object, string]>([
    ['without a reason', { id: 'c', until: UNTIL }, '/reason'],
    ['that is over', { id: 'c', reason: 'x', until: '2020-01-01T00:00:00Z' }, '/until'],
    ['without an offset', { id: 'c', reason: 'x', until: '2099-01-01T00:00:00' }, '/until'],
    [
      'of a rule that is not there',
      { id: 'c', reason: 'x', until: UNTIL, rules: ['hard-brake'] },
      '/rules/0',
    ],
    ['of an empty list', { id: 'c', reason: 'x', until: UNTIL, drivers: [] }, '/drivers'],
    ['with a bad id', { id: 'C 1', reason: 'x', until: UNTIL }, '/id'],
  ])('%s is refused', async (_, body, pointer) => {
    const { status, json } = await post(body);
    expect(status).toBe(422);
    expect(json['errors']).toMatchObject([{ pointer }]);
  });

  it('of a group that the fleet does not have is refused once its groups were read', async () => {
    const body = { id: 'g', reason: 'x', until: UNTIL, groups: ['harbor'] };
    expect((await server.api('POST', '/silences?dry_run=true', { ...editor, body })).status).toBe(200);
    const groups = { groupIds: ['harbour', 'north'], members: new Map(), at: new Date() };
    await keepGroups(server.db, { fleetId: 'north', ...groups });
    const { status, json } = await post(body);
    expect([status, json['errors']]).toEqual([
      422,
      [
        {
          pointer: '/groups/0',
          message: 'there is no group "harbor" (did you mean "harbour"?)',
          allowed: ['harbour', 'north'],
        },
      ],
    ]);
  });

  it('of a driver of whom nothing is stored is made with a warning; a dry run makes none', async () => {
    await addToDirectory('ann-17');
    const body = { id: 'd1', reason: 'x', until: UNTIL, drivers: ['ann-17', 'anm-17'] };
    const dry = await server.api('POST', '/silences?dry_run=true', { ...editor, body });
    const warnings = [
      {
        pointer: '/drivers/1',
        message:
          'nothing is stored about a driver "anm-17" (did you mean "ann-17"?): it silences nothing until such a driver drives',
      },
    ];
    expect(dry).toMatchObject({ status: 200, json: { dry_run: true, id: 'd1', warnings } });
    expect(await activeSilences()).not.toContain('d1');
    const made = await post(body);
    expect(made).toMatchObject({ status: 200, json: { active: true, warnings } });
    expect(made.json).not.toHaveProperty('dry_run');
    expect(await activeSilences()).toContain('d1');
    expect((await server.api('POST', '/silences?dry_run=true', { ...editor, body })).status).toBe(409);
  });

  it('says which rule may be meant, and needs an editor and a new id', async () => {
    const { json } = await post({ id: 'c', reason: 'x', until: UNTIL, rules: ['hard-brakng'] });
    expect(JSON.stringify(json)).toContain('did you mean');
    expect((await post({ id: 'd', reason: 'x', until: UNTIL }, TOKENS.viewer)).status).toBe(403);
    expect((await post({ id: 'a1', reason: 'x', until: UNTIL })).status).toBe(409);
    expect((await server.api('GET', '/silences/nobody')).status).toBe(404);
    expect((await server.api('DELETE', '/silences/nobody', editor)).status).toBe(404);
  });
});

it('says to each reader whether they may end it', async () => {
  const deletes = {
    id: 'tiny',
    name: 'Tiny',
    mode: 'live',
    conditions: { all: [{ fact: 'trip.distance_km', operator: 'lessThan', value: 0.1 }] },
    actions: [{ type: 'delete_trip', approval: 'auto' }],
  };
  await storePublished(server.db, { kind: 'rule', body: deletes });
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const create = (id: string, token: string) =>
    server.api('POST', '/silences', { token, body: { id, reason: 'Test drives', until, rules: ['tiny'] } });
  expect((await create('of-admin', TOKENS.admin)).status).toBe(200);
  expect((await create('of-editor', TOKENS.editor)).status).toBe(200);
  const mayEnd = async (token: string): Promise<unknown[]> =>
    Promise.all(
      ['of-admin', 'of-editor'].map(async (id) => {
        const { json } = await server.api('GET', '/silences?active=true', { token });
        const listed = (json['items'] as { id: string; may_end: boolean }[]).find((each) => each.id === id);
        const one = await server.api('GET', `/silences/${id}`, { token });
        expect(one.json['may_end']).toBe(listed?.may_end);
        return listed?.may_end;
      }),
    );
  expect(await mayEnd(TOKENS.viewer)).toEqual([false, false]);
  expect(await mayEnd(TOKENS.editor)).toEqual([false, true]);
  expect(await mayEnd(TOKENS.admin)).toEqual([true, true]);
  const end = (id: string, token: string) => server.api('DELETE', `/silences/${id}`, { token });
  expect((await end('of-admin', TOKENS.editor)).status).toBe(403);
  expect((await end('of-editor', TOKENS.editor)).status).toBe(200);
  expect((await server.api('GET', '/silences/of-editor')).json['may_end']).toBe(false);
});

it('of the fleet or a critical rule has a warning, and says before it is made what it would have stopped', async () => {
  await storePublished(server.db, { kind: 'rule', body: { id: 'crash', severity: 'critical' } });
  const days = (count: number): Date => new Date(Date.now() - count * 86_400_000);
  const alerts = (
    [
      ['crash', 'critical'],
      ['hard-braking', 'warning'],
      ['gone', 'critical'],
    ] as const
  ).flatMap(([rule, severity]) =>
    [
      ['d-1', ['north']],
      ['d-2', ['harbour', 'north']],
      ['d-3', []],
      ['d-4', null],
    ].map(([driverId, groups]) => ({
      rule,
      severity,
      driverId: driverId as string,
      groups: groups as string[] | null,
    })),
  );
  for (const [index, { groups, ...alert }] of alerts.entries())
    await storeAlert(server.db, {
      ...alert,
      tripId: `t-${index}`,
      at: days(2),
      state: index % 2 === 0 ? 'raised' : 'held',
      ...(groups && { groups }),
    });
  const left = { fleetId: 'north', driverId: 'd-1', rule: 'hard-braking', severity: 'warning' } as const;
  for (const [tripId, more] of [
    ['stopped', { state: 'stopped', reason: 'throttled', at: days(1) }],
    ['old', { state: 'raised', at: days(8) }],
  ] as const)
    await storeAlert(server.db, { ...left, tripId, ...more });
  const scopes = [
    {},
    { rules: ['crash'] },
    { rules: ['crash', 'hard-braking'] },
    { drivers: ['d-2', 'd-4'] },
    { groups: ['harbour'] },
    { rules: ['crash'], drivers: ['d-1'], groups: ['north'] },
  ];
  for (const scope of scopes) {
    const body = { id: 'asked', reason: 'x', until: UNTIL, ...scope };
    const { json } = await server.api('POST', '/silences?dry_run=true', { ...editor, body });
    const covered = alerts.filter(({ groups, ...alert }) =>
      silenceFor([{ id: 'asked', ...scope }], { ...alert, groups: groups ?? undefined }),
    );
    expect(json['would_have_silenced'], JSON.stringify(scope)).toMatchObject({ alerts: covered.length });
  }
  const warned = async (scope: object): Promise<unknown> =>
    (await post({ id: `w-${JSON.stringify(scope).length}`, reason: 'x', until: UNTIL, ...scope })).json;
  expect(await warned({})).toMatchObject({
    warnings: [{ pointer: '', message: 'it silences the whole fleet: only critical rules still alert' }],
  });
  expect(await warned({ rules: ['hard-braking', 'crash'] })).toMatchObject({
    critical_rules: ['crash'],
    warnings: [{ pointer: '/rules/1', message: expect.stringContaining('"crash" is critical') as string }],
  });
  expect(await warned({ rules: ['hard-braking'] })).not.toHaveProperty('warnings');
  const listed = (await server.api('GET', '/silences?active=true&limit=3')).json['items'];
  expect(listed).toMatchObject([
    { rules: ['hard-braking'] },
    { critical_rules: ['crash'] },
    { active: true },
  ]);
});
