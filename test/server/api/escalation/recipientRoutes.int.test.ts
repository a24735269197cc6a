import { describe, expect, it } from 'vitest';
import { keepGroups } from '../../../../store/facts/index.ts';
import { TOKENS } from '../../../support/servers/server.ts';
import { useServer } from '../../../support/servers/useServer.ts';

const server = useServer();

const editor = { token: TOKENS.editor };

const route = {
  id: 'lead',
  by: 'group',
  entries: { north: { email: ['rotation:north'], slack: '#north' } },
  default: { email: ['fleet@example.com'], slack: '#fleet' },
};
const rotation = {
  id: 'north',
  timezone: 'Europe/Berlin',
  handover: { weekday: 'mon', at: '08:00' },
  people: [{ name: 'Ann', email: 'ann@example.com' }],
};
const rule = (...actions: object[]) => ({
  id: 'crash',
  name: 'Crash',
  severity: 'warning',
  mode: 'live',
  actions,
  conditions: { all: [{ fact: 'trip.distance_km', operator: 'greaterThan', value: 1 }] },
});
const policy = {
  id: 'crash',
  name: 'Crash',
  steps: [{ after: '0m', notify: [{ type: 'email', to: ['route:lead'] }] }],
};
const digest = {
  id: 'weekly',
  name: 'Weekly',
  period: 'week',
  to: ['route:lead'],
  send: { weekday: 'mon', at: '07:00', timezone: 'Europe/Berlin' },
};

function put(path: string, body: object) {
  return server.api('PUT', path, { ...editor, body });
}

async function publish(path: string, body: object) {
  expect((await put(path, body)).status).toBe(200);
  return server.api('POST', `${path}/publish`, editor);
}

describe('recipient routes', () => {
  it('are refused at publishing while a rotation that they name is not there', async () => {
    expect(await publish('/routes/lead', route)).toMatchObject({
      status: 422,
      json: {
        errors: [{ pointer: '/entries/north/email/0', message: 'there is no published rotation "north"' }],
      },
    });
  });

  it('are what rules, policies and digests wait for', async () => {
    const message = 'there is no published route "lead"';
    const ask = { type: 'delete_trip', ask: 'route:lead' };
    const cases: readonly (readonly [string, object, string])[] = [
      ['/rules/crash', rule({ type: 'email', to: ['route:lead'] }), '/actions/0/to/0'],
      ['/escalation-policies/crash', policy, '/steps/0/notify/0/to/0'],
      ['/digests/weekly', digest, '/to/0'],
    ];
    for (const [path, body, pointer] of cases) {
      expect(await put(path, body)).toMatchObject({
        json: { warnings: expect.arrayContaining([{ pointer, message }]) as unknown },
      });
      expect(await server.api('POST', `${path}/publish`, editor)).toMatchObject({
        status: 422,
        json: { errors: [{ pointer, message }] },
      });
    }
    expect(await server.api('POST', '/rules/validate', { ...editor, body: rule(ask) })).toMatchObject({
      json: { valid: false, errors: [{ pointer: '/actions/0/ask', message }] },
    });
    await publish('/rotations/north', rotation);
    expect(await publish('/routes/lead', route)).toMatchObject({ status: 200, json: { version: 1 } });
    for (const [path] of cases)
      expect(await server.api('POST', `${path}/publish`, editor)).toMatchObject({ json: { version: 1 } });
  });

  it('are used by what names them, and use the rotations they name', async () => {
    expect(await server.api('DELETE', '/routes/lead', editor)).toMatchObject({
      status: 409,
      json: {
        detail:
          'It is used by the rule "crash", the escalation policy "crash", the digest "weekly": change these first.',
      },
    });
    expect(await server.api('DELETE', '/rotations/north', editor)).toMatchObject({
      status: 409,
      json: { detail: 'It is used by the recipient route "lead": change these first.' },
    });
  });

  it('do not break what is published', async () => {
    await put('/routes/lead', { ...route, by: 'attribute', attribute: '$.region' });
    expect(await server.api('POST', '/routes/lead/publish', editor)).toMatchObject({
      status: 422,
      json: {
        errors: [
          {
            pointer: '/entries',
            message: expect.stringMatching(
              /^the digest "weekly" uses it at \/to\/0: the route "lead" is by attribute/,
            ) as string,
          },
        ],
      },
    });
  });

  it('say which groups have no entry, once the fleet’s groups are known', async () => {
    const fleetId = 'north';
    const members = new Map([['d-1', ['north']]]);
    await keepGroups(server.database.db, {
      fleetId,
      groupIds: ['north', 'south'],
      members,
      at: new Date(),
    });
    expect((await put('/routes/lead', route)).json).toMatchObject({
      warnings: [
        { pointer: '/entries', message: 'the group "south" has no entry: its drivers get the default' },
      ],
    });
    const { json } = await server.api('GET', '/routes/schema');
    expect(json).toMatchObject({ properties: { entries: { properties: { south: {} } } } });
  });

  it('show who they stand for, by entry, and for one driver with the reason', async () => {
    const all = await server.api('GET', '/routes/lead/preview?draft=false');
    const ann = { action: 'email', receiver: 'ann@example.com', person: 'Ann', rotation: 'north' };
    expect(all.json).toEqual({
      id: 'lead',
      version: 1,
      entries: [
        {
          entry: 'north',
          channel: 'slack',
          unreachable: [],
          receivers: [{ action: 'slack', receiver: '#north' }],
        },
        { entry: 'north', channel: 'email', unreachable: [], receivers: [ann] },
        { channel: 'slack', unreachable: [], receivers: [{ action: 'slack', receiver: '#fleet' }] },
        {
          channel: 'email',
          unreachable: [],
          receivers: [{ action: 'email', receiver: 'fleet@example.com' }],
        },
      ],
    });
    const one = await server.api('GET', '/routes/lead/preview?driver=d-1');
    const because = 'Route lead, entry north: the driver is in the group north';
    expect(one.json).toMatchObject({
      driver_id: 'd-1',
      groups: ['north'],
      entries: [
        { channel: 'slack', receivers: [{ receiver: '#north', because }] },
        {
          channel: 'email',
          receivers: [{ ...ann, because }],
        },
      ],
    });
    const chain = await server.api('GET', '/escalation-policies/crash/preview?driver=d-1');
    expect(chain.json).toMatchObject({
      pages: [{ kind: 'step', receivers: [{ ...ann, because }] }, { kind: 'unanswered' }],
    });
    expect(await server.api('GET', '/routes/nobody/preview')).toMatchObject({ status: 404 });
  });

  it('have a life like rules: versions, rollback, audit', async () => {
    const named = { ...route, name: 'Lead' };
    expect(await publish('/routes/lead', named)).toMatchObject({ json: { version: 2 } });
    const rolledBack = await server.api('POST', '/routes/lead/rollback', {
      ...editor,
      body: { version: 1, why: 'the managers are back' },
    });
    expect(rolledBack).toMatchObject({ json: { version: 3 } });
    expect((await server.api('GET', '/routes/lead/versions')).json).toMatchObject({
      items: [{ version: 3, rolled_back_from: 1 }, { version: 2 }, { version: 1 }],
    });
    expect((await server.api('GET', '/routes')).json).toMatchObject({ items: [{ id: 'lead', version: 3 }] });
    const { json } = await server.api('GET', '/audit?subject_type=route');
    expect(json).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({ action: 'route.rolled_back', subject_id: 'lead' }),
      ]) as unknown,
    });
  });
});
