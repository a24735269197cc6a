import { expect, it } from 'vitest';
import { TOKENS } from '../../../support/servers/server.ts';
import { useServer } from '../../../support/servers/useServer.ts';

const server = useServer();

it('whoever is limited to a group learns what rules are called, and nothing else of them', async () => {
  const save = (id: string, name: string, severity: string) =>
    server.api('PUT', `/rules/${id}`, {
      body: {
        id,
        name,
        severity,
        conditions: { all: [{ fact: 'trip.distance_km', operator: 'greaterThan', value: 1 }] },
        actions: [{ type: 'email', to: ['west@example.com'], subject: 'West' }],
      },
    });
  const publish = (id: string) => server.api('POST', `/rules/${id}/publish`);
  await save('changed', 'As published', 'critical');
  await publish('changed');
  await save('changed', 'As drafted', 'info');
  await save('drafted', 'Only a draft', 'info');
  await save('retired', 'Retired since', 'warning');
  await publish('retired');
  await server.api('DELETE', '/rules/retired');
  const answer = await server.api('GET', '/rule-names', { token: TOKENS.east });
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.json).toEqual({
    items: [
      { id: 'changed', name: 'As published', severity: 'critical' },
      { id: 'drafted', name: 'Only a draft', severity: 'info' },
      { id: 'retired', name: 'Retired since', severity: 'warning' },
    ],
  });
  const south = await server.api('GET', '/rule-names', { fleet: 'south', token: TOKENS.southAdmin });
  expect(south.json).toEqual({ items: [] });
});
