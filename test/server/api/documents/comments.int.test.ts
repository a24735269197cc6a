import { describe, expect, it } from 'vitest';
import { TOKENS } from '../../../support/servers/server.ts';
import type { ApiAnswer } from '../../../support/servers/server.ts';
import { useServer } from '../../../support/servers/useServer.ts';

const server = useServer();

const textOf = (id: string, value = 3, comment = 'agreed with the depot'): string => `{
  "id": "${id}", // ${comment}
  "name": "Hard braking",
  "severity": "warning",
  /* Per trip,
     not per week. */
  "conditions": {
    "all": [{ "fact": "trip.events.count", "params": { "type": "HARD_BRAKE" }, "operator": "greaterThan", "value": ${value} }]
  },
  "actions": [{ "type": "slack", "channel": "#fleet-safety" }]
}
`;
const editor = { token: TOKENS.editor };
const commented = { ...editor, type: 'application/jsonc; charset=utf-8' };
const put = (id: string, raw: string, type = commented.type): Promise<ApiAnswer> =>
  server.api('PUT', `/rules/${id}`, { ...editor, raw, type });
const publish = (id: string, body: object = {}): Promise<ApiAnswer> =>
  server.api('POST', `/rules/${id}/publish`, { ...editor, body });

describe('a document with comments', () => {
  it('is stored with its text, from draft to version', async () => {
    const saved = await put('kept', textOf('kept'));
    expect(saved).toMatchObject({ status: 200, json: { draft: { id: 'kept', severity: 'warning' } } });
    expect((await server.api('GET', '/rules/kept')).json).toMatchObject({ draft_source: textOf('kept') });
    expect((await publish('kept')).json).toEqual({ version: 1 });
    const published = (await server.api('GET', '/rules/kept')).json;
    expect(published).toMatchObject({ version: 1, source: textOf('kept'), rule: saved.json['draft'] });
    expect(published).not.toHaveProperty('draft_source');
    const versions = await server.api('GET', '/rules/kept/versions');
    expect(versions.json['items']).toMatchObject([{ version: 1, source: textOf('kept') }]);
    const listed = (await server.api('GET', '/rules')).json['items'] as { id: string; source?: string }[];
    expect(listed.find(({ id }) => id === 'kept')).toMatchObject({ source: textOf('kept') });
  });

  it('is named by a hash of its content, and comments make no version', async () => {
    const first = await put('hashed', textOf('hashed', 4));
    const second = await put('hashed', textOf('hashed', 4, 'agreed with both depots'));
    const plain = await server.api('PUT', '/rules/hashed', { ...editor, body: first.json['draft'] });
    const hash = first.json['draft_hash'];
    expect([second.json['draft_hash'], plain.json['draft_hash']]).toEqual([hash, hash]);
    await put('hashed', textOf('hashed', 4));
    expect((await publish('hashed', { draft_hash: hash })).json).toEqual({ version: 1 });
    await put('hashed', textOf('hashed', 4, 'agreed with both depots'));
    expect((await publish('hashed')).json).toEqual({ version: 1 });
    expect((await server.api('GET', '/rules/hashed')).json).toMatchObject({
      source: textOf('hashed', 4, 'agreed with both depots'),
    });
  });

  it('may be of any kind, and be validated', async () => {
    const raw =
      '{ "id": "night", "name": "Night", /* UTC */ "conditions": { "all": [{ "fact": "trip.local_hour", "operator": "lessThan", "value": 5 }] } }';
    expect((await server.api('PUT', '/conditions/night', { ...commented, raw })).status).toBe(200);
    expect((await server.api('GET', '/conditions/night')).json).toMatchObject({ draft_source: raw });
    const settings = '{ "language": "de" } // for everyone';
    expect((await server.api('PUT', '/settings', { type: commented.type, raw: settings })).status).toBe(200);
    expect((await server.api('GET', '/settings')).json).toMatchObject({ draft_source: settings });
    const checked = await server.api('POST', '/rules/validate', { ...commented, raw: textOf('any') });
    expect(checked).toMatchObject({ status: 200, json: { valid: true } });
  });

  it('is located by line where it is not JSON, and by pointer where it is no rule', async () => {
    const [broken, comma] = [
      textOf('broken').replace('"name":', 'name:'),
      textOf('broken').replace(' }]', ', }]'),
    ];
    expect((await put('broken', broken)).json['detail']).toBe(
      'The body is not valid JSON: line 3, character 3.',
    );
    expect((await put('broken', comma)).json['detail']).toMatch(/line 8, character 1\d\d/);
    expect((await put('broken', '{ "id": "broken" /* no end }')).json['detail']).toMatch(/character 18/);
    const wrong = await put('broken', textOf('broken').replace('"warning"', '"loud"'));
    expect(wrong).toMatchObject({ status: 422, json: { errors: [{ pointer: '/severity' }] } });
    const twice = await put('broken', textOf('broken').replace('/*', '"id": "b", /*'));
    expect(twice).toMatchObject({ status: 422, json: { errors: [{ pointer: '/id' }] } });
    expect((await server.api('GET', '/rules/broken')).status).toBe(404);
  });

  it('is refused where its text is too long or cannot be stored, and as plain JSON', async () => {
    const long = await put('long', textOf('long', 3, 'x'.repeat(262_144)));
    expect(long).toMatchObject({
      status: 422,
      json: { errors: [{ pointer: '', message: 'has more than 262144 characters: shorten its comments' }] },
    });
    expect((await put('long', textOf('long', 3, '\0'))).status).toBe(422);
    expect((await put('long', textOf('long'), 'application/json')).status).toBe(400);
    expect((await put('long', textOf('long', 3, 'x'.repeat(200_000)))).status).toBe(200);
  });
});
