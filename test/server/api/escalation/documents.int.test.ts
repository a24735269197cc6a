import { describe, expect, it } from 'vitest';
import { TOKENS } from '../../../support/servers/server.ts';
import { useServer } from '../../../support/servers/useServer.ts';

const server = useServer();

const editor = { token: TOKENS.editor };

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

const office = { days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '08:00', to: '18:00' };

const policy = {
  id: 'collision',
  name: 'Collision',
  steps: [
    { after: '0m', notify: [{ type: 'email', to: ['rotation:safety'] }] },
    {
      after: '10m',
      notify: [{ type: 'slack', channel: '#office' }],
      when: { ...office, timezone: 'Europe/Berlin' },
    },
  ],
  unanswered: [{ type: 'email', to: ['director@example.com'] }],
};

const rule = (id: string, named: string) => ({
  id,
  name: id,
  severity: 'critical',
  conditions: {
    all: [{ fact: 'trip.events.count', params: { type: 'COLLISION' }, operator: 'greaterThan', value: 0 }],
  },
  actions: [{ type: 'escalate', policy: named }],
});

async function put(path: string, body: object) {
  return server.api('PUT', path, { ...editor, body });
}

async function publish(path: string, body: object) {
  expect((await put(path, body)).status).toBe(200);
  return server.api('POST', `${path}/publish`, editor);
}

