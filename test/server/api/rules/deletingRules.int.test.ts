import { describe, expect, it } from 'vitest';
import { TOKENS } from '../../../support/servers/server.ts';
import { useServer } from '../../../support/servers/useServer.ts';

const server = useServer();

const editor = { token: TOKENS.editor };
const admin = { token: TOKENS.admin };
const short = { fact: 'trip.distance_km', operator: 'lessThan', value: 0.1 };
const deletes = { type: 'delete_trip', approval: 'auto' };

const condition = (id: string, ...all: object[]) => ({ id, name: id, conditions: { all } });
const rule = (id: string, mode: string, ...all: object[]) => ({
  id,
  name: id,
  mode,
  conditions: { all },
  actions: [deletes],
});
const publish = (path: string, body: object = {}, as: { token: string } = editor) =>
  server.api('POST', `${path}/publish`, { ...as, body });
async function draft(path: string, body: object): Promise<void> {
  expect((await server.api('PUT', path, { ...editor, body })).status).toBe(200);
}
/** Publishes an editor's draft as an admin who has checked it. */
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
      json: { detail: 'The rule "tiny" deletes trips: this requires the role admin.' },
    });
    expect(await versionOf('/rules/tiny')).toBeUndefined();
    // Another person may have replaced the draft a moment ago.
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
          `The rule "shared" deletes trips and depends on the condition "${id}": this requires the role admin.`,
        );
    }
    expect((await agree('/conditions/far')).status).toBe(200);
    const back = await server.api('POST', '/conditions/far/rollback', { ...editor, body: { version: 1 } });
    expect(back.status).toBe(403);
  });

  it('counts no alerts of other rules, which editors change: neither itself nor by a condition', async () => {
    const counts = {
      fact: 'driver.rule_alerts',
      params: { rule: 'chatty', window: '30d' },
      operator: 'greaterThan',
      value: 0,
    };
    const message = expect.stringContaining('editors can change') as string;
    const refused = async (path: string, body: object) => {
      const answer = await server.api('PUT', path, { ...editor, body });
      expect(answer.status).toBe(422);
      return answer.json['errors'];
    };
    expect(await refused('/rules/counting', rule('counting', 'shadow', short, counts))).toEqual([
      { pointer: '/conditions/all/1', message },
    ]);
    const compared = { ...short, value: { fact: counts.fact, params: counts.params } };
    expect(await refused('/rules/counting', rule('counting', 'live', { not: compared }))).toEqual([
      { pointer: '/conditions/all/0/not/value', message },
    ]);
    await draft('/conditions/often', condition('often', counts));
    expect((await publish('/conditions/often')).status).toBe(200);
    expect(await refused('/rules/counting', rule('counting', 'live', short, { condition: 'often' }))).toEqual(
      [
        {
          pointer: '/conditions',
          message: expect.stringContaining('the shared condition "often"') as string,
        },
      ],
    );
    // A condition on which the rule already depends cannot introduce them, either.
    await draft('/conditions/far', condition('far', { condition: 'often' }));
    expect(await agree('/conditions/far')).toMatchObject({
      status: 422,
      json: {
        errors: [{ message: expect.stringContaining('the rule "shared" would be refused') as string }],
      },
    });
  });

  it('is suppressed by no other rule, which editors change and silence', async () => {
    const suppressing = (mode: string, ...suppresses: string[]) => ({
      id: 'loud',
      name: 'loud',
      mode,
      conditions: { all: [short] },
      suppresses,
      actions: [{ type: 'slack', channel: '#a' }],
    });
    await draft('/rules/loud', suppressing('live', 'not-there', 'shared'));
    const refused = {
      status: 422,
      json: {
        errors: [
          { pointer: '/suppresses/1', message: expect.stringContaining('"shared" deletes trips') as string },
        ],
      },
    };
    expect(await publish('/rules/loud')).toMatchObject(refused);
    expect(await agree('/rules/loud')).toMatchObject(refused);
    await draft('/rules/loud', suppressing('live', 'later'));
    expect((await publish('/rules/loud')).status).toBe(200);
    await draft('/rules/later', rule('later', 'live', short));
    expect(await agree('/rules/later')).toMatchObject({
      status: 422,
      json: {
        errors: [{ pointer: '/actions/0', message: expect.stringContaining('"loud" suppresses') as string }],
      },
    });
  });

  it('is freed by an editor from no silence of someone else', async () => {
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const silence = async (id: string, as: { token: string }, scope: object = {}) => {
      const body = { id, reason: 'Tests', until, ...scope };
      expect((await server.api('POST', '/silences', { ...as, body })).status).toBe(200);
    };
    const end = async (id: string, as: { token: string }) =>
      (await server.api('DELETE', `/silences/${id}`, as)).status;
    await silence('all', admin);
    await silence('shared-alone', admin, { rules: ['loud', 'shared'] });
    await silence('loud-alone', admin, { rules: ['loud'] });
    await silence('own', editor);
    expect(await server.api('DELETE', '/silences/all', editor)).toMatchObject({
      status: 403,
      json: {
        detail:
          'The rule "later" deletes trips, and the silence "all" of ann silences it: ending it early requires the role admin.',
      },
    });
    expect((await server.api('GET', '/silences/all', editor)).json).toMatchObject({ active: true });
    expect(await end('shared-alone', editor)).toBe(403);
    expect(await end('loud-alone', editor)).toBe(200);
    expect(await end('own', editor)).toBe(200);
    expect(await end('all', admin)).toBe(200);
    expect(await end('not-there', editor)).toBe(404);
  });

  it('is taken out of use by an editor', async () => {
    expect((await server.api('DELETE', '/rules/tiny', editor)).status).toBe(200);
  });
});
