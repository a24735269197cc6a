import { expect, it } from 'vitest';
import { TOKENS } from '../../../support/servers/server.ts';
import { useServer } from '../../../support/servers/useServer.ts';

const server = useServer();

const admin = (body: unknown) => ({ token: TOKENS.admin, body });

it('for a fleet without settings, the answer says that defaults apply', async () => {
  const { status, json } = await server.api('GET', '/settings', { token: TOKENS.viewer });
  expect(status).toBe(404);
  expect(json['detail']).toContain('defaults apply');
});

it('are one document: drafted, published, rolled back and retired, with a history', async () => {
  const first = await server.api('PUT', '/settings', admin({ privacy: { phone: false } }));
  expect(first.json).toMatchObject({
    id: 'settings',
    draft: { id: 'settings', units: 'km', privacy: { phone: false, name: true, path_pictures: true } },
  });
  expect((await server.api('POST', '/settings/publish', admin({ why: 'Agreed.' }))).json).toEqual({
    version: 1,
  });
  await server.api('PUT', '/settings', admin({ units: 'miles' }));
  expect((await server.api('POST', '/settings/publish', admin({}))).json).toEqual({ version: 2 });
  expect((await server.api('POST', '/settings/rollback', admin({ version: 1 }))).json).toEqual({
    version: 3,
  });
  const shown = await server.api('GET', '/settings', { token: TOKENS.viewer });
  expect(shown.json).toMatchObject({ id: 'settings', version: 3, settings: { privacy: { phone: false } } });
  const { json } = await server.api('GET', '/settings/versions', { token: TOKENS.viewer });
  expect((json['items'] as { version: number }[]).map(({ version }) => version)).toEqual([3, 2, 1]);
  expect((await server.api('DELETE', '/settings', { token: TOKENS.admin })).json).toMatchObject({
    retired: true,
  });
});

it('are written by admins alone, and read by viewers of the whole fleet', async () => {
  for (const token of [TOKENS.viewer, TOKENS.editor]) {
    expect((await server.api('PUT', '/settings', { token, body: {} })).status).toBe(403);
    expect((await server.api('POST', '/settings/publish', { token, body: {} })).status).toBe(403);
    expect((await server.api('POST', '/settings/rollback', { token, body: { version: 1 } })).status).toBe(
      403,
    );
    expect((await server.api('DELETE', '/settings', { token })).status).toBe(403);
    expect((await server.api('POST', '/settings/validate', { token, body: {} })).status).toBe(200);
  }
  expect((await server.api('GET', '/settings', { token: TOKENS.east })).status).toBe(403);
});

it('are validated with the place of each mistake', async () => {
  const body = { language: 'fr', brand: { accent: '#ffcc00' }, privacy: { fone: true } };
  const { json } = await server.api('POST', '/settings/validate', admin(body));
  expect(json).toMatchObject({ valid: false });
  expect((json['errors'] as { pointer: string }[]).map(({ pointer }) => pointer)).toEqual([
    '/language',
    '/privacy/fone',
  ]);
  const accent = await server.api('PUT', '/settings', admin({ brand: { accent: '#ffcc00' } }));
  expect(accent.status).toBe(422);
  expect(JSON.stringify(accent.json)).toContain('4.5 is needed');
});
