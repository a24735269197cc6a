import { describe, expect, it } from 'vitest';
import { TOKENS } from '../../../support/servers/server.ts';
import { useServer } from '../../../support/servers/useServer.ts';

const server = useServer();

const editor = { token: TOKENS.editor };
const far = { fact: 'trip.distance_km', operator: 'greaterThan', value: 10 };

function condition(id: string, ...all: object[]): Record<string, unknown> {
  return { id, name: id, conditions: { all } };
}

function rule(id: string, ...all: object[]): Record<string, unknown> {
  return { id, name: id, conditions: { all }, actions: [{ type: 'slack', channel: '#x' }] };
}

async function put(path: string, body: Record<string, unknown>): Promise<number> {
  return (await server.api('PUT', path, { ...editor, body })).status;
}

async function publish(path: string, body: Record<string, unknown>): Promise<Record<string, unknown>> {
  expect(await put(path, body)).toBe(200);
  return (await server.api('POST', `${path}/publish`, editor)).json;
}

describe('a shared condition', () => {
  it('lives as a rule does', async () => {
    expect(await publish('/conditions/long', condition('long', far))).toEqual({ version: 1 });
    await publish('/conditions/long', condition('long', { ...far, value: 20 }));
    const back = await server.api('POST', '/conditions/long/rollback', { ...editor, body: { version: 1 } });
    expect(back.json).toEqual({ version: 3 });
    expect((await server.api('GET', '/conditions/long')).json).toMatchObject({
      version: 3,
      condition: condition('long', far),
    });
    const audit = await server.api('GET', '/audit?subject_type=condition&subject_id=long');
    expect(audit.json['items']).toMatchObject([{ action: 'condition.rolled_back' }, {}, {}, {}, {}]);
  });

  it('must be published before a rule may name it', async () => {
    expect(await put('/conditions/draft', condition('draft', far))).toBe(200);
    const wrong = await server.api('PUT', '/rules/early', {
      ...editor,
      body: rule('early', { condition: 'draft' }),
    });
    expect(wrong).toMatchObject({
      status: 422,
      json: { errors: [{ pointer: '/conditions/all/0/condition', allowed: ['long'] }] },
    });
    await server.api('POST', '/conditions/draft/publish', editor);
    expect(await publish('/rules/early', rule('early', { condition: 'draft' }))).toEqual({ version: 1 });
  });

  it('that a rule or a condition names stays, until they let go of it', async () => {
    await publish('/conditions/outer', condition('outer', { condition: 'draft' }));
    const refused = await server.api('DELETE', '/conditions/draft', editor);
    expect(refused).toMatchObject({
      status: 409,
      json: { detail: 'It is used by the rule "early", the condition "outer": change these first.' },
    });
    await server.api('DELETE', '/rules/early', editor);
    await server.api('DELETE', '/conditions/outer', editor);
    const gone = await server.api('DELETE', '/conditions/draft', editor);
    expect(gone).toMatchObject({ status: 200, json: { retired: true } });
    const back = await server.api('POST', '/rules/early/rollback', { ...editor, body: { version: 1 } });
    expect(back).toMatchObject({
      status: 422,
      json: { errors: [{ pointer: '/conditions/all/0/condition' }] },
    });
  });

  it('that would make a published rule too large is not published, and the check says so too', async () => {
    await publish('/conditions/wide', condition('wide', far));
    await publish('/rules/user', rule('user', { condition: 'wide' }, { condition: 'wide' }));
    const wide = condition('wide', ...Array.from({ length: 150 }, () => far));
    const check = await server.api('POST', '/conditions/validate', { body: wide });
    expect(check).toMatchObject({
      status: 200,
      json: { valid: false, errors: [{ pointer: '/conditions' }] },
    });
    expect(await put('/conditions/wide', wide)).toBe(200);
    const answer = await server.api('POST', '/conditions/wide/publish', editor);
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.json['errors'])).toContain('the rule \\"user\\" would be refused with it');
    expect((await server.api('GET', '/conditions/wide')).json).toMatchObject({ version: 1 });
  });

  it('belongs to its fleet alone', async () => {
    const south = { token: TOKENS.southAdmin, fleet: 'south' };
    expect((await server.api('GET', '/conditions/long', south)).status).toBe(404);
    const body = rule('theirs', { condition: 'long' });
    expect((await server.api('PUT', '/rules/theirs', { ...south, body })).status).toBe(422);
  });

  it('stays while the rule that names it is being published at the same moment', async () => {
    for (let round = 0; round < 8; round += 1) {
      const id = `race-${round}`;
      await publish(`/conditions/${id}`, condition(id, far));
      expect(await put(`/rules/${id}`, rule(id, { condition: id }))).toBe(200);
      const [made, removed] = await Promise.all([
        server.api('POST', `/rules/${id}/publish`, editor),
        server.api('DELETE', `/conditions/${id}`, editor),
      ]);
      expect([
        [200, 409],
        [422, 200],
      ]).toContainEqual([made.status, removed.status]);
    }
  });
});