describe('escalation policies and rotations', () => {
  it('are drafts with doubts, and refused at publishing, while what they name is not there', async () => {
    const message = 'there is no published rotation "safety"';
    expect(await put('/escalation-policies/collision', policy)).toMatchObject({
      status: 200,
      json: { warnings: [{ pointer: '/steps/0/notify/0/to/0', message }] },
    });
    expect(await server.api('POST', '/escalation-policies/collision/publish', editor)).toMatchObject({
      status: 422,
      json: { errors: [{ pointer: '/steps/0/notify/0/to/0', message }] },
    });
    expect(await put('/rules/crash', rule('crash', 'colision'))).toMatchObject({ status: 200 });
    expect(await publish('/rotations/safety', rotation)).toMatchObject({ json: { version: 1 } });
    expect(await publish('/escalation-policies/collision', policy)).toMatchObject({ json: { version: 1 } });
    expect(await server.api('POST', '/rules/crash/publish', editor)).toMatchObject({
      status: 422,
      json: {
        errors: [
          {
            pointer: '/actions/0/policy',
            message: 'there is no published escalation policy "colision" (did you mean "collision"?)',
            allowed: ['collision'],
          },
        ],
      },
    });
    expect(await publish('/rules/crash', rule('crash', 'collision'))).toMatchObject({ json: { version: 1 } });
  });

  it('say every mistake once when they are only checked', async () => {
    const body = {
      ...policy,
      steps: [{ after: '0m', notify: [{ type: 'email', to: ['rotation:saftey'] }] }],
    };
    expect((await server.api('POST', '/escalation-policies/validate', { ...editor, body })).json).toEqual({
      valid: false,
      errors: [
        {
          pointer: '/steps/0/notify/0/to/0',
          message: 'there is no published rotation "saftey" (did you mean "safety"?)',
          allowed: ['safety'],
        },
      ],
      warnings: [],
    });
  });

  it('show who would be notified when, with the steps that are skipped', async () => {
    const { json } = await server.api(
      'GET',
      '/escalation-policies/collision/preview?at=2026-11-09T06:55:00Z',
    );
    expect(json).toEqual({
      id: 'collision',
      name: 'Collision',
      version: 1,
      late: false,
      opened_at: '2026-11-09T06:55:00.000Z',
      pages: [
        {
          at: '2026-11-09T06:55:00.000Z',
          kind: 'step',
          round: 1,
          step: 1,
          unreachable: [],
          receivers: [{ action: 'email', receiver: 'ann@example.com', person: 'Ann', rotation: 'safety' }],
        },
        {
          at: '2026-11-09T07:05:00.000Z',
          kind: 'step',
          round: 1,
          step: 2,
          unreachable: [],
          receivers: [{ action: 'slack', receiver: '#office' }],
          hours: 'Monday to Friday, 08:00 to 18:00 (Europe/Berlin)',
        },
        {
          at: '2026-11-09T07:20:00.000Z',
          kind: 'unanswered',
          round: 1,
          unreachable: [],
          receivers: [{ action: 'email', receiver: 'director@example.com' }],
        },
      ],
    });
    const sunday = await server.api('GET', '/escalation-policies/collision/preview?at=2026-11-08T12:00:00Z');
    expect(sunday.json).toMatchObject({
      pages: [{ step: 1 }, { step: 2, skipped: 'outside_hours', receivers: [] }, { kind: 'unanswered' }],
    });
  });

  it('show whose turn it is until when, of the draft too', async () => {
    const from = '/rotations/safety/shifts?from=2026-11-09T06:59:59Z&to=2026-11-16T07:00:01Z';
    const { json } = await server.api('GET', from);
    expect(json).toEqual({
      id: 'safety',
      version: 1,
      timezone: 'Europe/Berlin',
      shifts: [
        ['Ann', 'U01', '2026-11-02T07:00:00.000Z', '2026-11-09T07:00:00.000Z'],
        ['Ben', 'U02', '2026-11-09T07:00:00.000Z', '2026-11-16T07:00:00.000Z'],
        ['Ann', 'U01', '2026-11-16T07:00:00.000Z', '2026-11-23T07:00:00.000Z'],
      ].map(([person, slack, start, to]) => ({
        person,
        slack,
        from: start,
        to,
        because: 'week',
        email: `${person!.toLowerCase()}@example.com`,
      })),
    });
    const overrides = [{ from: '2026-11-10T08:00', to: '2026-11-11T08:00', person: 'Ann' }];
    await put('/rotations/safety', { ...rotation, overrides });
    const draft = await server.api('GET', `${from}&draft=true`);
    expect(draft.json).not.toHaveProperty('version');
    expect(draft.json['shifts']).toMatchObject([
      {},
      { person: 'Ben' },
      { person: 'Ann', because: 'override' },
      {},
      {},
    ]);
    expect(await server.api('GET', '/rotations/safety/shifts?from=2026-01-02&to=2026-01-01')).toMatchObject({
      status: 400,
    });
    expect(await server.api('GET', '/rotations/nobody/shifts')).toMatchObject({ status: 404 });
  });

  it('cannot go while something uses them, be it a shadow copy or an open incident', async () => {
    expect(await server.api('DELETE', '/escalation-policies/collision', editor)).toMatchObject({
      status: 409,
      json: { detail: 'It is used by the rule "crash": change these first.' },
    });
    expect(await server.api('DELETE', '/rotations/safety', editor)).toMatchObject({
      status: 409,
      json: { detail: 'It is used by the escalation policy "collision": change these first.' },
    });
    const sent = { ...rule('crash', 'collision'), actions: [{ type: 'slack', channel: '#x' }] };
    await publish('/rules/crash', sent);
    await put('/rules/crash', rule('crash', 'collision'));
    expect(await server.api('POST', '/rules/crash/shadow-copy', editor)).toMatchObject({ status: 200 });
    expect(await server.api('DELETE', '/escalation-policies/collision', editor)).toMatchObject({
      status: 409,
      json: { detail: 'It is used by the rule "crash-copy": change these first.' },
    });
    await server.api('DELETE', '/rules/crash-copy', editor);
    const incident = {
      fleetId: 'north',
      policy: 'collision',
      policyVersion: 1,
      rule: 'crash',
      ruleVersion: 1,
      severity: 'critical' as const,
      state: 'open' as const,
      driverId: 'd-1',
      tripId: '1',
      tripEndedAt: null,
      late: false,
      openedAt: new Date(),
      dueAt: null,
      assignee: null,
      acknowledgedAt: null,
      acknowledgedBy: null,
      unansweredAt: null,
      resolvedAt: null,
      resolvedBy: null,
      disposition: null,
      note: null,
    };
    await server.database.db.insertInto('incidents').values(incident).execute();
    expect(await server.api('DELETE', '/escalation-policies/collision', editor)).toMatchObject({
      status: 200,
      json: { retired: true },
    });
    expect(await server.api('DELETE', '/rotations/safety', editor)).toMatchObject({
      status: 409,
      json: {
        detail:
          'It is used by an open incident of the escalation policy "collision", version 1: change these first.',
      },
    });
    await server.database.db.updateTable('incidents').set({ state: 'resolved' }).execute();
    expect(await server.api('DELETE', '/rotations/safety', editor)).toMatchObject({ status: 200 });
  });

  it('do not break what is published: a rotation keeps the addresses that policies ask for', async () => {
    await publish('/rotations/night', { ...rotation, id: 'night' });
    const bySlack = [{ after: '0m', notify: [{ type: 'slack', channel: 'rotation:night' }] }];
    await publish('/escalation-policies/night', { ...policy, id: 'night', steps: bySlack });
    const people = rotation.people.map(({ slack: _, ...person }) => person);
    await put('/rotations/night', { ...rotation, id: 'night', people });
    expect(await server.api('POST', '/rotations/night/publish', editor)).toMatchObject({
      status: 422,
      json: {
        errors: [
          {
            pointer: '/people',
            message:
              'the escalation policy "night" uses it at /steps/0/notify/0/channel: nobody in the rotation "night" has a slack id: name it by e-mail instead',
          },
        ],
      },
    });
    const some = await put('/rotations/night', {
      ...rotation,
      id: 'night',
      people: [rotation.people[0], people[1]],
    });
    expect(some.json['warnings']).toEqual([
      {
        pointer: '/people',
        message:
          'the escalation policy "night" uses it at /steps/0/notify/0/channel: "Ben" of the rotation "night" has no slack id: notified by e-mail instead',
      },
    ]);
  });

  it('have schemas for editors, and the rule’s completes the fleet’s policies', async () => {
    for (const name of ['escalation-policy', 'rotation']) {
      const answer = await fetch(`${server.url}/${name}.schema.json`);
      expect(await answer.json()).toMatchObject({ type: 'object', additionalProperties: false });
    }
    const { json } = await server.api('GET', '/rules/schema');
    expect(JSON.stringify(json)).toContain('"enum":["night"]');
  });
});
