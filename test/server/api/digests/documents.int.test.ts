import { beforeAll, describe, expect, it } from 'vitest';
import { TOKENS } from '../../../support/servers/server.ts';
import { useServer } from '../../../support/servers/useServer.ts';

const server = useServer();
beforeAll(() =>
  server.db
    .insertInto('groupRefreshes')
    .values({ fleetId: 'north', groupIds: ['depot'], refreshedAt: new Date(), attemptOpen: false })
    .execute(),
);

const editor = { token: TOKENS.editor };
const weekly = {
  id: 'weekly',
  name: 'Weekly',
  period: 'week',
  to: ['lead@example.com'],
  send: { weekday: 'mon', at: '07:00', timezone: 'Europe/Berlin' },
};
const put = (body: object, path = '/digests/weekly') => server.api('PUT', path, { ...editor, body });
const post = (path: string, body: object = {}) => server.api('POST', path, { ...editor, body });

describe('digests', () => {
  it('are drafts with defaults, then versions, and each published change is sent to the schedules', async () => {
    const { gateway } = server;
    expect(await put(weekly)).toMatchObject({
      status: 200,
      json: { draft: { min_trips: 3, paused: false } },
    });
    expect(gateway.synced).toEqual([]);
    expect(await post('/digests/weekly/publish')).toMatchObject({ status: 200, json: { version: 1 } });
    await expect.poll(() => gateway.synced).toHaveLength(1);
    await put({ ...weekly, paused: true });
    expect(await post('/digests/weekly/publish')).toMatchObject({ status: 200, json: { version: 2 } });
    await expect.poll(() => gateway.synced).toHaveLength(2);
    expect(await post('/digests/weekly/rollback', { version: 1 })).toMatchObject({ status: 200 });
    await expect.poll(() => gateway.synced).toHaveLength(3);
    expect(await server.api('DELETE', '/digests/weekly', editor)).toMatchObject({
      json: { retired: true },
    });
    await expect.poll(() => gateway.synced).toEqual(['north', 'north', 'north', 'north']);
  });

  it('are published while Temporal is unavailable', async () => {
    server.gateway.unavailable = true;
    await put(weekly);
    expect(await post('/digests/weekly/publish')).toMatchObject({ status: 200 });
    await expect.poll(() => server.logged()).toContain('a Temporal request failed');
    server.gateway.unavailable = false;
  });

  it('are refused with every mistake at its place', async () => {
    const { status, json } = await put({ ...weekly, period: 'weak', send: { ...weekly.send, at: '7' } });
    expect(status).toBe(422);
    expect(json['errors']).toEqual([
      expect.objectContaining({ pointer: '/period', allowed: ['day', 'week', 'month'] }),
      expect.objectContaining({ pointer: '/send/at' }),
    ]);
    expect(await put({ ...weekly, id: 'schema' }, '/digests/schema')).toMatchObject({ status: 405 });
  });

  it('are doubted when they name a group that the fleet does not have', async () => {
    const { json } = await post('/digests/validate', { ...weekly, groups: ['dept'] });
    expect(json).toMatchObject({
      valid: true,
      warnings: [
        {
          pointer: '/groups/0',
          message: 'there is no group "dept" in this fleet (did you mean "depot"?): the digest leaves it out',
        },
      ],
    });
  });

  it('have a schema for editors, with the fleet’s groups, and stand in the API’s description', async () => {
    const fleets = await server.api('GET', '/digests/schema', editor);
    expect(JSON.stringify(fleets.json)).toContain('"depot"');
    const plain = (await (await fetch(`${server.url}/digest.schema.json`)).json()) as { title: string };
    expect(plain.title).toBe('Tripline digest');
    const openapi = await (await fetch(`${server.url}/openapi.json`)).text();
    expect(openapi).toContain('/digests/{id}/publish');
    expect(openapi).toContain('"#/components/schemas/Digest"');
  });

  it('are read by a viewer, and written by nobody less than an editor', async () => {
    const viewer = { token: TOKENS.viewer };
    expect((await server.api('GET', '/digests', viewer)).status).toBe(200);
    expect((await server.api('PUT', '/digests/weekly', { ...viewer, body: weekly })).status).toBe(403);
  });
});
