import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../support/useDatabase.ts';
import { startServerInTest, TOKENS } from './serverFixture.ts';
import type { ServerInTest } from './serverFixture.ts';

const inTest = useDatabase();
let server: ServerInTest;
beforeAll(async () => {
  server = await startServerInTest(inTest.database);
});
afterAll(() => server.close());

const editor = { token: TOKENS.editor };
const admin = { token: TOKENS.admin };
const short = { fact: 'trip.distance_km', operator: 'lessThan', value: 0.1 };
const deletes = { type: 'delete_trip', approval: 'auto' };

const condition = (id: string, ...all: object[]) => ({ id, name: id, conditions: { all } });
const rule = (id: string, mode: string, ...all: object[]) => ({
  ...{ id, name: id, mode, conditions: { all }, actions: [deletes] },
});
const publish = (path: string, body: object = {}, as: { token: string } = editor) =>
  server.api('POST', `${path}/publish`, { ...as, body });
async function draft(path: string, body: object): Promise<void> {
  expect((await server.api('PUT', path, { ...editor, body })).status).toBe(200);
}
/** Publishes what an editor wrote, as somebody who has looked at it. */
async function agree(path: string) {
  const { json } = await server.api('GET', path);
  return publish(path, { draft_hash: json['draft_hash'] }, admin);
}
const versionOf = async (path: string) => (await server.api('GET', path)).json['version'];

describe('a rule that deletes trips', () => {
  it('is written and tried by an editor, and put in force by an admin alone', async () => {
    await draft('/rules/tiny', rule('tiny', 'live', short));
    const refused = await publish('/rules/tiny');
    expect(refused).toMatchObject({
      status: 403,
      json: { detail: 'The rule "tiny" deletes trips: who publishes it needs the role admin.' },
    });
    expect(await versionOf('/rules/tiny')).toBeUndefined();
    // Somebody else may have put another one there a moment ago.
    expect(await publish('/rules/tiny', {}, admin)).toMatchObject({
      status: 409,
      json: { detail: expect.stringContaining('with its draft_hash') as string },
    });
    expect(await agree('/rules/tiny')).toMatchObject({ status: 200, json: { version: 1 } });
    await draft('/rules/tiny', rule('tiny', 'live', short));
    expect(await publish('/rules/tiny')).toMatchObject({ status: 200, json: { version: 1 } });
  });

  it('may be put into shadow by an editor, and not back', async () => {
    await draft('/rules/tiny', rule('tiny', 'shadow', short));
    expect(await publish('/rules/tiny')).toMatchObject({ status: 200, json: { version: 2 } });
    const back = (as: { token: string }) =>
      server.api('POST', '/rules/tiny/rollback', { ...as, body: { version: 1 } });
    expect((await back(editor)).status).toBe(403);
    expect(await versionOf('/rules/tiny')).toBe(2);
    const same = { ...editor, body: { version: 2 } };
    expect((await server.api('POST', '/rules/tiny/rollback', same)).status).toBe(200);
    expect(await back(admin)).toMatchObject({ status: 200, json: { version: 3 } });
  });

  it('is not changed by an editor through a condition that it shares, near or far', async () => {
    for (const [id, ...all] of [
      ['far', short] as const,
      ['near', { condition: 'far' }] as const,
      ['aside', short] as const,
    ]) {
      await draft(`/conditions/${id}`, condition(id, ...all));
      expect((await publish(`/conditions/${id}`)).status).toBe(200);
    }
    await draft('/rules/shared', rule('shared', 'live', { condition: 'near' }));
    expect((await agree('/rules/shared')).status).toBe(200);
    for (const [id, status] of [
      ['far', 403],
      ['near', 403],
      ['aside', 200],
    ] as const) {
      await draft(`/conditions/${id}`, condition(id, { ...short, value: 1000 }));
      const answer = await publish(`/conditions/${id}`);
      expect([id, answer.status]).toEqual([id, status]);
      if (status === 403)
        expect(answer.json['detail']).toBe(
          `The rule "shared" deletes trips and hangs on the condition "${id}": who publishes it needs the role admin.`,
        );
    }
    expect((await agree('/conditions/far')).status).toBe(200);
    const back = await server.api('POST', '/conditions/far/rollback', { ...editor, body: { version: 1 } });
    expect(back.status).toBe(403);
  });

  it('is taken out of use by an editor', async () => {
    expect((await server.api('DELETE', '/rules/tiny', editor)).status).toBe(200);
  });
});
